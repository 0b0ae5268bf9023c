import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'

const Secrets = z.object({
  mailboxKey: z.base64(),
  databasePasswords: z.object({ auth: z.string(), api: z.string(), worker: z.string() }),
})

/** What an instance without configured secrets makes for itself on first start. */
export type Secrets = z.infer<typeof Secrets>

/**
 * The secrets of a data directory, for whoever needs one that is not configured: made on first use, kept in `secrets.json` with mode 600.
 * @throws when the file is there but cannot be read, rather than making others over it.
 */
export function readSecrets(directory: string): Secrets {
  const file = join(directory, 'secrets.json')
  if (!existsSync(file)) writePrivate(file, `${JSON.stringify(makeSecrets(), null, 2)}\n`)
  return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** The key that mailbox passwords are sealed with, in base64: the one configured, else that of the data directory. */
export function readMailboxKey(config: Pick<Config, 'MAILBOX_KEY' | 'DATA_DIR'>): string {
  return config.MAILBOX_KEY ?? readSecrets(config.DATA_DIR).mailboxKey
}

function makeSecrets(): Secrets {
  const password = () => randomBytes(24).toString('base64url')
  return {
    mailboxKey: randomBytes(32).toString('base64'),
    databasePasswords: { auth: password(), api: password(), worker: password() },
  }
}

/**
 * Makes a file of mode 600, whole or not at all, and its directory when absent. A file that another program has made
 * meanwhile stays: two that start at once must end up with the same one, so read it back.
 */
export function writePrivate(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch {
    // Else it is a file system without hard links.
    if (!existsSync(file)) renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
