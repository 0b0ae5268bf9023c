import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../src/config.ts'
import { readDocument } from '../../src/http/document/document.ts'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const run = promisify(execFile)
const servers = useServers(useDatabase())
const client = join(root, 'test/client')
const folder = mkdtempSync(join(tmpdir(), 'caserne-client-'))
const strict = {
  target: 'esnext',
  lib: ['esnext', 'dom'],
  module: 'nodenext',
  types: [],
  noEmit: true,
  allowImportingTsExtensions: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
}

/** Compiles a client in the folder: what the compiler objects to, empty when nothing. */
async function compile(source: string): Promise<string> {
  writeFileSync(join(folder, 'client.ts'), source)
  const tsc = join(root, 'node_modules/typescript/lib/tsc.js')
  const done = run(process.execPath, [tsc, '-p', join(folder, 'tsconfig.json')])
  return await done.then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

beforeAll(async () => {
  const generator = join(client, 'node_modules/openapi-typescript/bin/cli.js')
  for (const name of ['auth', 'data'] as const) {
    const document = join(folder, `${name}.json`)
    writeFileSync(document, JSON.stringify(readDocument(name).source))
    await run(process.execPath, [generator, document, '-o', join(folder, `${name}.d.ts`)])
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: strict, files: ['client.ts'] }),
  )
  copyFileSync(join(client, 'package.json'), join(folder, 'package.json'))
})

afterAll(() => rmSync(folder, { recursive: true }))

it('a client compiles strictly against types generated from both documents', async () => {
  const source = readFileSync(join(client, 'client.ts'), 'utf8')
  expect(await compile(source)).toBe('')
  const wrong = source
    .replace("heure_debut: '14:29'", 'heure_debut: 14.29')
    .replace('titre, date_time', 'titre, heure')
  const faults = await compile(wrong)
  expect(faults).toContain("Type 'number' is not assignable to type 'string'")
  expect(faults).toContain("Property 'heure'")
})

it('no field of a record is of a type that nothing can be done with', () => {
  const types = readFileSync(join(folder, 'data.d.ts'), 'utf8')
  const schemas = types.slice(types.indexOf('\n    schemas: {'), types.indexOf('\n    responses: {'))
  expect(schemas).toContain('InterventionComplete: {')
  // A report of a tablet as it was received, rows of the journal, and rows of one's own data are any objects.
  expect(schemas.match(/^.*\b(?:unknown|never)[;>].*$/gm)?.map((line) => line.trim())).toEqual(
    Array(4).fill('[key: string]: unknown;'),
  )
  expect(schemas).not.toMatch(/&/)
})

it('the client signs in, writes an intervention, lists it and sends a complete one', async () => {
  const { milestones, tryApi } = await import(join(client, 'client.ts'))
  const day = `${new Date().getFullYear()}-01-02`
  const login = { email: 'commandant@example.org', password: 'caserne-demo' }
  const seen = await tryApi(servers.urls().data, 'hs', login, day)
  expect(seen.listed).toEqual([seen.written])
  expect([seen.written.objet, seen.written.statut]).toEqual(['Feu de cuisine', 0])
  expect(seen.complete).toMatchObject({ id: seen.sent.id, objet: 'Inondation', statut: 1 })
  expect(milestones(seen.complete)).toEqual([`${seen.sent.numero} 15:05 Eau pompée`])
})
