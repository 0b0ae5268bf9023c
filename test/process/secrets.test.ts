import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readMailboxKey, readSecrets, writePrivate } from '../../src/process/secrets.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'caserne-secrets-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

describe('readSecrets', () => {
  it('makes random secrets of full length on first use', () => {
    const { mailboxKey, databasePasswords } = readSecrets(directory)
    expect(Buffer.from(mailboxKey, 'base64')).toHaveLength(32)
    const passwords = Object.values(databasePasswords)
    expect(Object.keys(databasePasswords)).toEqual(['auth', 'api', 'worker'])
    for (const password of passwords) expect(password).toMatch(/^[\w-]{32}$/)
    expect(new Set(passwords).size).toBe(3)
  })

  it('keeps the secrets, in a file for its owner alone', () => {
    const first = readSecrets(directory)
    expect(readSecrets(directory)).toEqual(first)
    expect(modeOf(join(directory, 'secrets.json'))).toBe('600')
    expect(readdirSync(directory)).toEqual(['secrets.json'])
  })

  it('makes other secrets in another directory, and the directory itself', () => {
    const elsewhere = join(directory, 'a', 'b')
    expect(readSecrets(elsewhere)).not.toEqual(readSecrets(directory))
    expect(existsSync(join(elsewhere, 'secrets.json'))).toBe(true)
  })

  it.each(['', '{', '{}', '{"mailboxKey": "AAAA"}'])(
    'throws on a file that holds %j and leaves it unchanged',
    (content) => {
      const file = join(directory, 'secrets.json')
      writeFileSync(file, content)
      expect(() => readSecrets(directory)).toThrow()
      expect(readFileSync(file, 'utf8')).toBe(content)
    },
  )
})

describe('readMailboxKey', () => {
  it('returns the configured key, without making or reading a file', () => {
    expect(readMailboxKey({ MAILBOX_KEY: 'AAAA', DATA_DIR: directory })).toBe('AAAA')
    expect(readdirSync(directory)).toEqual([])
  })

  it('returns the key of the data directory otherwise', () => {
    const { mailboxKey } = readSecrets(directory)
    expect(readMailboxKey({ DATA_DIR: directory })).toBe(mailboxKey)
  })
})

describe('writePrivate', () => {
  it('makes a file of mode 600 whatever the umask', () => {
    const before = process.umask(0)
    try {
      writePrivate(join(directory, 'key'), 'content')
    } finally {
      process.umask(before)
    }
    expect(modeOf(join(directory, 'key'))).toBe('600')
    expect(readFileSync(join(directory, 'key'), 'utf8')).toBe('content')
  })

  it('keeps a file that another program made meanwhile, and leaves no draft', () => {
    const file = join(directory, 'key')
    writeFileSync(file, 'of the other')
    chmodSync(file, 0o600)
    writePrivate(file, 'of this one')
    expect(readFileSync(file, 'utf8')).toBe('of the other')
    expect(readdirSync(directory)).toEqual(['key'])
  })
})
