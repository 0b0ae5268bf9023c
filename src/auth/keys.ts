import { existsSync, readFileSync } from 'node:fs'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type JWK,
} from 'jose'
import { writePrivate } from '../secrets.ts'

/** The key that access tokens are signed with, and its public half as it stands in the JWKS. */
export interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicJwk: JWK
}

/**
 * The signing key: from the configuration (PKCS #8, PEM) or from a file, which is made, with mode 600, when absent.
 * @throws when it is no RSA key.
 */
export async function readSigningKey(pem: string | undefined, file: string): Promise<SigningKey> {
  const privateKey = await importPKCS8(pem ?? (await readOrMake(file)), 'RS256', { extractable: true })
  const { kty, n, e } = await exportJWK(privateKey)
  if (kty !== 'RSA' || n === undefined || e === undefined)
    throw new Error('La clé de signature n’est pas une clé RSA.')
  // RFC 7638: the same key has the same name wherever it is read.
  const kid = await calculateJwkThumbprint({ kty, n, e })
  return { kid, privateKey, publicJwk: { kty, kid, use: 'sig', alg: 'RS256', n, e } }
}

async function readOrMake(file: string): Promise<string> {
  if (!existsSync(file)) {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 })
    writePrivate(file, await exportPKCS8(privateKey))
  }
  return readFileSync(file, 'utf8')
}
