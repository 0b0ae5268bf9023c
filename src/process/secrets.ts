import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'

const Secrets = z.object({
  mailboxKey: z.base64(),
  databasePasswords: z.object({ auth: z.string(), api: z.string(), worker: z.string() }),
})

/** The secrets that an instance generates on first start if none are configured. */
type Secrets = z.infer<typeof Secrets>

/**
 * Reads the generated secrets of a data directory. They are made on first use and kept in `secrets.json`, mode 600.
 * @throws when the file exists but cannot be read: new secrets would lock out what the old ones sealed.
 */
export function readSecrets(directory: string): Secrets {
  const file = secretsFile(directory)
  if (!hasSecrets(directory)) writePrivate(file, `${JSON.stringify(makeSecrets(), null, 2)}\n`)
  return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Whether a data directory has generated secrets, so that reading them makes none. */
export function hasSecrets(directory: string): boolean {
  return existsSync(secretsFile(directory))
}

/** The file of the generated secrets. */
export function secretsFile(directory: string): string {
  return join(directory, 'secrets.json')
}

/** The key that seals mailbox passwords, in base64: the configured key, else the one in the data directory. */
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
 * Makes a file of mode 600, whole or not at all, and its directory if absent. A file that another program made
 * meanwhile stays, so that two programs that start at once use the same one. Callers therefore read the file back.
 */
export function writePrivate(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch {
    // If the file is still absent, the file system has no hard links.
    if (!existsSync(file)) renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
