import { execFile } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Installs a peer of this directory from npm, in a folder outside the repository, unless it is there already.
 * Install scripts do not run: they would download binaries that none of the measured operations needs.
 * @returns the folder
 */
export async function installPeer(name: 'better-auth' | 'directus' | 'postgraphile'): Promise<string> {
  const source = join(import.meta.dirname, name)
  const folder = join(tmpdir(), 'caserne-peers', name)
  const wanted = readFileSync(join(source, 'package.json'), 'utf8')
  const complete = join(folder, 'node_modules/.package-lock.json')
  const before = join(folder, 'package.json')
  const installed = existsSync(complete) && readFileSync(before, 'utf8') === wanted
  cpSync(source, folder, { recursive: true })
  if (!installed) {
    process.stderr.write(`installing ${name} in ${folder}\n`)
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
    await run('npm', ['install', ...quiet, '--prefix', folder], { cwd: folder, maxBuffer: 1 << 26 })
  }
  return folder
}
