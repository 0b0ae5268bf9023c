import { writeFileSync } from 'node:fs'
import { inject } from 'vitest'

/** Writes a file of keys as a server does that finds none, the first of which signs; but with those of the run, which nobody has to make. */
export function writeNewKeys(file: string): void {
  const now = new Date().toISOString()
  const [first, next] = inject('keys').map((key) => ({ ...key, published_at: now }))
  writeFileSync(file, JSON.stringify({ keys: [{ ...first, signs_from: now }, next] }), { mode: 0o600 })
}
