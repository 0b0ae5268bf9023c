import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { ImapUrl } from './mail/imap_url.ts'
import { SmtpUrl } from './mail/smtp_url.ts'
import { CellUrls } from './text/cell_urls.ts'
import { DatabaseUrl } from './text/database_url.ts'
import { derivePorts } from './text/derive_ports.ts'
import { HostList, Hosts, HostsOrFlag } from './text/host_list.ts'
import { TileUrl } from './text/tile_url.ts'

/** The directory of the checkout. Migrations and OpenAPI documents are found from here, in any working directory. */
export const root = join(import.meta.dirname, '..')

const HIGHEST_PORT = 65_535
const port = z.coerce.number().int().min(0).max(HIGHEST_PORT)
// The slash at the end is dropped, because paths are appended.
const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))
const proxy = /^(loopback|linklocal|uniquelocal|\d+(\.\d+){3}(\/\d+)?|[\da-f:]*:[\da-f:.]*(\/\d+)?)$/i
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const settings = z.object({
  DATABASE_URL: DatabaseUrl.optional(),
  AUTH_DATABASE_URL: DatabaseUrl.optional(),
  API_DATABASE_URL: DatabaseUrl.optional(),
  WORKER_DATABASE_URL: DatabaseUrl.optional(),
  READ_DATABASE_URL: DatabaseUrl.optional(),
  READ_LAG_SECONDS: z.coerce.number().min(0).max(60).default(1),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).default(10),
  DATABASE_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(600).default(20),
  DATABASE_NAMED_STATEMENTS: flag.default(true),
  CELLS: CellUrls.optional(),
  CELL_LAG_SECONDS: z.coerce.number().min(1).max(600).default(5),
  DATABASE_WAIT_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  OVERLOAD_WAIT_MS: z.coerce.number().int().min(0).max(5000).default(500),
  SIGN_IN_WAIT_MS: z.coerce.number().int().min(1).max(30_000).default(2000),
  ALARM_STREAMS: z.coerce.number().int().min(0).default(2000),
  DEMO_ANSWERS: flag.default(true),
  DEMO_HISTORY: flag.default(true),
  DEMO_PUBLIC: flag.default(false),
  DATA_DIR: z.string().min(1).default(join(root, '.data')),
  HOST: z.string().min(1).default('127.0.0.1'),
  PLAIN_HTTP: flag.default(false),
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  PORT: port.default(4000),
  DATA_PORT: port.optional(),
  AUTH_PORT: port.optional(),
  MAILBOX_IMAP_PORT: port.optional(),
  MAILBOX_SMTP_PORT: port.optional(),
  EMBEDDED_PORT: port.default(0),
  AUTH_KEY_FILE: z.string().min(1).optional(),
  AUTH_JWKS_URL: httpUrl.optional(),
  AUTH_URL: httpUrl.optional(),
  APP_URL: httpUrl.optional(),
  DATA_URL: httpUrl.optional(),
  SMTP_URL: SmtpUrl.optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => addressparser(text, { flatten: true })[0]?.address.includes('@'),
      'adresse e-mail illisible',
    )
    .default('Caserne <ne-pas-repondre@caserne.example.org>'),
  REGISTRATION: z.enum(['open', 'invitation']).default('open'),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(8).max(72).default(8),
  PASSWORD_COST: z.coerce.number().int().min(4).max(16).default(10),
  PASSWORD_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    // At most 8, because each running attempt counts as a failure until its password proves right
    // (http/sign_in/guesses.ts).
    .max(8)
    .default(Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))),
  FAILURES_ALLOWED: z.coerce.number().int().min(1).default(10),
  FAILURES_MINUTES: z.coerce.number().int().min(1).default(15),
  MAILS_PER_HOUR: z.coerce.number().int().min(1).default(20),
  TRUST_PROXY: list
    .refine(
      (proxies) =>
        proxies.every((each) => proxy.test(each)) || (proxies.length === 1 && /^\d+$/.test(proxies[0] ?? '')),
      'un nombre de proxys, ou leurs adresses',
    )
    .transform((proxies) =>
      proxies.length === 1 && /^\d+$/.test(proxies[0] ?? '') ? Number(proxies[0]) : proxies,
    )
    .default([]),
  MAILBOX_KEY: z
    .base64()
    .refine((text) => Buffer.from(text, 'base64').length === 32, '32 octets en base64')
    .optional(),
  MAILBOX_PRIVATE_HOSTS: HostsOrFlag.optional(),
  DELIVERY_HOSTS: Hosts.default(HostList.none),
  IMAP_URL: ImapUrl.optional(),
  IMAP_SENDERS: list.default([]),
  IMAP_MOVE_TO: z.string().min(1).optional(),
  IMAP_SINCE: z.iso.datetime({ offset: true }).optional(),
  SLOW_STATEMENT_MS: z.coerce.number().int().min(0).default(1000),
  SERVER_TIMING: z.enum(['admins', 'accounts', 'nobody']).default('admins'),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_MAX_HOURS: z.coerce.number().min(1).default(26),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('caserne'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).optional(),
  MESSAGE_RETENTION_DAYS: z.coerce.number().int().min(1).default(30),
  CORS_ORIGINS: list.default(['*']),
  VALIDATE_RESPONSES: flag.default(false),
  NODE_ENV: z.string().optional(),
  GRAPHQL: flag.default(true),
  GRAPHQL_INTROSPECTION: flag.optional(),
  GRAPHIQL: flag.optional(),
  GRAPHQL_POOL_SIZE: z.coerce.number().int().min(1).default(3),
  GRAPHQL_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(300).default(10),
  MAP_TILES_URL: TileUrl.optional(),
  MAP_ATTRIBUTION: z.string().min(1).max(200).optional(),
  KEPT_ANSWERS_MB: z.coerce.number().int().min(0).max(1024).default(8),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

/** The names of all settings. */
export const settingNames = Object.keys(settings.shape) as (keyof typeof settings.shape)[]

/** Settings that hold a password or key. Each may also be in a file, whose path is the setting `<NAME>_FILE`. */
export const secretNames = [
  'DATABASE_URL',
  'AUTH_DATABASE_URL',
  'API_DATABASE_URL',
  'WORKER_DATABASE_URL',
  'READ_DATABASE_URL',
  'CELLS',
  'SMTP_URL',
  'IMAP_URL',
  'MAILBOX_KEY',
] as const satisfies typeof settingNames

const Environment = settings
  .refine((env) => env.IMAP_URL === undefined || env.IMAP_SENDERS.length > 0, {
    path: ['IMAP_SENDERS'],
    message: 'au moins un expéditeur est nécessaire avec IMAP_URL',
    when: () => true,
  })
  .refine((env) => (env.TLS_CERT_FILE === undefined) === (env.TLS_KEY_FILE === undefined), {
    path: ['TLS_CERT_FILE'],
    message: 'TLS_CERT_FILE et TLS_KEY_FILE vont ensemble',
    when: () => true,
  })
  .refine((env) => (env.MAP_TILES_URL === undefined) === (env.MAP_ATTRIBUTION === undefined), {
    path: ['MAP_ATTRIBUTION'],
    message: 'MAP_TILES_URL et MAP_ATTRIBUTION vont ensemble',
    when: () => true,
  })
  .refine(
    (env) =>
      env.PORT > HIGHEST_PORT || Object.values(derivePorts(env)).every((each) => !(each > HIGHEST_PORT)),
    {
      path: ['PORT'],
      message: `les ports qui en dérivent dépassent ${HIGHEST_PORT}`,
      when: () => true,
    },
  )
  .transform(({ NODE_ENV, ...env }) => ({
    ...env,
    ...derivePorts(env),
    PRODUCTION: NODE_ENV === 'production',
    ...tools(env, NODE_ENV !== 'production'),
    // With the embedded database, which is for trials, the mail server may be on the same machine. A real instance must
    // not let mailbox settings probe its private network.
    MAILBOX_PRIVATE_HOSTS:
      env.MAILBOX_PRIVATE_HOSTS ??
      ((env.DATABASE_URL ?? env.WORKER_DATABASE_URL) === undefined ? HostList.all : HostList.none),
  }))

/** The settings of this program, read once at start. docs/reference/configuration.md says what each means. */
export type Config = z.infer<typeof Environment>

/** Values of environment variables, by name. */
export type Variables = Record<string, string | undefined>

/** The variables that this program was started with. */
export function environment(): Variables {
  return process.env
}

/**
 * Reads the settings from environment variables. An empty variable counts as absent.
 * @throws one error that names every faulty variable at once.
 */
export function readConfig(env: Variables = environment()): Config {
  const { values, faults } = gather(env)
  const parsed = Environment.safeParse(values, { error: z.locales.fr().localeError })
  const invalid = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} : ${issue.message}`)
  const all = [...faults, ...invalid].map((fault) => `  ${fault}`)
  if (!parsed.success || all.length > 0) throw new Error(`Configuration invalide :\n${all.join('\n')}`)
  return parsed.data
}

/** The text of every setting that is given, by a variable or by the file of a secret, with what could not be read. */
export function gather(env: Variables): { values: Variables; faults: string[] } {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const faults: string[] = []
  for (const name of secretNames) {
    const file = values[`${name}_FILE`]
    if (file === undefined) continue
    if (values[name] !== undefined) faults.push(`${name}_FILE : ${name} est déjà donné`)
    try {
      values[name] ??= readFileSync(file, 'utf8').trim() || undefined
      if (values[name] === undefined) faults.push(`${name}_FILE : le fichier ${file} est vide`)
    } catch {
      faults.push(`${name}_FILE : le fichier ${file} n’est pas lisible`)
    }
  }
  return { values, faults }
}

/** The file of the signing keys. */
export function keyFile(config: Pick<Config, 'AUTH_KEY_FILE' | 'DATA_DIR'>): string {
  return config.AUTH_KEY_FILE ?? join(config.DATA_DIR, 'auth-keys.json')
}

// Introspection and GraphiQL reveal the names of the schema, so they are on by default in development only.
function tools(
  env: Partial<Record<'GRAPHQL_INTROSPECTION' | 'GRAPHIQL', boolean | undefined>>,
  development: boolean,
) {
  return {
    GRAPHQL_INTROSPECTION: env.GRAPHQL_INTROSPECTION ?? development,
    GRAPHIQL: env.GRAPHIQL ?? development,
  }
}
