import { webcrypto } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type CryptoKey, importJWK, type JWK } from 'jose'
import type { Logger } from 'pino'
import { changeKeyFile, generateKeys, makeKeyFile, parseKeyFile, unusable } from './key_file.ts'
import {
  type KeyPlan,
  revokeCurrent,
  rotate,
  type StoredKey,
  signingKeyAt,
  verifyingKeysAt,
} from './key_set.ts'

const FOLLOW_MS = 1_000
const { subtle } = webcrypto

/** A key that signs access tokens. */
export interface SigningKey {
  kid: string
  privateKey: CryptoKey
}

/** The content of the JWKS: public members only. */
export interface PublicKeySet {
  keys: JWK[]
}

/** The current keys of a key file. */
export interface KeyRing {
  /** The key that signs now. @throws when no key can sign, for instance because the file holds public keys only. */
  signingKey(): SigningKey
  readonly canSign: boolean
  /**
   * Retired keys whose tokens may still be valid, the current key and the next. The same object for as long as the
   * keys are the same.
   */
  publicKeys(): PublicKeySet
  /** Stops watching the file. */
  close(): void
}

/**
 * Opens a key file (a JWK Set), which is created if absent, and watches it: a change takes effect within seconds. If
 * the file becomes unreadable, the keys stay as they were, and the log says so once.
 * @throws when the file exists but is no set of RSA keys.
 */
export async function openKeyRing(
  file: string,
  log: Pick<Logger, 'warn' | 'info'>,
  followMs = FOLLOW_MS,
): Promise<KeyRing> {
  await makeKeyFile(file)
  let text = await readFile(file, 'utf8')
  const ring = new Ring(file, await importKeys(text, file))
  let fault = ''
  const readAgain = async () => {
    try {
      const read = await readFile(file, 'utf8')
      if (read !== text) {
        ring.replace(await importKeys(read, file))
        text = read
        log.info({ kids: ring.publicKeys().keys.map((key) => key.kid) }, 'signing keys have changed')
      }
      fault = ''
    } catch (error) {
      if (ring.closed) return
      const reason = error instanceof Error ? error.message : ''
      if (reason !== fault) log.warn({ reason }, 'key file cannot be used: the keys stay as they were')
      fault = reason
    }
  }
  ring.follow(readAgain, followMs)
  return ring
}

/**
 * Plans the next key to sign, ten minutes after its publication at the earliest. Tokens of the current key stay valid
 * until they expire. Changes nothing while a key waits for its time; the answer names that key and its time.
 */
export async function rotateKeys(file: string): Promise<Omit<KeyPlan, 'keys'>> {
  const fresh = await generateKeys()
  const { kid, signsFrom, changed } = await changeKeyFile(file, (keys) => rotate(keys, fresh, Date.now()))
  return { kid, signsFrom, changed }
}

/**
 * Replaces a disclosed key: the next key signs at once, and the tokens of the current key and all before it become
 * invalid, within five minutes on servers that verify by a JWKS address. If the whole file was disclosed, so was the
 * next key: call this twice.
 */
export async function revokeCurrentKey(file: string): Promise<Pick<KeyPlan, 'kid'>> {
  const fresh = await generateKeys()
  const { kid } = await changeKeyFile(file, (keys) => revokeCurrent(keys, fresh, Date.now()))
  return { kid }
}

interface ImportedKeys {
  stored: StoredKey[]
  privateKeys: Map<string, CryptoKey>
}

class Ring implements KeyRing {
  readonly #file: string
  #keys: ImportedKeys
  #published: PublicKeySet
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(file: string, keys: ImportedKeys) {
    this.#file = file
    this.#keys = keys
    this.#published = publish(keys.stored)
  }

  /** A ring that was closed while it read the file logs nothing. */
  get closed(): boolean {
    return this.#closed
  }

  get canSign(): boolean {
    return signingKeyAt(this.#keys.stored, Date.now()) !== undefined
  }

  signingKey(): SigningKey {
    const { kid = '' } = signingKeyAt(this.#keys.stored, Date.now()) ?? {}
    const privateKey = this.#keys.privateKeys.get(kid)
    if (privateKey === undefined) throw new Error(`Aucune clé du fichier ${this.#file} ne peut signer.`)
    return { kid, privateKey }
  }

  publicKeys(): PublicKeySet {
    // Between two reads of the file keys only drop out, so a different number means different keys.
    const valid = verifyingKeysAt(this.#keys.stored, Date.now())
    if (valid.length !== this.#published.keys.length) this.#published = publish(valid)
    return this.#published
  }

  replace(keys: ImportedKeys): void {
    this.#keys = keys
    this.#published = publish(keys.stored)
  }

  // Each read begins after the previous one has ended, and none keeps the program alive.
  follow(readAgain: () => Promise<void>, everyMs: number): void {
    if (this.#closed) return
    const again = () => this.follow(readAgain, everyMs)
    this.#timer = setTimeout(() => readAgain().then(again), everyMs).unref()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }
}

function publish(keys: StoredKey[]): PublicKeySet {
  return { keys: verifyingKeysAt(keys, Date.now()).map(publicHalf) }
}

function publicHalf({ kty, kid, use, alg, n, e }: StoredKey) {
  return { kty, kid, use, alg, n, e }
}

async function importKeys(text: string, file: string): Promise<ImportedKeys> {
  const stored = parseKeyFile(text, file)
  const privateKeys = new Map<string, CryptoKey>()
  for (const key of stored) {
    try {
      const privateKey = await importKey(key)
      if (privateKey) privateKeys.set(key.kid, privateKey)
    } catch {
      throw unusable(file, `la clé ${key.kid} est illisible`)
    }
  }
  return { stored, privateKeys }
}

// Undefined for a public key. A private key signs once on trial, so that a damaged half shows here and not in every
// token.
async function importKey(key: StoredKey): Promise<CryptoKey | undefined> {
  const publicKey = await importJWK(publicHalf(key), 'RS256')
  if (key.d === undefined) return undefined
  const privateKey = await importJWK(key, 'RS256')
  const signature = await subtle.sign(privateKey.algorithm, privateKey, new Uint8Array(1))
  if (await subtle.verify(publicKey.algorithm, publicKey, signature, new Uint8Array(1))) return privateKey
  throw new Error('the halves do not match')
}
