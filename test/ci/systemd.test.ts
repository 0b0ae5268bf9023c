import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { useDatabase } from '../support/database.ts'
import { freePort } from '../support/free_port.ts'
import { copyCheckout } from './copy_checkout.ts'
import { installIn, makeMachine, runInMachine } from './systemd_machine.ts'

const database = useDatabase('template_empty')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const machine = join(mkdtempSync(join(tmpdir(), 'caserne-machine-')), 'root')
const secrets = join(machine, 'etc/caserne/secrets')
const secret = (name: string) => readFileSync(join(secrets, name), 'utf8').trim()
const said = { first: '', same: '', beside: '', machine: '', upgrade: '' }
const ports = { auth: 0, data: 0, other: 0 }

// Settings of the units that an operator changes, here to free ports.
function setUnit(name: string, settings: Record<string, string>): void {
  const folder = join(machine, `etc/systemd/system/${name}.service.d`)
  mkdirSync(folder, { recursive: true })
  const line = Object.entries(settings).map(([key, value]) => `${key}=${value}`)
  writeFileSync(join(folder, 'ports.conf'), `[Service]\nEnvironment=${line.join(' ')}\n`)
}

beforeAll(async () => {
  makeMachine(machine)
  said.first = installIn(machine, root, {})
  // Settings that an operator fills in: the address of the database, and its passwords.
  writeFileSync(join(secrets, 'database_url'), database.urls.admin)
  for (const name of ['auth', 'api', 'worker'] as const)
    writeFileSync(join(secrets, `${name}_database_url`), database.urls[name])
  Object.assign(ports, { auth: await freePort(), data: await freePort(), other: await freePort() })
  const auth = `http://127.0.0.1:${ports.auth}`
  setUnit('caserne-auth', { AUTH_PORT: String(ports.auth), HEALTH_URL: `${auth}/ready` })
  setUnit('caserne-data@', { AUTH_JWKS_URL: `${auth}/.well-known/jwks.json` })
  const servers = `caserne-auth caserne-data@${ports.data} caserne-data@${ports.other} caserne-worker@1`
  said.machine = runInMachine(
    machine,
    `systemctl start caserne-migrate && echo migrated
    systemctl start ${servers} && echo started
    systemctl is-active ${servers}
    ps -o user= -C node,MainThread | sort -u
    ls /var/lib/caserne-auth
    for unit in ${servers}; do systemd-analyze security --no-pager $unit | tail -1; done
    systemctl kill -s KILL caserne-data@${ports.data}
    for second in $(seq 60); do
      sleep 1
      [ $(systemctl show -P NRestarts caserne-data@${ports.data}) = 1 ] && systemctl -q is-active caserne-data@${ports.data} && break
    done
    systemctl is-active caserne-data@${ports.data} && systemctl show -P NRestarts caserne-data@${ports.data}
    systemctl stop ${servers} && echo stopped
    systemctl is-failed ${servers}
    journalctl --no-pager -o cat -u 'caserne*'
    `,
  )
  said.same = installIn(machine, root, {})
  said.beside = installIn(machine, changedCheckout(), {})
  const data = `caserne-data@${ports.data}`
  const running = `echo "running: $(readlink /proc/$(systemctl show -P MainPID ${data})/cwd)"`
  const current = 'echo "current: $(readlink /opt/caserne/current)"'
  const url = '/etc/caserne/secrets/database_url'
  said.upgrade = runInMachine(
    machine,
    `systemctl start caserne-auth ${data}
    ${running}
    cp ${url} /root/database_url && sed -i 's/:[^:@]*@/:faux@/' ${url}
    systemctl start caserne-migrate 2>/dev/null || echo refused
    ${current}
    cp /root/database_url ${url}
    CASERNE_VERSION=next /opt/caserne/next/deploy/caserne migrate status | tail -1
    systemctl start caserne-migrate && echo migrated
    ${current}
    systemctl is-active ${data}
    ${running}
    systemctl restart ${data}
    ${running}
    /opt/caserne/${version}/deploy/switch.sh
    ${current}
    systemctl stop caserne-auth ${data}
    `,
  )
}, 900_000)
afterAll(() => rmSync(join(machine, '..'), { recursive: true, force: true }))

// The program of a contributor, with the number of the version that is installed.
function changedCheckout(): string {
  const folder = join(machine, '../changed')
  copyCheckout(folder)
  appendFileSync(join(folder, 'src/main.ts'), '// Changed.\n')
  return folder
}

it('the install script says what comes next, and shows secrets to root only', () => {
  expect(said.first).toContain('systemctl start caserne-migrate')
  expect(readdirSync(secrets).filter((name) => statSync(join(secrets, name)).mode & 0o077)).toEqual([])
  expect(statSync(secrets).mode & 0o077).toBe(0)
})

it('a real systemd migrates once, then starts servers that are ready and a worker', () => {
  expect(said.machine).toMatch(/^migrated\nstarted\nactive\nactive\nactive\nactive\n/)
  expect(said.machine).toContain(`"port":${ports.data},"msg":"listening"`)
  expect(said.machine).toContain('"msg":"worker started"')
})

it('no process is root, and the signing keys lie where only the authentication server reads them', () => {
  expect(said.machine).not.toMatch(/^root$/m)
  expect(said.machine).toMatch(/^auth-keys\.json$/m)
})

it('each unit is exposed as little as systemd can measure: at most 1.5 of 10', () => {
  const levels = [...said.machine.matchAll(/Overall exposure level for .*: ([\d.]+)/g)].map(([, level]) =>
    Number(level),
  )
  expect(levels).toHaveLength(4)
  expect(Math.max(...levels)).toBeLessThanOrEqual(1.5)
})

it('a killed server is started again, and all stop in order', () => {
  expect(said.machine).toMatch(/^active\n1\nstopped\ninactive\ninactive\ninactive\ninactive$/m)
})

it('no secret is in the log', () => {
  for (const name of ['api_database_url', 'mailbox_key']) expect(said.machine).not.toContain(secret(name))
})

it('a second run for the same program installs nothing, and changes no setting and no secret', () => {
  expect(said.same).toContain('C’est la version en service')
  const before = readdirSync(secrets).map(secret)
  writeFileSync(join(machine, 'etc/caserne/caserne.env'), 'LOG_LEVEL=debug\n')
  installIn(machine, root, {})
  expect(readdirSync(secrets).map(secret)).toEqual(before)
  expect(readFileSync(join(machine, 'etc/caserne/caserne.env'), 'utf8')).toBe('LOG_LEVEL=debug\n')
})

it('another program with the number of one that is installed goes beside it', () => {
  expect(said.beside).toContain(`installée dans /opt/caserne/${version}-2 (en service : ${version})`)
  expect(readdirSync(join(machine, 'opt/caserne')).toSorted()).toEqual(
    [version, `${version}-2`, 'current', 'next'].toSorted(),
  )
})

it('a migration that fails leaves the old version in service, one that ends well changes it', () => {
  expect(said.upgrade.split('\n').filter((line) => line !== '')).toEqual([
    `running: /opt/caserne/${version}`,
    'refused',
    `current: ${version}`,
    expect.stringContaining('à jour'),
    'migrated',
    `current: ${version}-2`,
    'active',
    `running: /opt/caserne/${version}`,
    `running: /opt/caserne/${version}-2`,
    `current: ${version}`,
  ])
})
