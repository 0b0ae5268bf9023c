import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connectAsOwner, LOCK_TIMEOUT_MS } from './migrate.ts'

/** Effects of migrations on an existing table. */
export interface TablePlan {
  /** e.g. `app.sapeurs` */
  table: string
  /** Rows, as the planner estimates them. */
  rows: number
  bytes: number
  /** The strongest lock, e.g. `AccessExclusiveLock`. */
  lock: string
  /** Whether reads wait while it is held. */
  blocksReads: boolean
  /** Whether writes wait while it is held. */
  blocksWrites: boolean
  /** For how long the first lock that made writes wait was held, to the nearest 20 ms. */
  heldMs: number
  /** Whether every row was rewritten. */
  rewritten: boolean
  /** Whether the whole table was read. */
  scanned: boolean
  /** Rows that were added, changed or removed. */
  changedRows: number
}

/** Effects of the waiting migrations. */
export interface MigrationPlan {
  durationMs: number
  tables: TablePlan[]
}

const SAMPLE_MS = 20

/**
 * Runs migrations in one transaction, rolls it back, and returns what they locked, wrote and read. It holds the same
 * locks as `migrate up` for as long.
 * @param adminUrl the address of a login that may become caserne_owner
 * @param texts the SQL of the migrations that are left to run, in their order
 */
export async function planMigrations(adminUrl: string, texts: string[]): Promise<MigrationPlan> {
  const [client, watcher] = [await connectAsOwner(adminUrl), await connectAsOwner(adminUrl)]
  try {
    await client.query('begin')
    await client.query(`set local search_path = pg_catalog; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    const before = await readTables(client)
    const watch = watchLocks(watcher, client)
    const begun = performance.now()
    let seen: Map<string, number>
    try {
      for (const text of texts) await client.query(text)
    } finally {
      seen = await watch.stop()
    }
    const ended = performance.now()
    const tables = await readEffects(client)
    await client.query('rollback')
    return {
      durationMs: Math.round(ended - begun),
      tables: tables.flatMap((effect) => planTable(effect, before, ended - (seen.get(effect.oid) ?? ended))),
    }
  } finally {
    await client.end()
    await watcher.end()
  }
}

interface Before {
  oid: string
  name: string
  file: string
  rows: number
  bytes: string
}

interface Effect {
  oid: string
  file: string
  locks: string[]
  read: string
  changed: string
}

const readable = `n.nspname in ('app', 'auth', 'audit', 'jobs', 'request') and c.relkind = 'r'`

async function readTables(client: pg.Client): Promise<Map<string, Before>> {
  const { rows } = await client.query<Before>(
    `select c.oid::text, format('%I.%I', n.nspname, c.relname) as name, pg_relation_filenode(c.oid)::text as file,
            greatest(c.reltuples, 0)::float8 as rows, pg_table_size(c.oid)::text as bytes
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${readable}`,
  )
  return new Map(rows.map((each) => [each.oid, each]))
}

async function readEffects(client: pg.Client): Promise<Effect[]> {
  const { rows } = await client.query<Effect>(
    `select c.oid::text, pg_relation_filenode(c.oid)::text as file, array_agg(l.mode) as locks,
            coalesce(max(s.seq_tup_read), 0)::text as read,
            coalesce(max(s.n_tup_ins + s.n_tup_upd + s.n_tup_del), 0)::text as changed
       from pg_locks l
       join pg_class c on c.oid = l.relation
       join pg_namespace n on n.oid = c.relnamespace
       left join pg_stat_xact_all_tables s on s.relid = c.oid
      where l.pid = pg_backend_pid() and l.database = (select oid from pg_database where datname = current_database())
        and ${readable}
      group by c.oid`,
  )
  return rows
}

// From the weakest to the strongest. From the fifth on writes wait, at the last reads too.
const strengths = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
]
const blocking = strengths.indexOf('ShareLock')

function planTable(effect: Effect, before: Map<string, Before>, heldMs: number): TablePlan[] {
  const table = before.get(effect.oid)
  const lock = effect.locks.sort((a, b) => strengths.indexOf(a) - strengths.indexOf(b)).at(-1)
  if (table === undefined || lock === undefined) return []
  const strength = strengths.indexOf(lock)
  const scanned = Number(effect.read) > 0 && Number(effect.read) >= table.rows
  if (strength < blocking && Number(effect.changed) === 0 && !scanned) return []
  return [
    {
      table: table.name,
      rows: table.rows,
      bytes: Number(table.bytes),
      lock,
      blocksReads: lock === 'AccessExclusiveLock',
      blocksWrites: strength >= blocking,
      heldMs: strength >= blocking ? Math.round(heldMs) : 0,
      rewritten: effect.file !== table.file,
      scanned,
      changedRows: Number(effect.changed),
    },
  ]
}

// Samples which tables the migration has locked against writes, and since when.
function watchLocks(watcher: pg.Client, watched: pg.Client): { stop(): Promise<Map<string, number>> } {
  const since = new Map<string, number>()
  let going = true
  const sample = async () => {
    const { rows } = await watcher.query<{ oid: string }>(
      'select distinct relation::text as oid from pg_locks where pid = $1 and granted and relation is not null and mode = any ($2)',
      [processId(watched), strengths.slice(blocking)],
    )
    for (const { oid } of rows) if (!since.has(oid)) since.set(oid, performance.now())
  }
  const watching = (async () => {
    while (going) {
      await sample()
      await pause(SAMPLE_MS)
    }
    await sample()
  })()
  // Reported by stop.
  watching.catch(() => undefined)
  return {
    stop: async () => {
      going = false
      await watching
      return since
    },
  }
}

function processId(client: pg.Client): number {
  return (client as pg.Client & { processID: number }).processID
}
