import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { copyCheckout } from './copy_checkout.ts'

const copy = join(mkdtempSync(join(tmpdir(), 'caserne-steps-')), 'caserne')

/** Puts lines before the first line of a file that begins with a text. */
function insert(path: string, before: string, lines: string): void {
  const text = readFileSync(join(copy, path), 'utf8')
  expect(text).toContain(`\n${before}`)
  writeFileSync(join(copy, path), text.replace(`\n${before}`, `\n${lines}${before}`))
}

/** Runs a script of the copy with Node: how it ended and what it said. */
function run(script: string, ...args: string[]) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { PATH, HOME, NODE_COMPILE_CACHE, NO_COLOR: '1' },
  })
  return { status, said: stdout + stderr }
}

beforeAll(() => copyCheckout(copy))
afterAll(() => rmSync(join(copy, '..'), { recursive: true, force: true }))

describe('GET /groupes/{id}/sapeurs, added as the README says', () => {
  it('is described, written and given a sample', () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('## Add an endpoint in five steps')
    insert('src/http/openapi/data/listes.yaml', '  /unites:\n', endpoint)
    writeFileSync(join(copy, 'sql/api/listes/list_groupe_sapeurs.sql'), operation)
    insert('test/http/samples/listes.ts', '  list_unites:', sample)
  })

  it('gets its migration by caserne schema, which says what it wrote', () => {
    const { status, said } = run('src/main.ts', 'schema')
    expect(said).toContain('function api.list_groupe_sapeurs(id bigint)')
    expect(said).toContain('migrations/schema.txt')
    expect(status).toBe(0)
    expect(run('src/main.ts', 'schema', '--check')).toEqual({ status: 0, said: '' })
  }, 180_000)

  it('passes the contract and the conventions', () => {
    const { status, said } = run(
      vitest,
      'run',
      'test/contract',
      'test/conventions',
      'test/schema',
      'test/sources',
    )
    expect(status, said).toBe(0)
  }, 600_000)

  it('is swept like every operation', () => {
    const { status, said } = run(vitest, 'run', 'test/http/every_operation', '-t', 'list_groupe_sapeurs')
    expect(status, said).toBe(0)
    expect(said).toMatch(/Tests +[1-9]\d* passed/)
  }, 600_000)
})

const vitest = 'node_modules/vitest/vitest.mjs'

const endpoint = `  /groupes/{id}/sapeurs:
    get:
      operationId: list_groupe_sapeurs
      tags: [listes]
      summary: Who is in a group
      security: *quiconque
      x-not-found: Groupe inconnu
      parameters: *id
      responses:
        "200":
          description: The places in the group.
          x-data: { type: array, items: { $ref: "#/components/schemas/SapeurGroupe" } }

`

const operation = `create or replace function api.list_groupe_sapeurs(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(m) order by m.id) filter (where m.id is not null), '[]')
    from app.groupes g
    left join app.groupe_sapeurs m on m.sis_key = g.sis_key and m.groupe_id = g.id
   where g.sis_key = request.sis_key()
     and g.id = list_groupe_sapeurs.id
   group by g.id
$$;
comment on function api.list_groupe_sapeurs(bigint) is
  'Who is in a group, in the order of entry; null when no such group is visible.';
grant execute on function api.list_groupe_sapeurs(bigint) to caserne_api;
`

const sample = `  list_groupe_sapeurs: async (sql) => ({ path: { id: await added('groupes')(sql) } }),
`
