import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKeyFile } from '../../src/auth/key_file.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

const directory = mkdtempSync(join(tmpdir(), 'caserne-key-'))
const file = join(directory, 'auth-keys.json')
const settings = () => ({ DATA_DIR: directory, TZ: 'Europe/Zurich' })
const run = useCommands(settings)
const byProgram = usePrograms(settings)

const kids = (): string[] =>
  JSON.parse(readFileSync(file, 'utf8')).keys.map((key: { kid: string }) => key.kid)

beforeAll(() => makeKeyFile(file))
afterAll(() => rmSync(directory, { recursive: true }))

describe('key rotate', patience, () => {
  it('makes the next key sign and reports since when; a second call changes nothing', async () => {
    const [first, second] = kids()
    const plan = `La clé ${second} signe dès le \\d+ \\S+ \\d{4} à \\d\\d:\\d\\d:\\d\\d UTC\\+[12]\\.\\n`
    const planned = await byProgram(['key', 'rotate'])
    expect(planned.code).toBe(0)
    expect(planned.said).toMatch(new RegExp(`^${plan}$`))
    expect(kids()).toEqual([first, second, expect.any(String)])

    const again = await byProgram(['key', 'rotate'])
    expect(again).toEqual({
      code: 0,
      said: `Une rotation est déjà prévue : rien n’a été changé. ${planned.said}`,
    })
  })

  it('removes a disclosed key at once', async () => {
    const [first, second] = kids()
    expect(await run(['key', 'rotate', '--revoke-current'])).toEqual({
      code: 0,
      said: `La clé qui signait est révoquée, avec ses jetons (en cinq minutes au plus). La clé ${second} signe dès maintenant.\n`,
    })
    expect(kids()).not.toContain(first)
  })

  it('uses the configured file, and reports when it is absent', async () => {
    const elsewhere = join(directory, 'ailleurs.json')
    expect(await run(['key', 'rotate'], { env: { AUTH_KEY_FILE: elsewhere } })).toEqual({
      code: 1,
      said: `Le fichier de clés ${elsewhere} n’existe pas : un serveur le crée au démarrage.\n`,
    })
  })
})
