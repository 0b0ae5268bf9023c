import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { inOrder } from '../support/in_order.ts'
import { isReady, killPrograms, type Program, runProgram } from '../support/program.ts'

const place = mkdtempSync(join(tmpdir(), 'caserne-follow-'))
const checkout = join(place, 'caserne')
const env = { DATA_DIR: join(place, 'data'), PORT: '0', LOG_LEVEL: 'fatal' }
const grades = 'sql/app/listes/grades.sql'
const list = 'sql/api/listes/list_grades.sql'
const current = 'migrations/current.sql'

/** Changes a file of the copied checkout, as an editor does. */
function edit(path: string, change: (text: string) => string): void {
  const file = join(checkout, path)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/** Adds a line to a file of the copied checkout. */
const add = (path: string, line: string) => edit(path, (text) => `${text}${line}\n`)
const original = (path: string) => readFileSync(join(root, path), 'utf8')
/** Puts a file back as it is in this checkout. */
const restore = (path: string) => edit(path, () => original(path))

beforeAll(() => {
  mkdirSync(checkout)
  for (const each of ['package.json', 'src', 'sql', 'migrations'])
    cpSync(join(root, each), join(checkout, each), { recursive: true, verbatimSymlinks: true })
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
})
afterAll(async () => {
  await killPrograms()
  rmSync(place, { recursive: true, force: true })
})

describe('a program that follows sql/', { timeout: 60_000, ...inOrder }, () => {
  let program: Program
  let data = ''
  let token = ''

  const begin = async () => {
    program = runProgram(['start', '--follow'], env, { checkout })
    const at = await isReady(program)
    data = at.data
    const login = await fetch(`${at.auth}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ email: 'commandant@example.org', password: 'caserne-demo' }),
    })
    token = ((await login.json()) as { accessToken: string }).accessToken
  }

  /** Returns the program's output from a change on, once it matches. */
  async function said(change: () => void, pattern: RegExp): Promise<string> {
    const before = program.output().length
    change()
    const news = () => program.output().slice(before)
    await expect.poll(news, { timeout: 20_000, interval: 20 }).toMatch(pattern)
    return news()
  }

  async function listed(): Promise<number> {
    const headers = { 'sis-key': 'hs', authorization: `Bearer ${token}`, connection: 'close' }
    const answer = await fetch(`${data}/grades`, { headers })
    return ((await answer.json()) as { data: unknown[] }).data.length
  }

  async function command(...args: string[]): Promise<string> {
    const run = runProgram(args, env, { checkout })
    await run.ended
    return run.output()
  }

  it('runs a changed function, which the next request calls', async () => {
    await begin()
    expect(await listed()).toBeGreaterThan(5)
    const narrow = (text: string) =>
      text.replace('where g.sis_key', "where g.designation = 'Sapeur' and g.sis_key")
    expect(await said(() => edit(list, narrow), /Exécuté/)).toBe(`Exécuté : ${list}\n`)
    expect(await listed()).toBe(1)
  })

  it('shows a fault with its file and line, goes on, and runs the file once it is right', async () => {
    const wrong = (text: string) => text.replace('limit limite', 'limite')
    const line =
      original(list)
        .split('\n')
        .findIndex((text) => text.includes('limit limite')) + 1
    expect(await said(() => edit(list, wrong), /syntax/)).toContain(`${list}:${line}: syntax error`)
    expect(await listed()).toBe(1)
    await said(() => restore(list), /Exécuté/)
    expect(await listed()).toBeGreaterThan(5)
  })

  it('runs a changed policy', async () => {
    const closed = (text: string) => text.replace('using (sis_key = request.sis_key())', 'using (false)')
    expect(await said(() => edit(grades, closed), /Exécuté/)).toBe(`Exécuté : ${grades}\n`)
    expect(await listed()).toBe(0)
    await said(() => restore(grades), /Exécuté/)
  })

  it('follows a file that is replaced, in a folder that is new', async () => {
    const folder = join(checkout, 'sql/api/essais')
    mkdirSync(folder)
    const file = (text: string) => {
      writeFileSync(
        `${folder}/draft`,
        `create or replace function api.essai() returns text language sql stable as $$ select '${text}' $$;`,
      )
      renameSync(`${folder}/draft`, `${folder}/essai.sql`)
    }
    for (const text of ['un', 'deux', 'trois'])
      expect(await said(() => file(text), /Exécuté/)).toBe('Exécuté : sql/api/essais/essai.sql\n')
    expect(await said(() => rmSync(folder, { recursive: true }), /À faire/)).toContain(
      'function api.essai() n’y est plus, mais reste dans la base. Écrivez « drop function api.essai(); »',
    )
  })

  it('asks for the alter table of a changed table, and runs it', async () => {
    const couleur = (text: string) =>
      text
        .replace('  rang integer', "  couleur text not null default '',\n  rang integer")
        .replace('neutral designation', 'neutral couleur designation')
    expect(await said(() => edit(grades, couleur), /À faire/)).toMatch(
      /À faire : .*grades\.sql : table app\.grades a changé.*Écrivez l’alter table dans migrations\/current\.sql/,
    )
    const alter = "alter table app.grades add column couleur text not null default '';"
    expect(await said(() => add(current, alter), /Exécuté/)).toMatch(
      /^Exécuté : migrations\/current\.sql : alter table/,
    )
    expect(await command('migrate', 'status')).toContain('La base est à jour')
  })

  it('says that an object stays whose statement is gone', async () => {
    const without = (text: string) =>
      text.replace(/drop policy if exists suppression.*\ncreate policy suppression.*\n/, '')
    expect(await said(() => edit(grades, without), /À faire/)).toContain(
      'policy suppression on app.grades n’y est plus, mais reste dans la base',
    )
  })

  it('catches up at its next start, which status foretells', async () => {
    expect((await program.kill('SIGTERM')).code).toBe(0)
    add(list, "comment on schema api is 'Autrement.';")
    expect(await command('migrate', 'status')).toMatch(/d’après un texte antérieur[\s\S]*migrate up exécute/)
    await begin()
    expect(program.output()).toContain(`Exécuté : ${list}\n`)
    expect(await command('migrate', 'status')).toContain('La base est à jour')
    expect((await program.kill('SIGTERM')).code).toBe(0)
  })
})
