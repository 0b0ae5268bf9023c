import { createECDH } from 'node:crypto'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { openText, sealedPlace, sealText } from '../../text/sealed_text.ts'

/** The keys by which push services know this instance (RFC 8292), in base64url. */
export interface PushKey {
  publicKey: string
  privateKey: string
}

// The answer of jobs.begin_push_key.
const Stored = z.object({ publique: z.string(), privee: z.string() }).nullable()

/**
 * The push key of the instance, made if there is none.
 * @param key MAILBOX_KEY, in base64
 * @returns null when MAILBOX_KEY does not open it, and the log says so; undefined in a cell that has not received it
 * yet
 */
export async function readPushKey(
  pool: Pool,
  key: string,
  log: Pick<Logger, 'error'>,
): Promise<PushKey | null | undefined> {
  const made = makePushKey()
  const { rows } = await pool.query('select jobs.begin_push_key($1, $2) as stored', [
    made.publicKey,
    sealText(made.privateKey, key, sealedPlace.pushKey),
  ])
  const stored = Stored.parse(rows[0]?.stored)
  if (stored === null) return undefined
  const { publique, privee } = stored
  const privateKey = openText(Buffer.from(privee, 'hex'), key, sealedPlace.pushKey)
  if (privateKey !== null) return { publicKey: publique, privateKey }
  log.error('the push key was sealed with another MAILBOX_KEY: browsers cannot be notified')
  return null
}

// New keys.
function makePushKey(): PushKey {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const privateKey = pair.getPrivateKey()
  // The leading zeros of a number are left out.
  const padded = Buffer.concat([Buffer.alloc(32 - privateKey.length), privateKey])
  return { publicKey: pair.getPublicKey('base64url'), privateKey: padded.toString('base64url') }
}
