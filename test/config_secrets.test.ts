import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { gather, readConfig } from '../src/config.ts'

describe('a secret', () => {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-secrets-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  const fileWith = (text: string) => {
    const file = join(directory, randomUUID())
    writeFileSync(file, text)
    return file
  }

  it('may be in a file, with a newline at its end', () => {
    const url = 'postgres://caserne_api:secret@db.example.org/caserne'
    expect(readConfig({ API_DATABASE_URL_FILE: fileWith(`${url}\n`) }).API_DATABASE_URL).toBe(url)
  })

  it('is checked wherever it is, and its value is not quoted', () => {
    const wrong = () => readConfig({ MAILBOX_KEY_FILE: fileWith('geheim') })
    expect(wrong).toThrow(/^Configuration invalide :\n {2}MAILBOX_KEY : /)
    expect(wrong).not.toThrow(/geheim/)
  })

  it('is refused if its file is absent or empty, or if the variable is set too', () => {
    const [absent, empty] = [join(directory, 'absent'), fileWith('\n')]
    expect(
      gather({
        SMTP_URL_FILE: absent,
        IMAP_URL_FILE: empty,
        DATABASE_URL_FILE: fileWith('x'),
        DATABASE_URL: 'postgres://x/y',
      }).faults,
    ).toEqual([
      'DATABASE_URL_FILE : DATABASE_URL est déjà donné',
      `SMTP_URL_FILE : le fichier ${absent} n’est pas lisible`,
      `IMAP_URL_FILE : le fichier ${empty} est vide`,
    ])
  })
})
