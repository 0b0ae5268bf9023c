import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { sisKey } from './data/sizes.ts'
import { followAlarmes } from './follow_alarmes.ts'
import { heading } from './heading.ts'
import { quantile } from './median.ts'
import { processTime } from './processor_time.ts'
import { type Program, residentMiB, startServing } from './program.ts'
import { connect, postgresVersion, prepareDatabase, signHeaders } from './setting.ts'

// Long enough for each stream to read once by itself.
const QUIET_MS = 20_000

/**
 * Measures the time from the commit of an alarm until each listener of its SIS has it, over its own connection.
 * @param listeners number of listeners, each with an account of its own. A tenth as many listen in another SIS and
 * must get nothing.
 * @param alarms number of alarms of one SIS after the other; then a tenth as many times each SIS has one at once
 * @param sis number of SIS among which the listeners are divided
 */
export async function benchFlux(listeners: number, alarms: number, sis: number): Promise<void> {
  // The last SIS gets no alarm, so its listeners must hear nothing.
  const admin = await prepareDatabase(sis + 1)
  const client = await connect(admin)
  const users = await addUsers(client, Math.ceil(listeners * 1.1))
  const server = await startServing('data', admin, { ALARM_STREAMS: String(users.length) })
  const empty = residentMiB(server.pid)
  const heard = Array.from({ length: sis + 1 }, () => [] as number[])
  const places = users.map((_, n) => (n < listeners ? n % sis : sis))
  const permissions = ['intervention.lecture']
  const askers = users.map((user, n) => ({ sis: sisKey((places[n] ?? 0) + 1), permissions, user }))
  const headers = await signHeaders(askers)
  const began = performance.now()
  for (let n = 0; n < users.length; n += 50)
    await Promise.all(
      headers.slice(n, n + 50).map((each, m) => {
        const ears = heard[places[n + m] ?? 0] ?? []
        return followAlarmes(server.port, each, () => ears.push(performance.now()))
      }),
    )
  const opening = performance.now() - began

  const each = (place: number) => places.filter((other) => other === place).length
  const one = new Timing()
  for (let n = -3; n < alarms; n++) {
    const place = (n + 3) % sis
    const committed = await store(client, [sisKey(place + 1)], n)
    await until(() => (heard[place]?.length ?? 0) >= each(place))
    // The first few warm caches and compilers.
    one.take(committed, heard, n >= 0)
  }
  const all = new Timing()
  const everywhere = Array.from({ length: sis }, (_, n) => sisKey(n + 1))
  for (let n = -1; sis > 1 && n < alarms / 10; n++) {
    const committed = await store(client, everywhere, n)
    await until(() => heard.slice(0, sis).flat().length >= listeners)
    all.take(committed, heard, n >= 0)
  }
  const quiet = await costOf(client, server, () => pause(QUIET_MS))

  process.stdout.write(
    `${heading(`flux ${listeners} ${alarms} ${sis}`, await postgresVersion(admin))}\n` +
      `| ms from the commit to the arrival | p50 | p99 | max |\n|---|---|---|---|\n` +
      one.line(`an alarm of one SIS: at each of its ${each(0)} listeners`, one.all) +
      one.line('at the last of them', one.last) +
      (sis > 1
        ? all.line(`an alarm of ${sis} SIS at once: at each of ${listeners} listeners`, all.all) +
          all.line('at the last of them', all.last)
        : '') +
      `\nAll streams open: after ${(opening / 1000).toFixed(1)} s. Memory of the server: ${empty.toFixed(0)} MiB, ` +
      `with ${users.length} streams ${residentMiB(server.pid).toFixed(0)} MiB. Without alarms, % of a core: ` +
      `server ${quiet.server.toFixed(1)}, PostgreSQL ${quiet.postgres.toFixed(1)}.\n\n` +
      `The ${each(sis)} listeners of another SIS got ${heard[sis]?.length} events.\n`,
  )
}

async function addUsers(client: pg.Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into auth.users (name, email, password_hash)
     select 'Flux', 'flux' || n || '@example.org', '!' from generate_series(1, $1) n returning id::integer`,
    [count],
  )
  return rows.map(({ id }) => id)
}

// Stores an alarm of each SIS with a group and its people in one transaction, like the worker. Returns the time of the
// commit.
async function store(client: pg.Client, sis: string[], n: number): Promise<number> {
  await client.query('begin')
  const { rows } = await client.query(
    `insert into app.alarmes (sis_key, date, type, code, adresse, intervention_voulue)
     select sis, now(), 'Alarme réelle', 'FEU BAT', 'Rue du Banc ' || $2, false from unnest($1::text[]) sis
     returning sis_key, id`,
    [sis, n],
  )
  const made = [rows.map(({ sis_key }) => sis_key), rows.map(({ id }) => id)]
  await client.query(
    `insert into app.alarme_groupes (sis_key, alarme_id, no, nom)
     select sis, id, '90', 'EM' from unnest($1::text[], $2::bigint[]) a (sis, id)`,
    made,
  )
  await client.query(
    `insert into app.alarme_personnes (sis_key, alarme_id, groupe_no, groupe_nom, nom_complet)
     select sis, id, '90', 'EM', 'Inconnu ' || n
       from unnest($1::text[], $2::bigint[]) a (sis, id), generate_series(1, 5) n`,
    made,
  )
  await client.query('commit')
  return performance.now()
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await pause(5)
}

class Timing {
  readonly all: number[] = []
  readonly last: number[] = []

  // Takes the times that were heard, and empties them, save those of another SIS.
  take(committed: number, heard: number[][], counts: boolean): void {
    const after = heard.slice(0, -1).flatMap((times) => times.splice(0).map((each) => each - committed))
    if (!counts) return
    this.all.push(...after)
    this.last.push(Math.max(...after))
  }

  line(name: string, values: number[]): string {
    const cells = [0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(0))
    return `| ${name} | ${cells.join(' | ')} |\n`
  }
}

// The processor time of the server and of its sessions while something happens, in % of a core.
async function costOf(client: pg.Client, server: Program, work: () => Promise<void>) {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where usename = 'caserne_api'",
  )
  const used = () => [server.pid, ...rows.map(({ pid }) => pid)].map((pid) => processTime([pid]))
  const [before, began] = [used(), performance.now()]
  await work()
  // A session that the pool ends meanwhile counts nothing.
  const spent = used().map((each, n) => Math.max(0, each - (before[n] ?? 0)))
  const share = spent.map((each) => (each * 100) / (performance.now() - began))
  const [own = 0, ...sessions] = share
  return { server: own, postgres: sessions.reduce((sum, one) => sum + one, 0) }
}
