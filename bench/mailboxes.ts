import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { toRow } from '../src/worker/releves/messagerie_row.ts'
import { startDovecot } from '../test/support/dovecot.ts'
import { heading } from './heading.ts'
import { processTime } from './processor_time.ts'
import { type Program, residentMiB, startWorker } from './program.ts'
import { connect, postgresVersion, prepareEmptyDatabase, started } from './setting.ts'

const MINUTE_MS = 60_000

/**
 * Measures what one worker costs that reads many empty mailboxes: each in IDLE over its own connection, and asked
 * every minute.
 * @param count number of mailboxes
 * @param minutes how long to measure, after the first relève of all
 */
export async function benchMailboxes(count: number, minutes: number): Promise<void> {
  const admin = await prepareEmptyDatabase()
  const client = await connect(admin)
  const dovecot = started.add(await startDovecot({ connections: count + 50 }), (each) => each.remove())
  const key = randomBytes(32).toString('base64')
  await addMailboxes(client, count, { port: dovecot.port, password: dovecot.password }, key)
  const worker = await startWorker(admin, key)
  const began = performance.now()
  const readSince = async (instant: Date) =>
    (
      await client.query('select count(*)::integer as n from jobs.releves where last_success_at > $1', [
        instant,
      ])
    ).rows[0]?.n
  while ((await readSince(new Date(0))) < count) await pause(200)
  const opening = (performance.now() - began) / 1000
  // Until the jobs that the first minute left are done.
  await pause(MINUTE_MS / 2)
  const costs = []
  for (let n = 0; n < minutes; n++) {
    const begins = new Date()
    const cost = await costOf(client, worker, () => pause(MINUTE_MS))
    costs.push({ ...cost, read: await readSince(begins) })
  }
  process.stdout.write(
    `${heading(`mailboxes ${count} ${minutes}`, await postgresVersion(admin))}\n` +
      `| minute | mailboxes read | worker, % of a core | PostgreSQL for it, % | transactions a second | worker, MiB |\n` +
      `|---|---|---|---|---|---|\n` +
      costs
        .map(
          ({ worker, postgres, transactions, memory, read }, n) =>
            `| ${n + 1} | ${read} | ${worker.toFixed(1)} | ${postgres.toFixed(1)} | ${transactions.toFixed(0)} | ${memory.toFixed(0)} |\n`,
        )
        .join('') +
      `\nAll mailboxes connected and read: after ${opening.toFixed(1)} s. Complaints in the log: ` +
      `${JSON.stringify(Object.fromEntries(worker.complaints))}.\n`,
  )
}

// SIS with one mailbox each, without mail.
async function addMailboxes(
  client: pg.Client,
  count: number,
  { port, password }: { port: number; password: string },
  key: string,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => {
    const sis = `b${n + 1}`
    const user = `alarme${n}`
    const settings = { host: '127.0.0.1', port, security: 'none', user, password, folder: 'INBOX' } as const
    return { sis, user, password: toRow({ ...settings, moveTo: null, senders: [] }, key, sis).mot_de_passe }
  })
  await client.query(
    `insert into auth.sis (api_key, nom, abreviation) select 'b' || n, 'SIS Banc ' || n, 'B' || n from generate_series(1, $1) n`,
    [count],
  )
  await client.query(
    'insert into request.homes (sis_key) select api_key from auth.sis on conflict do nothing',
  )
  await client.query(`insert into app.sis (sis_key) select api_key from auth.sis on conflict do nothing`)
  await client.query(
    `insert into app.messageries (sis_key, host, port, securite, utilisateur, mot_de_passe)
     select m ->> 'sis', '127.0.0.1', $2, 'none', m ->> 'user', decode(m ->> 'password', 'base64')
       from json_array_elements($1::json) m`,
    [JSON.stringify(rows), port],
  )
}

// Use of the worker and the sessions of its login during some work; processor time in % of a core.
async function costOf(client: pg.Client, { pid }: Program, work: () => Promise<void>) {
  const sessions = async () => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where usename = 'caserne_worker'",
    )
    return new Map(rows.map((row) => [row.pid, processTime([row.pid])]))
  }
  const transactions = async () =>
    Number(
      (await client.query('select xact_commit from pg_stat_database where datname = current_database()'))
        .rows[0]?.xact_commit,
    )
  const [own, before, commits, began] = [
    processTime([pid]),
    await sessions(),
    await transactions(),
    performance.now(),
  ]
  const last = new Map(before)
  // A session that ends takes its time with it.
  const watch = setInterval(async () => {
    for (const [each, used] of await sessions()) last.set(each, used)
  }, 1_000)
  await work()
  clearInterval(watch)
  for (const [each, used] of await sessions()) last.set(each, used)
  const milliseconds = performance.now() - began
  const postgres = [...last].reduce((sum, [each, used]) => sum + used - (before.get(each) ?? 0), 0)
  return {
    worker: ((processTime([pid]) - own) * 100) / milliseconds,
    postgres: (postgres * 100) / milliseconds,
    transactions: (((await transactions()) - commits) * 1000) / milliseconds,
    memory: residentMiB(pid),
  }
}
