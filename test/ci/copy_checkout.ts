import { cpSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../src/config.ts'

// Not part of a checkout: history, packages, and the data of a start.
const left = ['.git', '.data', 'node_modules', 'test/client/node_modules']

/** Copies this checkout as it is now; the packages are shared. */
export function copyCheckout(folder: string): void {
  cpSync(root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !left.includes(relative(root, path)),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}
