import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkBackups } from '../../../src/commands/doctor/check_backups.ts'
import { readConfig } from '../../../src/config.ts'
import { examineAlone } from './examine_alone.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'caserne-backups-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const examine = (env: Record<string, string> = {}) =>
  examineAlone(checkBackups, readConfig({ BACKUP_DIR: directory, ...env }))

it('says that nobody told where backups are', async () => {
  expect(await examine({ BACKUP_DIR: '' })).toEqual([
    'unchecked: BACKUP_DIR n’est pas donné : leur âge n’est pas connu',
  ])
})

it('finds a directory without a backup at fault, and one with an empty file', async () => {
  const fault = [`fault: ${directory} ne contient aucune sauvegarde`]
  expect(await examine()).toEqual(fault)
  writeFileSync(join(directory, 'empty.dump'), '')
  expect(await examine()).toEqual(fault)
})

it('finds backups at fault once the newest is too old, wherever it lies', async () => {
  const file = join(directory, '2026', 'caserne.dump')
  mkdirSync(join(directory, '2026'))
  writeFileSync(file, 'x')
  expect(await examine()).toEqual([`ok: la dernière de ${directory} a 0 heures`])
  const written = Date.now() / 1000 - 30 * 3600
  utimesSync(file, written, written)
  expect(await examine()).toEqual([
    `fault: la dernière de ${directory} a 30 heures, plus que 26 (BACKUP_MAX_HOURS)`,
  ])
  expect(await examine({ BACKUP_MAX_HOURS: '48' })).toEqual([`ok: la dernière de ${directory} a 30 heures`])
})

it('finds a directory at fault that is not there', async () => {
  expect(await examine({ BACKUP_DIR: join(directory, 'none') })).toEqual([
    expect.stringMatching(/^fault: .*none \(BACKUP_DIR\) : ENOENT/),
  ])
})
