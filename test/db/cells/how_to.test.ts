import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { root } from '../../../src/config.ts'
import { addCell } from '../../../src/db/cells/add_cell.ts'
import { unwatched } from '../../../src/process/progress.ts'
import { type OwnPostgres, startOwnPostgres } from '../../faults/own_postgres.ts'
import { passwords } from '../../support/cluster_templates.ts'
import { runScript } from '../../support/run_script.ts'
import { useServers } from '../../support/servers.ts'
import { shellBlocks } from '../../support/shell_blocks.ts'
import { eventually } from './cells_fixture.ts'

const page = 'docs/how-to/cells.md'
const text = readFileSync(join(root, page), 'utf8')
const [prepare = '', makeEmpty = '', ...more] = [...text.matchAll(/^```sql\n(.*?)^```/gms)].map(
  ([, sql = '']) => sql,
)
const script = shellBlocks(new Map([[page, text]]))
  .filter(({ how }) => how === 'cells')
  .map(({ commands }) => commands)
  .join('\n')

const started: OwnPostgres[] = []
const place = mkdtempSync(join(tmpdir(), 'caserne-cells-'))
const at = (which: number) => {
  const found = started[which]
  if (found === undefined) throw new Error('not started yet')
  return found
}
// One database with the demo, and a cluster without any, neither of which replicates rows yet.
beforeAll(async () => {
  chmodSync(place, 0o755)
  started.push(...(await Promise.all([startOwnPostgres(), startOwnPostgres({ empty: true })])))
}, 120_000)
afterAll(async () => {
  for (const each of started) await each.remove()
  rmSync(place, { recursive: true })
})
const servers = useServers({
  get urls() {
    return at(0).urls
  },
})

it('one database becomes two cells by the commands of the page alone', { timeout: 180_000 }, async () => {
  expect(more).toEqual([])
  const [here, there] = [at(0).urls.admin, at(1).urls.admin]
  const both = [here, there].map((url) => new URL(url).host).join(', ')
  const added = addCell(here, { nom: 'sud', url: there, passwords }, pino({ level: 'silent' }), unwatched)
  await expect(added).rejects.toThrow(`PostgreSQL (${both}) ne répliquent pas encore : lancez sur chacun`)
  for (const cluster of started) {
    for (const statement of prepare.trim().split('\n')) await cluster.rows(statement)
    await cluster.restart()
  }
  await at(1).rows(makeEmpty)
  const second = Object.assign(new URL(at(1).urls.admin), { pathname: 'caserne' }).href
  const { admin, auth, api, worker } = at(0).urls
  const addresses = { postgres: admin, caserne_auth: auth, caserne_api: api, caserne_worker: worker }
  const commands = Object.entries(addresses).reduce(
    (all, [login, url]) => all.replaceAll(`postgres://${login}:…@pg1/caserne`, url),
    script.replaceAll('postgres://postgres:…@pg2/caserne', second),
  )
  expect(commands).not.toContain('…')
  expect(await runScript(commands, { place, env: { LOG_LEVEL: 'warn' } })).toEqual({ code: 0, said: '' })

  // The page has data servers restarted that run already.
  await servers.restart()
  expect((await servers.data('/ready')).body.cells).toEqual({ principale: 'ok', sud: 'ok' })
  const homes = 'select sis_key as sis from request.homes order by 1'
  await eventually(at(0), homes, [{ sis: 'test' }])
  for (const sis of ['hs', 'ln', 'test'])
    expect([sis, (await servers.data('/api/v2/grades', { as: 'admin@example.org', sis })).status]).toEqual([
      sis,
      200,
    ])
  expect(
    (await servers.data('/api/v2/sapeurs', { as: 'admin@example.org', sis: 'hs' })).body.data,
  ).not.toEqual([])
})
