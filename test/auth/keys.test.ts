import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportPKCS8, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSigningKey } from '../../src/auth/keys.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'caserne-keys-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

async function makePem(algorithm: string, options: object = {}): Promise<string> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true, ...options })
  return exportPKCS8(privateKey)
}

it('is made when the file is absent, 2048 bits, for its owner alone', async () => {
  const file = join(directory, 'sub', 'key.pem')
  const { publicJwk, kid } = await readSigningKey(undefined, file)
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  expect(readFileSync(file, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
  expect(Buffer.from(publicJwk.n ?? '', 'base64url')).toHaveLength(256)
  expect(publicJwk).toEqual({ kty: 'RSA', kid, use: 'sig', alg: 'RS256', n: publicJwk.n, e: 'AQAB' })
})

it('is the same each time it is read, and another elsewhere', async () => {
  const first = await readSigningKey(undefined, join(directory, 'key.pem'))
  const again = await readSigningKey(undefined, join(directory, 'key.pem'))
  const other = await readSigningKey(undefined, join(directory, 'other.pem'))
  expect(again.publicJwk).toEqual(first.publicJwk)
  expect(other.kid).not.toBe(first.kid)
})

it('is named by its thumbprint (RFC 7638), wherever it is read', async () => {
  const pem = await makePem('RS256')
  const { kid, publicJwk } = await readSigningKey(pem, join(directory, 'unused.pem'))
  writeFileSync(join(directory, 'key.pem'), pem)
  expect((await readSigningKey(undefined, join(directory, 'key.pem'))).kid).toBe(kid)
  expect(kid).toBe(await calculateJwkThumbprint(publicJwk, 'sha256'))
})

it('signs what its public half verifies', async () => {
  const key = await readSigningKey(await makePem('RS256'), '')
  const token = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: 'RS256' }).sign(key.privateKey)
  const { payload } = await jwtVerify(token, await importJWK(key.publicJwk, 'RS256'))
  expect(payload).toEqual({ a: 1 })
})

it.each(['ES256', 'EdDSA'])('is refused when it is no RSA key but one for %s', async (algorithm) => {
  await expect(readSigningKey(await makePem(algorithm), '')).rejects.toThrow()
})

it('is refused when it is unreadable, and the file stays', async () => {
  const file = join(directory, 'key.pem')
  for (const content of ['', 'rubbish', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n']) {
    writeFileSync(file, content)
    await expect(readSigningKey(undefined, file)).rejects.toThrow()
    expect(readFileSync(file, 'utf8')).toBe(content)
  }
})
