import { writeFileSync } from 'node:fs'
import { inject } from 'vitest'

/**
 * Writes a key file like the one that a server makes at its first start, the first key signing, but with the
 * keys of the run.
 */
export function writeNewKeys(file: string): void {
  const now = new Date().toISOString()
  const [first, next] = inject('keys').map((key) => ({ ...key, published_at: now }))
  writeFileSync(file, JSON.stringify({ keys: [{ ...first, signs_from: now }, next] }), { mode: 0o600 })
}
