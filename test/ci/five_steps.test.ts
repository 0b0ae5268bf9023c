import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { copyCheckout } from './copy_checkout.ts'

const copy = join(mkdtempSync(join(tmpdir(), 'caserne-steps-')), 'caserne')

/** The README's example in a language, without the indent of its list. */
function example(language: string): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const steps = readme.slice(readme.indexOf('## Add an endpoint in five steps'))
  const block = new RegExp(`^   \`\`\`${language}\\n([\\s\\S]*?)^   \`\`\`$`, 'm').exec(steps)?.[1]
  if (block === undefined) throw new Error(`the README's five steps have no example in ${language}`)
  return block.replaceAll(/^ {3}/gm, '')
}

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
    insert('src/http/openapi/data/listes.yaml', '  /unites:\n', `${example('yaml')}\n`)
    insert('src/http/openapi/data/listes.yaml', '    Grade:\n', example('yaml components'))
    writeFileSync(join(copy, 'sql/api/listes/list_groupe_sapeurs.sql'), example('sql'))
    insert('test/http/samples/listes.ts', '  list_unites:', example('ts').replaceAll(/^/gm, '  '))
  })

  it('is in the next migration, and in the listing that caserne schema writes', () => {
    expect(run('src/main.ts', 'schema', '--next').said).toContain(
      'function api.list_groupe_sapeurs(id bigint)',
    )
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

  it('is swept like every operation, and has an ETag that follows what it reads', () => {
    const files = ['test/http/every_operation', 'test/http/if_none_match.test.ts']
    const { status, said } = run(vitest, 'run', ...files, '-t', 'list_groupe_sapeurs')
    expect(status, said).toBe(0)
    expect(said).toMatch(/Tests +[1-9]\d* passed/)
  }, 600_000)
})

const vitest = 'node_modules/vitest/vitest.mjs'
