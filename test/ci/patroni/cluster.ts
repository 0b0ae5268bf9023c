import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import pg from 'pg'
import { root } from '../../../src/config.ts'
import { freePort } from '../../support/free_port.ts'

/** PostgreSQL under Patroni, with etcd and HAProxy: all of Debian, on loopback. */
export interface Cluster {
  /** HAProxy's port of the primary, and that of the standbys. */
  ports: { primary: number; standbys: number }
  /** The superuser's address, through HAProxy. */
  adminUrl: string
  /** The node that is the primary now. @throws while there is none */
  primary(): Promise<Node>
  /** How many standbys stream from it, and whether a commit waits for one. */
  standbys(): Promise<{ streaming: number; synchronous: number }>
  stop(): Promise<void>
}

/** Patroni and its PostgreSQL. */
interface Node {
  name: string
  /** Sends a signal to Patroni, its PostgreSQL and all of its processes. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  start(): void
}

const PASSWORD = 'patroni-test'
const folder = join(root, 'deploy/patroni')
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
const account = { uid: idOf('-u'), gid: idOf('-g') }

/** Starts the cluster of deploy/patroni, with its files but other addresses. @throws when no primary comes up */
export async function startCluster(): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-patroni-'))
  chownSync(directory, account.uid, account.gid)
  const running: ChildProcess[] = []
  const start = (command: string, args: string[], as?: typeof account) => {
    const child = spawn(command, args, { ...as, cwd: directory, detached: true, stdio: 'ignore' })
    running.push(child)
    return child
  }
  const etcd = await startEtcd(start, directory)
  const nodes = await Promise.all(
    ['node1', 'node2', 'node3'].map(async (name) => {
      const [rest, postgres] = [await freePort(), await freePort()]
      const file = join(directory, `${name}.yml`)
      writeFileSync(file, patroniOf(name, { rest, postgres, etcd, data: join(directory, name) }))
      mkdirSync(join(directory, name), { mode: 0o700 })
      chownSync(join(directory, name), account.uid, account.gid)
      let child = start('/usr/bin/patroni', [file], account)
      const node: Node = {
        name,
        signal: (signal) => {
          for (const pid of family(child.pid ?? 0, join(directory, name))) send(pid, signal)
        },
        start: () => {
          child = start('/usr/bin/patroni', [file], account)
        },
      }
      return { ...node, rest, postgres }
    }),
  )
  const ports = { primary: await freePort(), standbys: await freePort() }
  writeFileSync(join(directory, 'haproxy.cfg'), haproxyOf(nodes, ports))
  start('/usr/sbin/haproxy', ['-db', '-f', join(directory, 'haproxy.cfg')])
  const adminUrl = `postgres://postgres:${PASSWORD}@127.0.0.1:${ports.primary}/postgres`
  const cluster: Cluster = {
    ports,
    adminUrl,
    primary: async () => {
      for (const node of nodes) if (await isHealthy(`http://127.0.0.1:${node.rest}/primary`)) return node
      throw new Error('there is no primary')
    },
    standbys: () => countStandbys(adminUrl),
    stop: async () => {
      for (const node of nodes) node.signal('SIGKILL')
      for (const child of running) send(child.pid ?? 0, 'SIGKILL')
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return cluster
}

type Start = (command: string, args: string[], as?: typeof account) => ChildProcess

async function startEtcd(start: Start, directory: string): Promise<number> {
  const [client, peer] = [await freePort(), await freePort()]
  const at = (port: number) => `http://127.0.0.1:${port}`
  start('/usr/bin/etcd', [
    '--enable-v2=true',
    `--data-dir=${join(directory, 'etcd')}`,
    `--listen-client-urls=${at(client)}`,
    `--advertise-client-urls=${at(client)}`,
    `--listen-peer-urls=${at(peer)}`,
    `--initial-advertise-peer-urls=${at(peer)}`,
    `--initial-cluster=default=${at(peer)}`,
  ])
  return client
}

interface Places {
  rest: number
  postgres: number
  etcd: number
  data: string
}

// deploy/patroni/patroni.yml with the places of this node.
function patroniOf(name: string, { rest, postgres, etcd, data }: Places): string {
  const settings = load(text('patroni.yml')) as Record<string, Record<string, unknown>>
  const at = (port: number) => ({ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` })
  const login = (username: string) => ({ username, password: PASSWORD })
  // JSON is YAML too.
  return JSON.stringify({
    ...settings,
    name,
    restapi: at(rest),
    etcd: { hosts: [`127.0.0.1:${etcd}`] },
    postgresql: {
      ...settings.postgresql,
      ...at(postgres),
      data_dir: data,
      pgpass: `${data}.pgpass`,
      authentication: {
        superuser: login('postgres'),
        replication: login('replication'),
        rewind: login('rewind'),
      },
      pg_hba: [
        'local all all trust',
        'host all all samehost scram-sha-256',
        'host replication all samehost scram-sha-256',
      ],
      parameters: { unix_socket_directories: `${data}.sockets`, max_connections: 200 },
    },
  })
}

function haproxyOf(
  nodes: { name: string; rest: number; postgres: number }[],
  ports: Cluster['ports'],
): string {
  const settled = text('haproxy.cfg')
    .replace(':5000', `:${ports.primary}`)
    .replace(':5001', `:${ports.standbys}`)
  return nodes.reduce(
    (all, { name, rest, postgres }) =>
      all.replaceAll(
        `${name} ${name}:5432 check port 8008`,
        `${name} 127.0.0.1:${postgres} check port ${rest}`,
      ),
    settled,
  )
}

async function isHealthy(url: string): Promise<boolean> {
  return await fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )
}

async function countStandbys(url: string): Promise<{ streaming: number; synchronous: number }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::integer as streaming, (count(*) filter (where sync_state = 'sync'))::integer as synchronous
         from pg_stat_replication where state = 'streaming'`,
    )
    return rows[0]
  } catch {
    return { streaming: 0, synchronous: 0 }
  } finally {
    await client.end().catch(() => undefined)
  }
}

// Patroni starts PostgreSQL in a session of its own, and each backend is in one too.
function family(patroni: number, data: string): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
          return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const]
        } catch {
          return []
        }
      }),
  )
  const postmaster = postmasterOf(data)
  const found = [patroni, ...(postmaster === null ? [] : [postmaster])].filter((pid) => parents.has(pid))
  for (const pid of found) {
    for (const [child, parent] of parents) if (parent === pid && !found.includes(child)) found.push(child)
  }
  return found
}

function postmasterOf(data: string): number | null {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return null
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It may have ended since it was found.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
}
