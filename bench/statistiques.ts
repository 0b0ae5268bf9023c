import { openData, openShape } from './data/open_data.ts'
import { shapes } from './data/sizes.ts'
import { setAnalyzed } from './data/statistics.ts'
import { heading } from './heading.ts'
import { postgresVersion, started, startServer } from './setting.ts'
import { type Column, timeQueries } from './statistiques/time_queries.ts'
import { withAnalystes } from './statistiques/with_analystes.ts'
import { withMeasures } from './statistiques/with_measures.ts'

const FIRST = 2017
const LAST = 2026
const SIS = shapes.M.sis

/**
 * Measures figures of one SIS and of the nation, with the first year of M alone and with all ten.
 * @param rounds repetitions of each query.
 */
export async function benchStatistiques(rounds: number): Promise<void> {
  const alone = started.add(await openShape('year', { ...shapes.M, until: `${FIRST + 1}-01-01` }), (each) =>
    each.stop(),
  )
  const ten = started.add(await openData('M'), (each) => each.stop())
  await setAnalyzed(ten.admin, true)
  process.stdout.write(heading(`statistiques ${rounds}`, await postgresVersion(ten.admin)))
  const measure = (admin: string, annees: number[]) =>
    withAnalystes(admin, async () => {
      const { port } = await startServer(admin)
      const columns: Column[] = []
      for (const annee of annees)
        columns.push(await withMeasures(admin, SIS, port, annee, (all) => timeQueries(all, rounds)))
      return columns
    })
  const columns = [...(await measure(alone.admin, [FIRST])), ...(await measure(ten.admin, [FIRST, LAST]))]
  process.stdout.write(`\n${table(columns)}`)
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
