import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { readConfig, root } from '../src/config.ts'
import { HostList } from '../src/text/host_list.ts'

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    return String(Object(error).message).split('\n')
  }
  throw new Error('no fault was found')
}

const names = (env: Record<string, string>) =>
  faultsOf(env)
    .slice(1)
    .map((line) => /^ {2}(\w+) : ./.exec(line)?.[1])

describe('an absent variable', () => {
  it('has its default', () => {
    expect(readConfig({})).toEqual({
      BACKUP_MAX_HOURS: 26,
      CELL_LAG_SECONDS: 5,
      READ_LAG_SECONDS: 1,
      DATABASE_POOL_SIZE: 10,
      DATABASE_TIMEOUT_SECONDS: 20,
      DATABASE_WAIT_SECONDS: 60,
      DATABASE_NAMED_STATEMENTS: true,
      OVERLOAD_WAIT_MS: 500,
      SIGN_IN_WAIT_MS: 2000,
      ALARM_STREAMS: 2000,
      DEMO_ANSWERS: true,
      DEMO_HISTORY: true,
      DEMO_PUBLIC: false,
      PRODUCTION: false,
      DATA_DIR: `${root}/.data`,
      HOST: '127.0.0.1',
      PLAIN_HTTP: false,
      PORT: 4000,
      DATA_PORT: 4000,
      AUTH_PORT: 4001,
      MAILBOX_SMTP_PORT: 4025,
      MAILBOX_IMAP_PORT: 4143,
      EMBEDDED_PORT: 0,
      MAIL_FROM: 'Caserne <ne-pas-repondre@caserne.example.org>',
      REGISTRATION: 'open',
      PASSWORD_MIN_LENGTH: 8,
      PASSWORD_COST: 10,
      PASSWORD_POOL_SIZE: Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2))),
      FAILURES_ALLOWED: 10,
      FAILURES_MINUTES: 15,
      MAILS_PER_HOUR: 20,
      TRUST_PROXY: [],
      MAILBOX_PRIVATE_HOSTS: HostList.all,
      DELIVERY_HOSTS: HostList.none,
      IMAP_SENDERS: [],
      MESSAGE_RETENTION_DAYS: 30,
      CORS_ORIGINS: ['*'],
      VALIDATE_RESPONSES: false,
      GRAPHQL: true,
      GRAPHQL_INTROSPECTION: true,
      GRAPHIQL: true,
      GRAPHQL_POOL_SIZE: 3,
      GRAPHQL_TIMEOUT_SECONDS: 10,
      KEPT_ANSWERS_MB: 8,
      SLOW_STATEMENT_MS: 1000,
      SERVER_TIMING: 'admins',
      OTEL_SERVICE_NAME: 'caserne',
      LOG_LEVEL: 'info',
    })
  })

  it('is the same as an empty one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', LOG_LEVEL: '' })).toEqual(readConfig({}))
  })

  it('of GraphQL in production hides the names and the page, unless set', () => {
    const tools = (env = {}) => {
      const { GRAPHQL_INTROSPECTION, GRAPHIQL } = readConfig({ NODE_ENV: 'production', ...env })
      return [GRAPHQL_INTROSPECTION, GRAPHIQL]
    }
    expect(tools()).toEqual([false, false])
    expect(tools({ GRAPHQL_INTROSPECTION: 'true', GRAPHIQL: 'true' })).toEqual([true, true])
  })

  it('of another program is ignored', () => {
    expect(readConfig({ PATH: '/bin', NODE_ENV: 'test' })).toEqual(readConfig({}))
  })
})

describe('map tiles', () => {
  it('need the name of their source, and the other way round', () => {
    const fault = [
      'Configuration invalide :',
      '  MAP_ATTRIBUTION : MAP_TILES_URL et MAP_ATTRIBUTION vont ensemble',
    ]
    expect(faultsOf({ MAP_TILES_URL: 'https://tuiles.example.org/{z}/{x}/{y}.png' })).toEqual(fault)
    expect(faultsOf({ MAP_ATTRIBUTION: '© swisstopo' })).toEqual(fault)
    const without = { MAP_TILES_URL: 'https://tuiles.example.org/{z}', MAP_ATTRIBUTION: '© swisstopo' }
    expect(names(without)).toEqual(['MAP_TILES_URL'])
  })
})

describe('values', () => {
  it('are parsed into their types', () => {
    const key = Buffer.alloc(32, 1).toString('base64')
    expect(
      readConfig({
        CORS_ORIGINS: ' https://a.example.org, https://b.example.org ,',
        IMAP_URL: 'imaps://alarmes:secret@mail.example.org',
        IMAP_SENDERS: 'cet@alarme.example.org',
        IMAP_SINCE: '2026-03-14T00:00:00+01:00',
        DATABASE_NAMED_STATEMENTS: 'false',
        DATABASE_POOL_SIZE: '20',
        MAILBOX_KEY: key,
        APP_URL: 'https://app.example.org/',
        DATA_URL: 'https://data.example.org/',
        TRUST_PROXY: '10.0.0.1, loopback',
      }),
    ).toMatchObject({
      APP_URL: 'https://app.example.org',
      DATA_URL: 'https://data.example.org',
      TRUST_PROXY: ['10.0.0.1', 'loopback'],
      CORS_ORIGINS: ['https://a.example.org', 'https://b.example.org'],
      IMAP_URL: { host: 'mail.example.org', user: 'alarmes', password: 'secret', folder: 'INBOX' },
      IMAP_SENDERS: ['cet@alarme.example.org'],
      IMAP_SINCE: '2026-03-14T00:00:00+01:00',
      DATABASE_NAMED_STATEMENTS: false,
      DATABASE_POOL_SIZE: 20,
      MAILBOX_KEY: key,
    })
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['AUTH_PORT', '4000.5'],
    ['EMBEDDED_PORT', 'libre'],
    ['DATABASE_URL', 'pas une adresse'],
    ['DATABASE_URL', 'https://db/caserne'],
    ['DATABASE_URL', 'postgres://u:p@a,b/caserne'],
    ['API_DATABASE_URL', 'postgres://u:p@a:5432,b:5432/caserne'],
    ['READ_DATABASE_URL', 'postgres://u:p@a/caserne?target_session_attrs=read-only'],
    ['READ_LAG_SECONDS', '-1'],
    ['WORKER_DATABASE_URL', 'mysql://db/caserne'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_NAMED_STATEMENTS', 'yes'],
    ['AUTH_JWKS_URL', 'file:///etc/passwd'],
    ['APP_URL', 'app.example.org'],
    ['DATA_URL', 'data.example.org'],
    ['SMTP_URL', 'http://mail.example.org'],
    ['REGISTRATION', 'closed'],
    ['PASSWORD_MIN_LENGTH', '7'],
    ['PASSWORD_COST', '32'],
    ['PASSWORD_POOL_SIZE', '0'],
    ['PASSWORD_POOL_SIZE', '9'],
    ['FAILURES_ALLOWED', '0'],
    ['TRUST_PROXY', 'oui'],
    ['TRUST_PROXY', '1.2.3'],
    ['MAILBOX_KEY', Buffer.alloc(31).toString('base64')],
    ['LOG_LEVEL', 'loud'],
    ['MESSAGE_RETENTION_DAYS', '0'],
    ['IMAP_SINCE', 'hier'],
    ['MAILBOX_PRIVATE_HOSTS', 'https://mail.lan'],
    ['DELIVERY_HOSTS', 'true'],
    ['METRICS_PORT', '65536'],
  ])('%s=%s is refused', (name, value) => {
    expect(names({ [name]: value })).toEqual([name])
  })

  it.each(['adresse', 'https://a:b@mail.example.org', 'imaps://mail.example.org'])(
    'IMAP_URL=%s is refused together with the others',
    (IMAP_URL) => {
      const faults = names({ IMAP_URL, IMAP_SENDERS: 'cet@example.org', PORT: 'x' })
      expect(faults).toEqual(['PORT', 'IMAP_URL'])
    },
  )

  it('of MAILBOX_PRIVATE_HOSTS open all hosts with the embedded database only, unless set', () => {
    const given = (env: Record<string, string>) => readConfig(env).MAILBOX_PRIVATE_HOSTS
    const url = 'postgres://db/caserne'
    expect(given({})).toBe(HostList.all)
    expect(given({ DATABASE_URL: url })).toBe(HostList.none)
    expect(given({ WORKER_DATABASE_URL: url })).toBe(HostList.none)
    expect(given({ DATABASE_URL: url, MAILBOX_PRIVATE_HOSTS: 'true' })).toBe(HostList.all)
    expect(given({ MAILBOX_PRIVATE_HOSTS: 'false' })).toBe(HostList.none)
    expect(String(given({ MAILBOX_PRIVATE_HOSTS: '10.1.0.0/16' }))).toBe('10.1.0.0/16')
  })

  it('of TRUST_PROXY are a number of proxies, or their addresses', () => {
    expect(readConfig({ TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2)
    for (const place of ['10.0.0.1', '10.0.0.0/8', 'fd00::/8', '::1', 'uniquelocal'])
      expect(readConfig({ TRUST_PROXY: place }).TRUST_PROXY).toEqual([place])
  })

  it('of IMAP_URL require a sender whose mails are read', () => {
    expect(faultsOf({ IMAP_URL: 'imap://alarmes@mail.example.org', IMAP_SENDERS: ' , ' })).toEqual([
      'Configuration invalide :',
      '  IMAP_SENDERS : au moins un expéditeur est nécessaire avec IMAP_URL',
    ])
  })
})

describe('faults', () => {
  const wrong = {
    PORT: '65500',
    LOG_LEVEL: 'secret-level',
    DATABASE_URL: 'secret-url',
    MAILBOX_KEY: 'secret-key',
    SMTP_URL: 'http://caserne:secret-smtp@mail.example.org',
    IMAP_URL: 'https://alarmes:secret-imap@mail.example.org',
  }

  it('are reported all at once, each by its variable', () => {
    expect(new Set(names(wrong))).toEqual(
      new Set(['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'MAILBOX_KEY', 'SMTP_URL', 'IMAP_URL', 'IMAP_SENDERS']),
    )
  })

  it('are reported without the value, which may be a secret', () => {
    expect(faultsOf(wrong).join()).not.toContain('secret-')
  })
})

it('a certificate needs its key', () => {
  expect(names({ TLS_CERT_FILE: '/etc/caserne/cert.pem' })).toEqual(['TLS_CERT_FILE'])
})
