import { createECDH, createHash } from 'node:crypto'
import type { Browser } from '../../test/worker/envois/read_push.ts'

/** The keys of the n-th browser, always the same: the services read its messages without being told its keys. */
export function browserOf(n: number): Browser {
  const privateKey = createECDH('prime256v1')
  privateKey.setPrivateKey(createHash('sha256').update(`bench browser ${n}`).digest())
  return { privateKey, auth: createHash('sha256').update(`bench auth ${n}`).digest().subarray(0, 16) }
}
