import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Programs of PostgreSQL 15, the oldest supported version. Unlike the embedded PostgreSQL it includes the
 * clients.
 */
export const binaries = '/usr/lib/postgresql/15/bin'

/** Why these programs cannot run here, or null when they can. */
export const postgres15Missing: string | null = existsSync(join(binaries, 'pg_dump'))
  ? null
  : 'PostgreSQL 15 is not installed (Debian: apt-get install postgresql-15)'

/** Runs one of these programs; returns its exit code and output. */
export function runClient(name: string, args: string[]): Promise<{ code: number; said: string }> {
  const { PATH } = process.env
  return new Promise((resolve) => {
    execFile(join(binaries, name), args, { env: { PATH } }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr })
    })
  })
}
