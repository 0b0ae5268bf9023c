import { pino } from 'pino'
import { bootstrap } from '../src/db/bootstrap.ts'
import { addCell } from '../src/db/cells/add_cell.ts'
import { migrate } from '../src/db/migrate.ts'
import { loadDemo } from '../src/demo/load.ts'
import { unwatched } from '../src/process/progress.ts'
import { withConnection } from './connection.ts'
import { heading } from './heading.ts'
import { median } from './median.ts'
import { move } from './move.ts'
import { passwords, postgresVersion, prepareDemo, signHeaders, startCluster, startServer } from './setting.ts'
import { type Load, load } from './wrk.ts'

const CONNECTIONS = 8
const permissions = ['sapeur.lecture', 'intervention.lecture']
const PATHS = ['/grades', '/sapeurs?limit=20', '/interventions?limit=20']
const log = pino({ level: 'silent' })

/**
 * GET requests to a SIS of one database and to the same SIS in a second cell, in turn; then as many requests as can be
 * served over one, two and four cells.
 * @param seconds length of each measure, repeated for `rounds`
 */
export async function benchCells(seconds: number, rounds: number): Promise<void> {
  const alone = await prepareDemo()
  process.stdout.write(heading(`cells ${seconds} ${rounds}`, await postgresVersion(alone)))
  const first = await startCluster('principale', { wal_level: 'logical' })
  await bootstrap(first, passwords)
  await migrate(first, log)
  await loadDemo(first)
  const names = ['sud', 'nord', 'ouest']
  for (const nom of names) {
    const url = await startCluster(nom, { wal_level: 'logical' })
    await addCell(first, { nom, url, passwords }, log, unwatched)
  }
  await move(first, 'hs', 'sud')
  // Rebuilt, so that the database works for each request.
  const env = { KEPT_ANSWERS_MB: '0' }
  const [headers = {}] = await signHeaders([{ sis: 'hs', permissions }])
  const [one, cells] = [await startServer(alone, env), await startServer(first, env)]
  process.stdout.write('\n| GET | one database, requests/s | a second cell | ratio |\n|---|---|---|---|\n')
  for (const path of PATHS) {
    const found = { one: [] as Load[], cells: [] as Load[] }
    for (let round = 0; round <= rounds; round += 1)
      for (const [name, { port }] of round % 2 === 0
        ? pairs({ one, cells })
        : pairs({ one, cells }).reverse()) {
        const done = await load(
          { url: `http://127.0.0.1:${port}/api/v2${path}`, headers },
          CONNECTIONS,
          seconds,
        )
        // The first round warms up.
        if (round > 0) found[name].push(done)
      }
    const ratio = median(found.cells.map(({ rate }, n) => rate / (found.one[n]?.rate ?? 1)))
    const rate = (loads: Load[]) => median(loads.map((each) => each.rate)).toFixed(0)
    process.stdout.write(`| ${path} | ${rate(found.one)} | ${rate(found.cells)} | ${ratio.toFixed(3)} |\n`)
  }
  await benchShares(first, names, seconds)
}

// One server and this machine's cores for all: what each cell then gets.
async function benchShares(first: string, names: string[], seconds: number): Promise<void> {
  const everywhere = ['principale', ...names]
  for (const nom of everywhere)
    await withConnection(first, (client) =>
      client.query('select auth.add_sis($1, $2, null, false, $3)', [`b-${nom}`, `Banc ${nom}`, nom]),
    )
  const { port } = await startServer(first, { KEPT_ANSWERS_MB: '0' })
  const askers = everywhere.map((nom) => ({ sis: `b-${nom}`, permissions }))
  const headers = await signHeaders(askers)
  process.stdout.write('\n| cells asked at once | requests/s in all | p99, ms |\n|---|---|---|\n')
  for (const count of [1, 2, 4]) {
    const each = Math.max(1, CONNECTIONS / count)
    const url = `http://127.0.0.1:${port}/api/v2/grades`
    const done = await Promise.all(
      headers.slice(0, count).map((own) => load({ url, headers: own }, each, seconds)),
    )
    const rate = done.reduce((sum, { rate: one }) => sum + one, 0)
    process.stdout.write(
      `| ${count} | ${rate.toFixed(0)} | ${Math.max(...done.map(({ p99 }) => p99)).toFixed(1)} |\n`,
    )
  }
}

function pairs(servers: Record<'one' | 'cells', { port: number }>) {
  return [
    ['one', servers.one],
    ['cells', servers.cells],
  ] as ['one' | 'cells', { port: number }][]
}
