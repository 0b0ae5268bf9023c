import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { type Logger, pino } from 'pino'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { StoredKey } from '../../src/auth/key_set.ts'
import { type KeyRing, openKeyRing } from '../../src/auth/keys.ts'
import { root } from '../../src/config.ts'
import { writeNewKeys } from '../support/keys.ts'

const FOLLOW_MS = 5

/** A directory for each test, and the rings opened in it. */
interface KeyPlace {
  file: string
  directory: string
  log: Logger
  /** The log, line by line. */
  lines: string[]
  /**
   * Opens a ring on the key file, made if absent, or on another file. The ring follows the file without delay
   * and is closed after the test.
   */
  open(file?: string): Promise<KeyRing>
}

export function useKeyPlace(): KeyPlace {
  const place = { directory: '', file: '' }
  const lines: string[] = []
  const log = pino(new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }))
  const rings: KeyRing[] = []
  beforeEach(() => {
    place.directory = mkdtempSync(join(tmpdir(), 'caserne-keys-'))
    place.file = join(place.directory, 'auth-keys.json')
  })
  afterEach(() => {
    for (const ring of rings.splice(0)) ring.close()
    lines.splice(0)
    rmSync(place.directory, { recursive: true })
  })
  return Object.assign(place, {
    log,
    lines,
    open: async (file?: string) => {
      if (file === undefined && !existsSync(place.file)) writeNewKeys(place.file)
      const ring = await openKeyRing(file ?? place.file, log, FOLLOW_MS)
      rings.push(ring)
      return ring
    },
  })
}

export function storedKeys(file: string): StoredKey[] {
  return JSON.parse(readFileSync(file, 'utf8')).keys
}

export function writeKeys(file: string, keys: object[]): void {
  writeFileSync(file, JSON.stringify({ keys }))
}

/** Moves every time in a key file into the past. */
export function age(file: string, minutes: number): void {
  const earlier = (instant?: string) =>
    instant && new Date(Date.parse(instant) - minutes * 60_000).toISOString()
  const aged = storedKeys(file).map((key) => ({
    ...key,
    published_at: earlier(key.published_at),
    signs_from: earlier(key.signs_from),
  }))
  writeKeys(file, aged)
}

export const kidsOf = (ring: KeyRing) => ring.publicKeys().keys.map((key) => key.kid)

/** Waits until an expectation holds. */
export const soon = (check: () => void) => vi.waitFor(check, { timeout: 25_000 })

/** Waits until the ring has read these keys. */
export const follows = (ring: KeyRing, kids: (string | undefined)[]) =>
  soon(() => expect(kidsOf(ring)).toEqual(kids))

/** Evaluates `expression` in another process, with the exports of src/auth/keys.ts, and returns its JSON. */
export async function askProgram(expression: string): Promise<unknown> {
  const program = `
    import * as keys from ${JSON.stringify(join(root, 'src/auth/keys.ts'))}
    process.stdout.write(JSON.stringify(${expression}))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return JSON.parse(stdout)
}
