import pg from 'pg'
import { pino } from 'pino'
import { createAnalystLogin } from '../src/db/analyste_login.ts'
import { addCell } from '../src/db/cells/add_cell.ts'
import { setUpReporting } from '../src/db/cells/set_up_reporting.ts'
import { unwatched } from '../src/process/progress.ts'
import { withConnection } from './connection.ts'
import { openShape } from './data/open_data.ts'
import { shapes } from './data/sizes.ts'
import { heading } from './heading.ts'
import { median } from './median.ts'
import { move } from './move.ts'
import { as, connect, passwords, postgresVersion, startCluster, started } from './setting.ts'

const YEAR = 2017
const LOGIN = 'banc_national'
const log = pino({ level: 'silent' })
const logical = { wal_level: 'logical', max_wal_senders: '20', max_replication_slots: '20' }
// The year of the nation, from the interventions and by the view of figures.
const questions = {
  'stats.interventions': `select stat_federal_id, count(*) as nb from stats.interventions where annee = $1 group by stat_federal_id order by 1`,
  'stats.federal': `select stat_federal_id, sum(nb) as nb from stats.federal where annee = $1 group by stat_federal_id order by 1`,
}

/**
 * The year of a nation in one database, and in the reporting database over four cells that have the same SIS: one has
 * nearly all of them, three have one each.
 * @param rounds repetitions of each query
 */
export async function benchNation(rounds: number): Promise<void> {
  const { admin, stop } = await openShape('nation', { ...shapes.M, until: `${YEAR + 1}-01-01` }, logical)
  started.add(admin, stop)
  const first = Object.assign(new URL(admin), { password: 'bench' }).href
  await withConnection(admin, (client) => client.query(`alter role postgres password 'bench'`))
  process.stdout.write(heading(`nation ${rounds}`, await postgresVersion(first)))
  await letIn(first)
  const before = await ask(first, rounds)
  for (const [n, nom] of ['sud', 'nord', 'ouest'].entries()) {
    const url = await startCluster(nom, logical)
    await addCell(first, { nom, url, passwords }, log, unwatched)
    await move(first, `s000${n + 1}`, nom)
  }
  const url = await startCluster('rapport', {
    ...logical,
    max_logical_replication_workers: '16',
    max_worker_processes: '24',
  })
  const began = performance.now()
  await setUpReporting(first, { url, passwords, cellUrls: {}, copy: [] }, log, unwatched)
  process.stdout.write(`\nset up in ${((performance.now() - began) / 1_000).toFixed(1)} s\n`)
  await letIn(url)
  const after = await ask(url, rounds)
  process.stdout.write(
    '\n| the nation, its year | one database, ms | four cells, ms | same figures |\n|---|---|---|---|\n',
  )
  for (const [name, { ms, rows }] of before) {
    const found = after.get(name)
    const same = found?.rows === rows ? 'yes' : 'NO'
    process.stdout.write(`| ${name} | ${ms.toFixed(0)} | ${found?.ms.toFixed(0)} | ${same} |\n`)
  }
}

async function letIn(url: string): Promise<void> {
  const client = await connect(url)
  await createAnalystLogin(client, { name: LOGIN, password: 'bench', national: true })
  await client.query('vacuum (analyze)')
}

async function ask(url: string, rounds: number): Promise<Map<string, { ms: number; rows: string }>> {
  const client = new pg.Client(as(url, LOGIN))
  await client.connect()
  const found = new Map<string, { ms: number; rows: string }>()
  for (const [name, text] of Object.entries(questions)) {
    const times: number[] = []
    let rows = ''
    for (let round = -1; round < rounds; round += 1) {
      const began = performance.now()
      rows = JSON.stringify((await client.query(text, [YEAR])).rows)
      // The first round warms up.
      if (round >= 0) times.push(performance.now() - began)
    }
    found.set(name, { ms: median(times), rows })
  }
  await client.end()
  return found
}
