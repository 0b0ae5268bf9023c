import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { inOrder } from '../support/in_order.ts'
import { useCheckout } from './checkout.ts'

const checkout = useCheckout()
const vitest = 'node_modules/vitest/vitest.mjs'

/** Reads the examples of a page by the words after their fences, such as `yaml components`, without the list's indent. */
function examplesOf(page: string, heading: string): (fence: string) => string {
  const text = readFileSync(join(root, page), 'utf8')
  const steps = text.slice(text.indexOf(heading))
  return (fence) => {
    const block = new RegExp(`^   \`\`\`${fence}\\n([\\s\\S]*?)^   \`\`\`$`, 'm').exec(steps)?.[1]
    if (block === undefined) throw new Error(`${page} has no example in ${fence}`)
    return block.replaceAll(/^ {3}/gm, '')
  }
}

/** Describes operations and gives them samples, before those of /unites. */
function describeOperations(example: (fence: string) => string): void {
  const document = 'src/http/openapi/data/listes.yaml'
  checkout.insert(document, '  /unites:\n', `${example('yaml')}\n`)
  checkout.insert(document, '    Grade:\n', example('yaml components'))
  checkout.insert('test/http/samples/listes.ts', '  list_unites:', example('ts').replaceAll(/^(?=.)/gm, '  '))
}

/** Generates what follows from sql/. @returns what `caserne schema` said */
function generate(): string {
  const { status, said } = checkout.run('src/main.ts', 'schema')
  expect(status, said).toBe(0)
  expect(checkout.run('src/main.ts', 'schema', '--check')).toEqual({ status: 0, said: '' })
  return said
}

function expectToPass(...args: string[]): void {
  const { status, said } = checkout.run(vitest, 'run', ...args)
  expect(status, said).toBe(0)
  expect(said).toMatch(/Tests +[1-9]\d* passed/)
}

const rules = ['test/contract', 'test/conventions', 'test/schema', 'test/sources', 'test/glossary']
const sweeps = ['test/http/every_operation', 'test/http/if_none_match.test.ts', 'test/http/if_match.test.ts']

describe(
  'GET /groupes/{id}/sapeurs, added as the README says, then GET and POST /groupes/{id}/consignes with their table',
  inOrder,
  () => {
    it('the first is described, written and given a sample, and is in the next migration', {
      timeout: 180_000,
    }, () => {
      const example = examplesOf('README.md', '## Add an endpoint in five steps')
      describeOperations(example)
      checkout.write('sql/api/listes/list_groupe_sapeurs.sql', example('sql'))
      const migration = checkout.run('src/main.ts', 'schema', '--next').said
      expect(migration).toContain('function api.list_groupe_sapeurs(id bigint)')
    })

    it('the others are described, written and given samples, in eight files', () => {
      const example = examplesOf('docs/how-to/add-a-table.md', '# ')
      describeOperations(example)
      checkout.write('sql/app/listes/consignes.sql', example('sql table'))
      checkout.insert(
        'sql/schema.sql',
        '--!include app/listes/tg_groupes__parent.sql',
        example('sql include'),
      )
      for (const name of ['consigne_json', 'list_groupe_consignes', 'create_groupe_consigne'])
        checkout.write(`sql/api/listes/${name}.sql`, example(`sql ${name}`))
      checkout.write('test/app/listes/tables_consignes.test.ts', example('ts table'))
    })

    it('all get their listing by caserne schema', { timeout: 180_000 }, () => {
      const said = generate()
      expect(said).toContain('migrations/schema.txt')
      expect(said).toContain('function api.list_groupe_sapeurs(id bigint)')
      expect(said).toContain('function api.create_groupe_consigne(id bigint, body jsonb)')
    })

    it('pass the contract and the conventions; the table asks for permissions, and an archive carries it', {
      timeout: 600_000,
    }, () => {
      expectToPass(...rules, 'test/app/every_table', 'test/app/listes/tables_consignes', 'test/db/archive')
    })

    it('are swept like every operation, and have an ETag that follows what they read', {
      timeout: 600_000,
    }, () => {
      expectToPass(...sweeps, '-t', 'list_groupe_sapeurs|groupe_consigne')
    })
  },
)
