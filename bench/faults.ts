import { startDovecot } from '../test/support/dovecot.ts'
import { withConnection } from './connection.ts'
import { type Fault, faultsOfAll, faultsOfOne } from './faults/faults.ts'
import { findTables } from './faults/find_tables.ts'
import { GOES_ON_MS, Lane, type Outcome } from './faults/lane.ts'
import { heading } from './heading.ts'
import { postgresVersion, prepareDemo, started } from './setting.ts'

const CONNECTIONS_OF_LANE = 60

/**
 * Tries every fault while mails come, two a second: reading must go on by itself within 15 s of its end, and nothing
 * be lost or doubled.
 * @param lanes how many databases with a worker each take the faults in turn
 * @param wanted part of the names of the faults to try; by default all
 */
export async function benchFaults(lanes: number, wanted = ''): Promise<void> {
  const settings = { max_connections: String(100 + lanes * CONNECTIONS_OF_LANE) }
  const admin = await prepareDemo({ settings })
  const tables = await withConnection(admin, findTables)
  const dovecot = started.add(await startDovecot({ connections: 50 + lanes }), (each) => each.remove())
  const named = (fault: Fault) => fault.name.includes(wanted)
  const waiting = faultsOfOne(tables).filter(named)
  const outcomes: Outcome[] = []
  const failures: string[] = []
  const opened: Lane[] = []
  for (let n = 0; n < lanes; n++) opened.push(await openLane(admin, dovecot, n))
  const take = async (lane: Lane, faults: Fault[]) => {
    for (let fault = faults.shift(); fault !== undefined; fault = faults.shift()) {
      try {
        const outcome = await lane.run(fault)
        outcomes.push(outcome)
        process.stderr.write(`${isWell(outcome) ? 'ok ' : 'BAD'} ${line(outcome)}\n`)
      } catch (error) {
        failures.push(`- Failed: ${fault.name}: ${error}`)
        process.stderr.write(`BAD ${fault.name}: ${error}\n`)
      }
    }
  }
  const [first] = opened
  if (first) await take(first, (await faultsOfAll(admin)).filter(named))
  await Promise.all(opened.map((lane) => take(lane, waiting)))
  process.stdout.write(
    `${heading(`faults ${lanes} ${wanted}`.trim(), await postgresVersion(admin))}\n${[describe(outcomes), ...failures].join('\n')}\n`,
  )
}

async function openLane(admin: string, dovecot: Awaited<ReturnType<typeof startDovecot>>, n: number) {
  const name = `lane_${n}`
  await withConnection(Object.assign(new URL(admin), { pathname: 'postgres' }).href, (client) =>
    client.query(`create database ${name} template bench`),
  )
  return await Lane.open(Object.assign(new URL(admin), { pathname: name }).href, dovecot, name)
}

function isWell({ goesOn, lost, doubled, leftJobs }: Outcome): boolean {
  return goesOn <= GOES_ON_MS && lost === 0 && doubled === 0 && leftJobs === 0
}

// Faults of the same kind and length are one line, and those that failed one each.
function describe(outcomes: Outcome[]): string {
  const kinds = Map.groupBy(outcomes, ({ fault }) => fault.replace(/of \S+,/, 'of a table,'))
  const largest = (all: Outcome[], of: (each: Outcome) => number) => Math.max(...all.map(of))
  const sum = (all: Outcome[], of: (each: Outcome) => number) =>
    all.reduce((total, each) => total + of(each), 0)
  const rows = [...kinds].map(([kind, all]) => {
    const cells = [
      all.length,
      seconds(largest(all, ({ goesOn }) => goesOn)),
      seconds(largest(all, ({ allRead }) => allRead)),
      ...[
        (each: Outcome) => each.mails,
        (each: Outcome) => each.lost,
        (each: Outcome) => each.doubled,
        (each: Outcome) => each.leftJobs,
        (each: Outcome) => each.ends,
      ].map((of) => sum(all, of)),
    ]
    return `| ${kind} | ${cells.join(' | ')} |`
  })
  return [
    '| fault | tried | longest pause in reading after it | all read after, at most | mails | lost | doubled | jobs left | ends of the worker |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    ...outcomes.filter((each) => !isWell(each)).map((each) => `- Failed: ${line(each)}`),
  ].join('\n')
}

function line({ fault, goesOn, allRead, mails, lost, doubled, leftJobs, ends }: Outcome): string {
  return (
    `${fault}: longest pause ${seconds(goesOn)}, all ${mails} read after ${seconds(allRead)}, ` +
    `${lost} lost, ${doubled} doubled, ${leftJobs} jobs left, ${ends} ends`
  )
}

function seconds(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'never'
}
