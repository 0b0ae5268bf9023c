import { heading } from './heading.ts'
import { as, makeTokens, postgresVersion, prepareEmptyDatabase, startServer } from './setting.ts'
import { fillSis, fillYears } from './statistiques/load.ts'
import { type Column, timeQueries } from './statistiques/time_queries.ts'
import { withMeasures } from './statistiques/with_measures.ts'

const FIRST = 2017
const LAST = 2026

/**
 * Measures figures of one SIS and of the nation, with one year of history and with ten.
 * @param rounds repetitions of each query.
 */
export async function benchStatistiques(sis: number, rounds: number): Promise<void> {
  const admin = await prepareEmptyDatabase()
  const filling = await fillSis(admin, sis)
  await fillYears(filling, FIRST, FIRST)
  process.stdout.write(heading(`statistiques ${sis} ${rounds}`, await postgresVersion(admin)))
  const port = await startServer('whole', [as(admin, 'caserne_api'), as(admin, 'caserne_auth')])
  const tokens = await makeTokens()
  const measure = (annee: number) =>
    withMeasures(filling, admin, port, tokens, annee, (all) => timeQueries(all, rounds))
  const columns = [await measure(FIRST)]
  const began = performance.now()
  await fillYears(filling, FIRST + 1, LAST)
  const minutes = (performance.now() - began) / 60_000
  columns.push(await measure(FIRST), await measure(LAST))
  const { rows } = await filling.client.query(
    `select (select count(*) from app.interventions)::integer as interventions,
            (select count(*) from app.intervention_sapeurs)::integer as presences`,
  )
  const [{ interventions, presences } = { interventions: 0, presences: 0 }] = rows
  process.stdout.write(
    `\n${sis} SIS, ${LAST - FIRST + 1} years, ${interventions} interventions, ${presences} presences; nine of the years were loaded in ${minutes.toFixed(1)} minutes.\n\n`,
  )
  process.stdout.write(table(columns))
  await filling.client.end()
}

function table(columns: Column[]): string {
  const names = [...(columns[0]?.keys() ?? [])]
  const cell = (name: string, column: Column | undefined) => {
    const { ms, fast, pages } = column?.get(name) ?? { ms: 0, fast: 0, pages: null }
    return `${ms.toFixed(2)} · ${fast.toFixed(2)}${pages === null ? '' : ` (${pages})`}`
  }
  const [alone, often, last] = columns
  const ratio = (name: string) => ((often?.get(name)?.fast ?? 0) / (alone?.get(name)?.fast ?? 1)).toFixed(2)
  const rows = names.map(
    (name) =>
      `| ${name} | ${cell(name, alone)} | ${cell(name, often)} | ${ratio(name)} | ${cell(name, last)} |`,
  )
  const [sql = '', http = ''] = names
  const over = columns.map((column) =>
    ((column.get(http)?.fast ?? 0) / (column.get(sql)?.fast ?? 1)).toFixed(2),
  )
  return [
    `Medians in ms · the fastest tenth, by which ratios are made; in brackets the pages read. The year before is counted beside each: ${FIRST} has none.`,
    '',
    `| | ${FIRST}, alone | ${FIRST} of ten years | ratio | ${LAST} of ten years |`,
    '|---|---|---|---|---|',
    ...rows,
    '',
    `GET /stat-federal / \`api.list_stat_federal\`: **${over.join(', ')}**`,
    '',
  ].join('\n')
}
