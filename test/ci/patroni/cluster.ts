import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../support/free_port.ts'
import { askMachine } from './ask_machine.ts'
import { account, etcdOf, haproxyOf, makeCertificates, PASSWORD, patroniOf } from './cluster_files.ts'

/** PostgreSQL under Patroni, with etcd and HAProxy: all of Debian, on loopback. */
export interface Cluster {
  /** HAProxy's port of the primary, and that of the standbys. */
  ports: { primary: number; standbys: number }
  /** The superuser's address, through HAProxy. */
  adminUrl: string
  /** The node that is the primary now. @param but is not asked @throws while there is none */
  primary(but?: string): Promise<Node>
  /** How many standbys stream from it, and whether a commit waits for one. */
  standbys(): Promise<{ streaming: number; synchronous: number }>
  /** The ports that machines of the cluster have for one another. */
  inner: { etcd: { client: number; peer: number }; rest: number; postgres: number }
  /** The authority, certificate and key of a machine. */
  certificate: { ca: Buffer; cert: Buffer; key: Buffer }
  /** The file of Patroni's settings, of the first machine. */
  settings: string
  stop(): Promise<void>
}

/** Patroni and its PostgreSQL. */
interface Node {
  name: string
  /** Sends a signal to Patroni, its PostgreSQL and all of its processes. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  start(): void
}

/** Starts the cluster of deploy/patroni, with its files but other addresses. @throws when no primary comes up */
export async function startCluster(): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-patroni-'))
  chownSync(directory, account.uid, account.gid)
  const running: ChildProcess[] = []
  const start = (
    command: string,
    args: string[],
    as: Partial<typeof account> & { env?: Environment } = {},
  ) => {
    const child = spawn(command, args, {
      ...as,
      cwd: directory,
      detached: true,
      stdio: 'ignore',
    })
    running.push(child)
    return child
  }
  const asPostgres = { ...account, env: { PATH: process.env.PATH ?? '', HOME: directory } }
  const [tls = '', ...others] = ['node1', 'node2', 'node3'].map((name) => makeCertificates(directory, name))
  const etcd = { client: await freePort(), peer: await freePort() }
  start('/usr/bin/etcd', [], { env: etcdOf(etcd, tls, join(directory, 'etcd')) })
  const nodes = await Promise.all(
    ['node1', 'node2', 'node3'].map(async (name, n) => {
      const [rest, postgres] = [await freePort(), await freePort()]
      const file = join(directory, `${name}.yml`)
      const places = { rest, postgres, etcd: etcd.client, data: join(directory, name) }
      writeFileSync(file, patroniOf(name, { ...places, tls: [tls, ...others][n] ?? '' }))
      mkdirSync(join(directory, name), { mode: 0o700 })
      chownSync(join(directory, name), account.uid, account.gid)
      let child = start('/usr/bin/patroni', [file], asPostgres)
      const node: Node = {
        name,
        signal: (signal) => {
          for (const pid of family(child.pid ?? 0, join(directory, name))) send(pid, signal)
        },
        start: () => {
          child = start('/usr/bin/patroni', [file], asPostgres)
        },
      }
      return { ...node, rest, postgres, file }
    }),
  )
  const ports = { primary: await freePort(), standbys: await freePort() }
  writeFileSync(join(directory, 'haproxy.cfg'), haproxyOf(nodes, ports, tls))
  start('/usr/sbin/haproxy', ['-db', '-f', join(directory, 'haproxy.cfg')])
  const adminUrl = `postgres://postgres:${PASSWORD}@127.0.0.1:${ports.primary}/postgres`
  const certificate = {
    ca: readFileSync(join(tls, 'ca.crt')),
    cert: readFileSync(join(tls, 'node.crt')),
    key: readFileSync(join(tls, 'node.key')),
  }
  const [first] = nodes
  const cluster: Cluster = {
    ports,
    adminUrl,
    inner: { etcd, rest: first?.rest ?? 0, postgres: first?.postgres ?? 0 },
    certificate,
    settings: first?.file ?? '',
    primary: async (but) => {
      const asked = nodes.map(async (node) => {
        if (node.name === but) throw new Error('not asked')
        const status = await askMachine(`https://127.0.0.1:${node.rest}/primary`, { ca: certificate.ca })
        if (status !== 200) throw new Error(`${node.name} is not the primary`)
        return node
      })
      return await Promise.any(asked)
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

type Environment = Record<string, string>

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
