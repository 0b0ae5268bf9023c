import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/config.ts'
import { binaries } from './postgres15.ts'

/** Options for a script. */
interface ScriptSetting {
  /** A directory of the test's own, for the checkout's copy. */
  place: string
  env: Record<string, string>
  /** Ends the script once it has said this word. */
  until?: string | undefined
}

/**
 * Runs a script of a page in a copy of the checkout, to its end or until it has said a word.
 * @returns its exit code, and what it said when it failed; empty when all is well
 */
export async function runScript(
  script: string,
  { place, env, until }: ScriptSetting,
): Promise<{ code: number | null; said: string }> {
  const { PATH = '' } = process.env
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: scratchCopy(place),
    env: { PATH: `${join(root, 'node_modules/.bin')}:${binaries}:${PATH}`, HOME: place, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (until !== undefined && said.includes(until) && child.pid !== undefined) process.kill(-child.pid)
    })
  const [code, signal] = await once(child, 'close')
  if (until === undefined) return { code, said: code === 0 ? '' : said }
  return { code: signal === 'SIGTERM' ? 0 : code, said: said.includes(until) ? '' : said }
}

// A directory that npm takes for the checkout, and where files may be left.
function scratchCopy(place: string): string {
  const copy = mkdtempSync(join(place, 'copy-'))
  copyFileSync(join(root, 'package.json'), join(copy, 'package.json'))
  for (const name of ['src', 'sql', 'migrations', 'node_modules'])
    symlinkSync(join(root, name), join(copy, name))
  return copy
}
