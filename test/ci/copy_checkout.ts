import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/config.ts'

/** Copies the files of this checkout that git knows or would add, as they are now; the packages are shared. */
export function copyCheckout(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const files = execFileSync('git', [
    '-C',
    root,
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ])
  const archive = execFileSync('tar', ['-c', '-C', root, '--null', '--verbatim-files-from', '-T', '-'], {
    input: files,
    maxBuffer: 2 ** 28,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}
