import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeKeyFile } from '../../../src/auth/key_file.ts'
import { checkSigningKeys } from '../../../src/commands/doctor/check_signing_keys.ts'
import { readConfig } from '../../../src/config.ts'
import { examineAlone } from './examine_alone.ts'

let directory = ''
let file = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'caserne-keys-'))
  file = join(directory, 'keys.json')
})
afterEach(() => rmSync(directory, { recursive: true }))

const examine = () => examineAlone(checkSigningKeys, readConfig({ AUTH_KEY_FILE: file }))

it('says that there is no file yet, then how old the key is', async () => {
  expect(await examine()).toEqual([`unchecked: ${file} n’existe pas ici : un serveur le crée au démarrage`])
  await makeKeyFile(file)
  expect(await examine()).toEqual(['ok: la clé qui signe a 0 jours'])
})

it('draws attention to a key of more than a year, and finds one of more than two at fault', async () => {
  await makeKeyFile(file)
  const aged = async (days: number) => {
    const { keys } = JSON.parse(readFileSync(file, 'utf8'))
    keys[0].signs_from = new Date(Date.now() - days * 86_400_000 - 1000).toISOString()
    writeFileSync(file, JSON.stringify({ keys }))
    return await examine()
  }
  expect(await aged(365)).toEqual(['ok: la clé qui signe a 365 jours'])
  expect(await aged(366)).toEqual(['warning: la clé qui signe a 366 jours'])
  expect(await aged(731)).toEqual(['fault: la clé qui signe a 731 jours'])
  expect(await aged(1)).toEqual(['ok: la clé qui signe a 1 jours'])
})

it('finds a file that other accounts can read at fault', async () => {
  await makeKeyFile(file)
  chmodSync(file, 0o644)
  expect(await examine()).toContain(
    `fault: ${file} : d’autres comptes de cette machine peuvent lire les clés privées`,
  )
})

it('finds a file that is broken at fault, without repeating it', async () => {
  writeFileSync(file, '{"keys": [{"d": "geheim"', { mode: 0o600 })
  expect(await examine()).toEqual([
    expect.stringMatching(/^fault: Le fichier de clés .* n’est pas du JSON$|^fault: .*JSON/),
  ])
  expect((await examine()).join()).not.toContain('geheim')
})
