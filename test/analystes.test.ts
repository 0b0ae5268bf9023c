import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../src/config.ts'
import { createAnalystLogin } from '../src/db/analyste_login.ts'
import { useDemo } from './demo/history_fixture.ts'
import { postgres15Missing, runClient } from './support/postgres15.ts'

// The examples name a year that lies in the demo's past.
const { database, rows } = useDemo({ today: '2026-06-15' })
const text = readFileSync(join(root, 'docs/reference/sql.md'), 'utf8')
const examples = [...text.matchAll(/^([^\n]+):\n\n```sql\n(.*?)```$/gms)].map(([, title = '', sql = '']) => [
  title,
  sql,
])

const example = (beginning: string) => examples.find(([title]) => title?.startsWith(beginning))?.[1] ?? ''

const password = randomBytes(12).toString('hex')
const names = { hs: `doc_${password}`, national: `doc_tous_${password}` }
const address = (who: keyof typeof names) =>
  Object.assign(new URL(database.urls.admin), { username: names[who], password }).href
let analyst: pg.Client

beforeAll(async () => {
  for (const who of ['hs', 'national'] as const)
    await createAnalystLogin(await database.as('admin'), {
      name: names[who],
      password,
      national: who === 'national',
    })
  await (await database.as('owner')).query('select auth.grant_analyste($1, $2)', [names.hs, ['hs']])
  analyst = new pg.Client(address('hs'))
  await analyst.connect()
}, 60_000)

afterAll(async () => {
  await analyst.end()
  for (const name of Object.values(names)) await rows(`drop role ${name}`)
})

/** Lines of a statement's result: by psql if it is installed, otherwise by the library. */
async function ask(who: keyof typeof names, sql: string): Promise<string[]> {
  if (postgres15Missing !== null) {
    const client = new pg.Client(address(who))
    await client.connect()
    const result = await client.query({ text: sql, rowMode: 'array' })
    await client.end()
    return result.rows.map((row) => row.join(','))
  }
  const { code, said } = await runClient('psql', [
    '-Xqt',
    '--csv',
    '-v',
    'ON_ERROR_STOP=1',
    '-c',
    sql,
    address(who),
  ])
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' })
  return said.split('\n').filter((line) => line !== '')
}

describe('docs/reference/sql.md', () => {
  it('has fifteen examples', () => {
    expect(examples.length).toBe(15)
  })

  it.each(examples)('%s: runs as printed, and returns rows', async (_title, sql = '') => {
    const [his, all] = [await ask('hs', sql), await ask('national', sql)]
    expect(his.length).toBeGreaterThan(0)
    expect(his.join('\n')).not.toMatch(/^test,/m)
    expect(all.length).toBeGreaterThanOrEqual(his.length)
  })

  it('gives the demo’s figures in its first example', async () => {
    const [total] = await rows(
      `select count(*)::integer as nb from app.interventions where sis_key = 'hs' and annee = 2025`,
    )
    const lines = await ask('hs', example('Federal figures'))
    expect(lines.length).toBe(11)
    expect(lines.reduce((sum, line) => sum + Number(line.split(',')[2]), 0)).toBe(total?.nb)
  })

  it('gives the national analyst the sums over all SIS', async () => {
    const of = async (who: 'hs' | 'national') =>
      (await ask(who, example('Totals of all SIS'))).map((line) => line.split(','))
    const [total] = await rows('select count(*)::integer as nb from app.interventions where annee = 2025')
    const sum = (lines: string[][]) => lines.reduce((nb, line) => nb + Number(line.at(-4)), 0)
    expect(sum(await of('national'))).toBe(total?.nb)
    expect(sum(await of('hs'))).toBeLessThan(total?.nb as number)
  })
})

/** The lists of the document: columns by view, in order. */
function documented(heading: string): Record<string, string> {
  const part = text.slice(text.indexOf(heading)).split(/\n##+ /)[1] ?? ''
  const entries = [...part.matchAll(/^- `(\w+)`: .*?\n {2}Columns: ((?:`\w+`,?\s+)+)/gms)]
  return Object.fromEntries(
    entries.map(([, name = '', columns = '']) => [
      name,
      columns.replaceAll('`', '').trim().replaceAll(/\s+/g, ' '),
    ]),
  )
}

describe('a tool that reads only the catalogue', () => {
  const documentedViews = () => ({
    ...documented('\n## The views'),
    ...documented('\n### Lists and details'),
  })

  it('finds in information_schema the views of the document with their columns, and no others in stats', async () => {
    const { rows } = await analyst.query(
      `select c.table_name as name, string_agg(c.column_name, ', ' order by c.ordinal_position) as columns
         from information_schema.columns c
        where c.table_schema = 'stats'
        group by 1`,
    )
    const found = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
    expect(Object.keys(found).length).toBeGreaterThan(35)
    expect(found).toEqual(documentedViews())
  })

  it('finds by pg_catalog, as JDBC and ODBC do, that these are views, and their comments', async () => {
    const { rows } = await analyst.query(
      `select c.relname as name, d.description
         from pg_catalog.pg_class c
         join pg_catalog.pg_namespace n on n.oid = c.relnamespace
         left join pg_catalog.pg_description d on d.objoid = c.oid and d.classoid = 'pg_catalog.pg_class'::regclass and d.objsubid = 0
        where n.nspname = any (pg_catalog.current_schemas(false))
          and c.relkind = 'v'
          and pg_catalog.has_table_privilege(c.oid, 'select')`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(documentedViews()).sort())
    const unwrapped = text.replaceAll(/\n +/g, ' ')
    for (const { name, description } of rows)
      expect(unwrapped).toContain(`- \`${name}\`: ${description} Columns: `)
  })
})
