import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Secrets = z.object({
  mailboxKey: z.base64(),
  databasePasswords: z.object({ auth: z.string(), api: z.string(), worker: z.string() }),
})

/** What an instance without configured secrets makes for itself on first start. */
export type Secrets = z.infer<typeof Secrets>

/**
 * The secrets of a data directory: made on first use, kept in `secrets.json` with mode 600.
 * @throws when the file is there but cannot be read, rather than making others over it.
 */
export function readSecrets(directory: string): Secrets {
  const file = join(directory, 'secrets.json')
  if (existsSync(file)) return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  const password = () => randomBytes(24).toString('base64url')
  const secrets: Secrets = {
    mailboxKey: randomBytes(32).toString('base64'),
    databasePasswords: { auth: password(), api: password(), worker: password() },
  }
  writePrivate(file, `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
}

/** Writes a file of mode 600, whole or not at all, and its directory when absent. */
export function writePrivate(file: string, content: string): void {
  mkdirSync(join(file, '..'), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  renameSync(draft, file)
}
