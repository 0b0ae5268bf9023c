import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reachedFiles } from './reached_files.ts'

const folder = join(import.meta.dirname, '..')
const injecting = new Map<string, boolean>()

/**
 * The test files, in two lists: those that use the run's PostgreSQL (test/support/cluster.ts) or a copy of it, and the
 * others. A file uses it if it or a file of test/ that it imports asks for what the cluster provides.
 */
export function sortTests(): { database: string[]; plain: string[] } {
  const tests = globSync('**/*.test.ts', { cwd: folder }).sort()
  const { database = [], plain = [] } = Object.groupBy(tests, (test) =>
    needsCluster(join(folder, test)) ? 'database' : 'plain',
  )
  return { database: database.map(inTest), plain: plain.map(inTest) }
}

const inTest = (path: string) => `test/${path}`

function needsCluster(file: string): boolean {
  return [...reachedFiles(file, (path) => path.startsWith(`${folder}/`))].some(injects)
}

function injects(file: string): boolean {
  const known = injecting.get(file) ?? /\b(inject\('|keptCluster\()/.test(readFileSync(file, 'utf8'))
  injecting.set(file, known)
  return known
}
