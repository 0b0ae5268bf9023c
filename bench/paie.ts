import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDovecot } from '../test/support/dovecot.ts'
import { openShape } from './data/open_data.ts'
import { type Shape, shapes } from './data/sizes.ts'
import { setAnalyzed } from './data/statistics.ts'
import { heading } from './heading.ts'
import { addMailboxes, findPlaces } from './journee/mailboxes.ts'
import { composeAlarms, type Door, imputeYear } from './paie/impute_year.ts'
import { parentOf } from './processor_time.ts'
import { type Program, residentMiB, startServing, startWorker } from './program.ts'
import { connect, postgresVersion, signHeaders, started } from './setting.ts'

/** The accounting year, in which the alarms of today are too. */
const YEAR = 2026
const MEMORY_MS = 20

/**
 * The pay of a large SIS: the imputation of a year by a worker, while alarms come by mail, then a décompte of
 * everybody and its documents.
 */
export async function benchPaie(people: number, presences: number): Promise<void> {
  const { admin } = started.add(
    await openShape('paie', shapeOf(people, presences), { autovacuum: 'on' }),
    (each) => each.stop(),
  )
  const client = await connect(admin)
  await client.query(readFileSync(join(import.meta.dirname, 'paie/prepare.sql'), 'utf8'))
  await setAnalyzed(admin, true)
  const [place] = await findPlaces(client)
  if (place === undefined) throw new Error('the data have no SIS')
  const dovecot = started.add(await startDovecot(), (each) => each.remove())
  const key = randomBytes(32).toString('base64')
  await addMailboxes(client, [place], dovecot, key)
  const alarms = await composeAlarms(place)
  const [data, worker] = [await startServing('data', admin), await startWorker(admin, key)]
  const door = await openDoor(data, place.sis)
  const { rows } = await client.query(
    `select e.id::integer as year, pg_backend_pid() as pid, count(*)::integer as presences,
            count(distinct p.sapeur_id)::integer as people, count(distinct i.id)::integer as interventions
       from app.exercices_comptables e
       join app.interventions i on i.exercice_comptable_id = e.id and i.statut = 2
       join app.intervention_sapeurs p on p.intervention_id = i.id
      where e.annee = $1
      group by e.id`,
    [YEAR],
  )
  const { year, pid, ...counts } = rows[0]
  process.stdout.write(
    [
      heading(`paie ${people} ${presences}`, await postgresVersion(admin)),
      `${counts.people} people, ${counts.presences} presences at ${counts.interventions} interventions.`,
      '',
      '| the year, by one worker | |',
      '|---|---|',
      await imputeYear(door, year, {
        deliver: (mail) => dovecot.deliver(mail, place.sis),
        alarms,
        programs: { worker: worker.pid, PostgreSQL: parentOf(pid), 'data server': data.pid },
      }),
      await measureDecompte(door, year, data),
    ].join('\n'),
  )
}

// One SIS, from the first day of the year until the last one of all data; interventions have 50 to 59 presences.
function shapeOf(people: number, presences: number): Shape {
  const since = `${YEAR}-01-01`
  const days = (Date.parse(shapes.M.until) - Date.parse(since)) / 86_400_000
  return {
    ...shapes.M,
    sis: 1,
    sapeurs: Math.ceil((people * 100) / 85),
    interventionsAYear: Math.round((presences / 54.5) * (365 / days)),
    since,
    openSince: since,
    presencesFrom: 50,
    presencesRange: 10,
  }
}

// Asks the data server for someone who reads interventions and keeps the accounts.
async function openDoor({ port }: Program, sis: string): Promise<Door> {
  const permissions = ['intervention.lecture', 'comptabilite.lecture', 'comptabilite.modification']
  const [caller = {}] = await signHeaders([{ sis, permissions }])
  const headers = { ...caller, 'content-type': 'application/json' }
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, { method, headers, ...sent })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
}

// A décompte of everybody, with deductions, and all that comes out of it.
async function measureDecompte(door: Door, year: number, data: Program): Promise<string> {
  const lines = ['| over HTTP | seconds | status | MB | data server, at most MiB |', '|---|---|---|---|---|']
  const measure = async (method: string, path: string, body?: object) => {
    let most = residentMiB(data.pid)
    const timer = setInterval(() => {
      most = Math.max(most, residentMiB(data.pid))
    }, MEMORY_MS)
    const began = performance.now()
    const { status, bytes } = await door(method, path, body)
    const seconds = (performance.now() - began) / 1000
    clearInterval(timer)
    lines.push(
      `| ${method} ${path} | **${seconds.toFixed(1)}** | ${status} | ${(bytes.length / 1e6).toFixed(2)} | ${most.toFixed(0)} |`,
    )
    return bytes
  }
  const body = {
    exercice_comptable_id: year,
    designation: 'Soldes',
    date: `${YEAR}-12-31`,
    deduction: true,
  }
  await measure('POST', '/decomptes/simulation', body)
  const made = await measure('POST', '/decomptes', body)
  const id: number = JSON.parse(made.toString()).data?.id ?? 0
  for (const document of [
    `${id}`,
    `${id}/pdf`,
    `${id}/pdf?fiches=true`,
    `${id}/iso20022`,
    `${id}/export?format=csv`,
    `${id}/export?format=xlsx`,
  ])
    await measure('GET', `/decomptes/${document}`)
  await measure('DELETE', `/decomptes/${id}`)
  lines.push('', `Complaints in the log of the data server: ${JSON.stringify([...data.complaints])}`, '')
  return lines.join('\n')
}
