import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/config.ts'
import { copyCheckout } from './copy_checkout.ts'

// .ci/release keeps the code of the last release there, so that a clone without history has it too.
const releases = join(import.meta.dirname, 'releases')

/** The archive of the last release's code; null until there is a release. @throws when several are kept */
export function previousArchive(folder = releases): string | null {
  const [archive, ...others] = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'))
  if (others.length > 0) throw new Error(`${folder} keeps more than one release`)
  return archive === undefined ? null : join(folder, archive)
}

/** Unpacks the code of the last release, with the packages that it names; until there is a release, copies this checkout. */
export function unpackPrevious(folder: string): void {
  copyCheckout(folder)
  const archive = previousArchive()
  if (archive === null) return
  execFileSync('rm', ['-r', ...['src', 'sql', 'migrations'].map((name) => join(folder, name))])
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  const lock = (directory: string) => readFileSync(join(directory, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(root)) return
  execFileSync('rm', [join(folder, 'node_modules')])
  execFileSync('npm', ['ci', '--no-fund', '--no-audit'], { cwd: folder, stdio: 'pipe' })
}
