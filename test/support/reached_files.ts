import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const relative = /(?:\bfrom |\bimport |\bimport\()\s*'(\.{1,2}\/[^']+)'/g
const known = new Map<string, string[]>()

/** The files that a module imports, directly or through others, and the module itself; without packages. */
export function reachedFiles(file: string, within: (path: string) => boolean = () => true): Set<string> {
  const reached = new Set<string>()
  const left = [file]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    left.push(...importsOf(next).filter(within))
  }
  return reached
}

function importsOf(file: string): string[] {
  const found = known.get(file) ?? readImports(file)
  known.set(file, found)
  return found
}

function readImports(file: string): string[] {
  const paths = [...readFileSync(file, 'utf8').matchAll(relative)].map(([, path = '']) =>
    join(dirname(file), path),
  )
  // Texts of tests hold imports as well.
  return paths.filter((path) => path.endsWith('.ts') && existsSync(path))
}
