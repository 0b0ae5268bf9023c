import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg, { escapeIdentifier, escapeLiteral } from 'pg'
import type { Step } from '../../process/progress.ts'
import { admit, type Cell, type Publication, publish, type Reach, type Stream, streamOf } from './cell.ts'
import { handOver } from './receiver.ts'

/** One side of a replication: a cell, and a superuser's connection to it. */
export interface Side {
  cell: Cell
  client: pg.Client
  /** The address that the connection was made with: the other side connects with its options. */
  url: string
  /** How commands reach other cells; by default with this login. */
  reach?: Reach
}

const LOOK_MS = 50

/** Makes a publication, or makes it publish what it should. */
export function ensurePublication(client: pg.Client, publication: Publication): Promise<void> {
  return ensurePublished(client, { publication, publish: publish(publication) })
}

/** Makes the publication that a stream reads, or makes it publish what it should. */
export async function ensurePublished(
  client: pg.Client,
  { publication, publish: statement }: Pick<Stream, 'publication' | 'publish'>,
): Promise<void> {
  const { rowCount } = await client.query('select from pg_publication where pubname = $1', [publication])
  // A later release may publish more.
  const changing = statement
    .replace(/^create publication (\S+) for/, 'alter publication $1 set')
    .replace(/ with \(publish = [^)]*\)$/, '')
  await client.query(rowCount === 0 ? statement : changing)
}

/**
 * Makes one cell follow what another publishes, and waits until it has copied all rows. May be called again: what
 * stands is left.
 */
export function follow(
  subscriber: Side,
  publisher: Side,
  publication: Publication,
  step: Step,
): Promise<void> {
  const stream = streamOf(publication, publisher.cell.nom, subscriber.cell.nom)
  return followStream(subscriber, publisher, stream, step)
}

/** As `follow`, for any stream. @throws in French when the subscription stops, or is removed meanwhile */
export async function followStream(
  subscriber: Side,
  publisher: Side,
  stream: Stream,
  step: Step,
): Promise<void> {
  await ensurePublished(publisher.client, stream)
  if (await hasSubscription(subscriber.client, stream.name)) {
    await handOver(subscriber.client, stream.name)
    await subscriber.client.query(`alter subscription ${escapeIdentifier(stream.name)} enable`)
    await subscriber.client.query(`alter subscription ${escapeIdentifier(stream.name)} refresh publication`)
  } else {
    const password = await admitFollower(publisher, stream)
    await makeSlot(publisher.client, stream.name)
    await subscribe(subscriber.client, publisher, stream, password)
  }
  await awaitCopy(subscriber, stream, step)
}

/** Makes a subscription for a slot that is there. Within a transaction it begins with the commit. */
export async function subscribe(
  subscriber: pg.Client,
  publisher: Side,
  { name, publication, login, options }: Stream,
  password: string,
): Promise<void> {
  await subscriber.query(
    `create subscription ${escapeIdentifier(name)}
       connection ${escapeLiteral(conninfo(publisher, login, password))}
       publication ${escapeIdentifier(publication)}
       with (enabled = false, create_slot = false, slot_name = ${escapeLiteral(name)}${options ?? ''}${await asOwner(subscriber)})`,
  )
  // Its workers start only now, with the rights of that role.
  await handOver(subscriber, name)
  await subscriber.query(`alter subscription ${escapeIdentifier(name)} enable`)
}

/** Ends a subscription with its slot. The publisher may be away: then its slot stays, and is named in the answer. */
export async function unfollow(
  subscriber: pg.Client,
  publisher: pg.Client | null,
  name: string,
): Promise<{ slotLeft: boolean }> {
  if (await hasSubscription(subscriber, name)) {
    const id = escapeIdentifier(name)
    await subscriber.query(`alter subscription ${id} disable`)
    await subscriber.query(`alter subscription ${id} set (slot_name = none)`)
    await subscriber.query(`drop subscription ${id}`)
  }
  if (publisher === null) return { slotLeft: true }
  await dropSlot(publisher, name)
  return { slotLeft: false }
}

/** Whether a database has a subscription of this name. */
export async function hasSubscription(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_subscription where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())`,
    [name],
  )
  return rowCount === 1
}

// The slot is made first, because a subscription within one cluster would wait for itself.
async function makeSlot(client: pg.Client, name: string): Promise<void> {
  await dropSlot(client, name)
  await client.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
}

/** Drops a slot, also one that somebody reads. */
export async function dropSlot(client: pg.Client, name: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ pid: number | null }>(
      'select active_pid as pid from pg_replication_slots where slot_name = $1',
      [name],
    )
    const [slot] = rows
    if (slot === undefined) return
    if (slot.pid === null) {
      const done = await client.query('select pg_drop_replication_slot($1)', [name]).then(
        () => true,
        // Taken again just now: by the worker of a subscription that is ending.
        (error: unknown) => {
          if (error instanceof pg.DatabaseError && error.code === '55006') return false
          throw error
        },
      )
      if (done) return
    } else await client.query('select pg_terminate_backend($1)', [slot.pid])
    await pause(LOOK_MS)
  }
}

/** Gives the login of a stream what it needs, and a new password. @returns the password */
export async function admitFollower(publisher: Side, stream: Stream): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  const { rowCount } = await publisher.client.query('select from pg_roles where rolname = $1', [stream.login])
  if (rowCount === 0) await publisher.client.query(`create role ${escapeIdentifier(stream.login)}`)
  for (const statement of admit(stream, password)) await publisher.client.query(statement)
  return password
}

/** Drops the login of a stream, if it is there. */
export async function dropLogin(client: pg.Client, login: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login])
  if (rowCount === 0) return
  const name = escapeIdentifier(login)
  await client.query(`drop owned by ${name}`)
  await client.query(`drop role ${name}`)
}

// Until PostgreSQL 15 changes are applied as the subscription's owner; later this must be said, because the owners of
// tables are bound by the policies of SIS. The owner is no superuser, and the server need not ask for the password.
async function asOwner(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  return (rows[0]?.version ?? 0) >= 160_000 ? ', run_as_owner = true, password_required = false' : ''
}

function conninfo({ cell, url }: Side, user: string, password: string): string {
  const options = new URL(url).searchParams
  const parts = {
    host: cell.hote,
    port: String(cell.port),
    dbname: cell.base,
    user,
    password,
    application_name: user,
    // A publisher that vanished is noticed, so that the subscription connects again.
    keepalives_idle: '10',
    keepalives_interval: '5',
    keepalives_count: '3',
    ...Object.fromEntries(
      ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => {
        const value = options.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ),
  }
  return Object.entries(parts)
    .map(([name, value]) => `${name}='${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`)
    .join(' ')
}

async function awaitCopy({ client, cell }: Side, { name, tables }: Stream, step: Step): Promise<void> {
  const seen = new Set<string>()
  for (;;) {
    const { rows } = await client.query<{ table: string; ready: boolean }>(
      `select r.srrelid::regclass::text as table, r.srsubstate = 'r' as ready
         from pg_subscription_rel r
         join pg_subscription s on s.oid = r.srsubid
        where s.subname = $1 and s.subdbid = (select oid from pg_database where datname = current_database())`,
      [name],
    )
    for (const { table } of rows.filter(({ ready, table: each }) => ready && !seen.has(each))) {
      seen.add(table)
      step(table)
    }
    if (rows.length >= tables.length && rows.every(({ ready }) => ready)) return
    await requireRunning(client, cell, name)
    await pause(LOOK_MS)
  }
}

/** @throws in French when a subscription is disabled or gone: PostgreSQL tells why in its log only. */
export async function requireRunning(client: pg.Client, { nom }: Cell, name: string): Promise<void> {
  const { rows } = await client.query<{ enabled: boolean }>(
    `select subenabled as enabled from pg_subscription
      where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())`,
    [name],
  )
  if (rows[0] === undefined) throw new Error(`La souscription ${name} a disparu de la cellule ${nom}.`)
  if (!rows[0].enabled)
    throw new Error(
      `Ce qui arrive à la cellule ${nom} s’est arrêté sur une erreur : le journal de PostgreSQL de cette cellule dit laquelle (souscription ${name}).`,
    )
}
