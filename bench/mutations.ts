import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../src/config.ts'
import { mutations } from './mutations/mutations.ts'
import { runMutation } from './mutations/run_mutation.ts'

/**
 * Breaks policies, grants, checks and handlers one by one, and appends to RESULTS.md which test sees each mutation.
 * @param only part of a name: only matching mutations run, and nothing is written.
 * @throws when a mutation passes all tests.
 */
export function benchMutations(only?: string): void {
  const rows: string[] = []
  const survivors: string[] = []
  for (const [kind, group] of Object.entries(mutations)) {
    for (const mutation of group.filter(({ name }) => name.includes(only ?? ''))) {
      const { caughtBy, seconds } = runMutation(mutation)
      if (caughtBy === null) survivors.push(mutation.name)
      rows.push(`| ${kind} | ${mutation.name} | ${caughtBy ?? '**nobody**'} |`)
      process.stdout.write(`${rows.at(-1)} ${seconds.toFixed(0)} s\n`)
    }
  }
  const head = `## Mutations, ${new Date().toISOString().slice(0, 10)}\n\n\`npm run bench -- mutations\`\n`
  const table = ['| kind | broken on purpose | the first test that fails |', '|---|---|---|', ...rows].join(
    '\n',
  )
  if (only === undefined) appendFileSync(join(root, 'bench/RESULTS.md'), `\n${head}\n${table}\n`)
  if (survivors.length > 0) throw new Error(`No test sees: ${survivors.join('; ')}`)
}
