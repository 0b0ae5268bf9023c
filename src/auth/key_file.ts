import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import { writePrivate } from '../process/secrets.ts'
import { KeySet, StoredKey } from './key_set.ts'

const LOCK_TRIES = 40
const LOCK_PAUSE_MS = 50

/**
 * Creates the key file if it is absent, with a key that signs and the next one. Two programs that start at once share
 * one file.
 */
export async function makeKeyFile(file: string): Promise<void> {
  if (existsSync(file)) return
  const [current, next] = await generateKeys()
  writePrivate(file, format([{ ...current, signs_from: new Date().toISOString() }, next]))
}

/** Parses the text of a key file. @throws an error that repeats nothing of the text, which holds secrets. */
export function parseKeyFile(text: string, file: string): StoredKey[] {
  const parsed = KeySet.safeParse(parseJson(text, file), { error: z.locales.fr().localeError })
  if (parsed.success) return parsed.data.keys
  const [issue] = parsed.error.issues
  throw unusable(file, [issue?.path.join('.'), issue?.message].filter(Boolean).join(' : '))
}

/** The error for a key file that cannot be used. The file is left unchanged. */
export function unusable(file: string, why: string): Error {
  return new Error(
    `Le fichier de clés ${file} n’est pas un jeu de clés RSA (JWK Set, RFC 7517), il est laissé tel quel : ${why}`,
  )
}

/**
 * Replaces the keys of a file by what `change` makes of them. Changes run one at a time, and a reader sees the old
 * file or the new one.
 * @throws when the file is absent, unusable, holds public keys only, or stays locked by another program.
 */
export async function changeKeyFile<Plan extends { keys: StoredKey[]; changed: boolean }>(
  file: string,
  change: (keys: StoredKey[]) => Plan,
): Promise<Plan> {
  if (!existsSync(file))
    throw new Error(`Le fichier de clés ${file} n’existe pas : un serveur le crée au démarrage.`)
  const unlock = await lock(`${file}.lock`)
  try {
    const keys = parseKeyFile(readFileSync(file, 'utf8'), file)
    if (keys.every((key) => key.d === undefined))
      throw new Error(
        `Le fichier de clés ${file} ne contient aucune clé privée : changez celui du serveur qui signe.`,
      )
    const plan = change(keys)
    if (plan.changed) replace(file, format(plan.keys))
    return plan
  } finally {
    unlock()
  }
}

/** Two new keys, published now, without a time to sign from. */
export async function generateKeys(): Promise<[StoredKey, StoredKey]> {
  return await Promise.all([generateKey(), generateKey()])
}

async function generateKey(): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 })
  const jwk = await exportJWK(privateKey)
  // RFC 7638: a name computed from the key.
  const kid = await calculateJwkThumbprint(jwk)
  return StoredKey.parse({ ...jwk, kid, published_at: new Date().toISOString() })
}

function format(keys: StoredKey[]): string {
  return `${JSON.stringify({ keys }, null, 2)}\n`
}

// The error of JSON.parse would repeat parts of the text.
function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unusable(file, 'ce n’est pas du JSON')
  }
}

// Writes a draft and renames it, so that a reader sees the old file or the new one. The file keeps its owner.
function replace(file: string, text: string): void {
  const { uid, gid } = statSync(file)
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true })
    if (uid !== process.getuid?.()) chownSync(draft, uid, gid)
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

// The lock is held for milliseconds. A lock that stays was left by a killed program.
async function lock(file: string): Promise<() => void> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    if (tryCreate(file)) return () => rmSync(file, { force: true })
    await pause(LOCK_PAUSE_MS)
  }
  throw new Error(
    `Le verrou ${file} ne se libère pas : si aucun autre programme ne change les clés, supprimez-le.`,
  )
}

function tryCreate(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
