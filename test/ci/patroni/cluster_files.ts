import { execFileSync } from 'node:child_process'
import { chownSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { root } from '../../../src/config.ts'

/** The password of every login of the cluster, and of Patroni's REST API. */
export const PASSWORD = 'patroni-test'
/** The account of PostgreSQL and Patroni. */
export const account = { uid: idOf('-u'), gid: idOf('-g') }

const folder = join(root, 'deploy/patroni')
const text = (name: string) => readFileSync(join(folder, name), 'utf8')

/** Makes the certificate of a machine, as docs/how-to/standbys.md says. @returns the directory of its three files */
export function makeCertificates(directory: string, name: string): string {
  const authority = join(directory, 'authority')
  execFileSync(join(folder, 'certificates.sh'), [authority, name, '127.0.0.1'], { stdio: 'pipe' })
  const tls = join(directory, `${name}.tls`)
  mkdirSync(tls)
  for (const [from, to] of [
    ['ca.crt', 'ca.crt'],
    [`${name}.crt`, 'node.crt'],
    [`${name}.key`, 'node.key'],
  ] as const) {
    copyFileSync(join(authority, from), join(tls, to))
    chownSync(join(tls, to), account.uid, account.gid)
  }
  chownSync(tls, account.uid, account.gid)
  return tls
}

/** The environment of etcd: deploy/patroni/etcd.env for one machine with these ports. */
export function etcdOf(ports: { client: number; peer: number }, tls: string, data: string) {
  const settings = text('etcd.env')
    .replace(/^ETCD_INITIAL_CLUSTER=.*$/m, `ETCD_INITIAL_CLUSTER=node1=https://node1:2380`)
    .replaceAll(/(10\.0\.0\.1|node1):2379/g, `127.0.0.1:${ports.client}`)
    .replaceAll(/(10\.0\.0\.1|node1):2380/g, `127.0.0.1:${ports.peer}`)
    .replaceAll('/etc/etcd/tls', tls)
    .replace('/var/lib/etcd/caserne', data)
  return Object.fromEntries(
    settings
      .split('\n')
      .filter((line) => /^\w/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ) as Record<string, string>
}

/** Places of a node: its ports and directories. */
interface Places {
  rest: number
  postgres: number
  etcd: number
  data: string
  tls: string
}

/** The settings of Patroni: deploy/patroni/patroni.yml with the places of this node. */
export function patroniOf(name: string, { rest, postgres, etcd, data, tls }: Places): string {
  const settled = text('patroni.yml')
    .replaceAll('change-me', PASSWORD)
    .replaceAll('/etc/patroni/tls', tls)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
  const settings = load(settled) as Record<string, Record<string, unknown>>
  const at = (port: number) => ({ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` })
  // JSON is YAML too.
  return JSON.stringify({
    ...settings,
    name,
    restapi: { ...settings.restapi, ...at(rest) },
    etcd: { ...settings.etcd, hosts: [`127.0.0.1:${etcd}`] },
    postgresql: {
      ...settings.postgresql,
      ...at(postgres),
      data_dir: data,
      pgpass: `${data}.pgpass`,
      parameters: {
        ...(settings.postgresql?.parameters as object),
        unix_socket_directories: `${data}.sockets`,
        max_connections: 200,
      },
    },
  })
}

/** The settings of HAProxy: deploy/patroni/haproxy.cfg with these nodes and ports. */
export function haproxyOf(
  nodes: { name: string; rest: number; postgres: number }[],
  ports: { primary: number; standbys: number },
  tls: string,
): string {
  const settled = text('haproxy.cfg')
    .replace(':5000', `:${ports.primary}`)
    .replace(':5001', `:${ports.standbys}`)
    .replace('/etc/haproxy/caserne-ca.crt', join(tls, 'ca.crt'))
  return nodes.reduce(
    (all, { name, rest, postgres }) =>
      all.replaceAll(
        `${name} ${name}:5432 check port 8008`,
        `${name} 127.0.0.1:${postgres} check port ${rest}`,
      ),
    settled,
  )
}

function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
}
