import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { commandLine } from '../../src/command_line.ts'
import { root } from '../../src/config.ts'
import { readDocument } from '../../src/http/document/document.ts'
import { readSources } from './sources.ts'

/**
 * All names of the project: files, objects and columns of the database, operations, commands, and tasks of
 * the queue.
 */
export function namesOf() {
  const schema = readFileSync(join(root, 'migrations/schema.txt'), 'utf8')
  const inSchema = (kind: string) =>
    [...schema.matchAll(new RegExp(`^${kind} ([\\w.]+)`, 'gm'))].map(([, name = '']) => name)
  return {
    files: [...readSources(['src', 'sql', 'test'], ['.ts', '.sql', '.yaml']).keys()],
    functions: inSchema('function'),
    relations: [...inSchema('relation'), ...inSchema('view')],
    columns: inSchema('column'),
    operations: (['auth', 'data'] as const).flatMap((name) =>
      readDocument(name).operations.map(({ id }) => id),
    ),
    commands: commandLine().commands.flatMap(commandNames),
    tasks: tasks(),
  }
}

function commandNames(command: Command): string[] {
  return [command.name(), ...command.commands.flatMap(commandNames)]
}

// The tasks of the queue: those added as jobs, and those of the crontab.
function tasks(): string[] {
  const texts = [...readSources(['sql', 'src/worker'], ['.sql', '.ts']).values()]
  return [
    ...new Set(
      texts.flatMap((text) => [...text.matchAll(/(?:add_job\(|task: )'(\w+)'/g)].map((m) => m[1] ?? '')),
    ),
  ]
}
