import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Command } from 'commander'
import { commandLine } from '../../src/command_line.ts'
import { root } from '../../src/config.ts'
import type { Sources } from './sources.ts'

/**
 * How the commands of a block are tried, as its fence says after `sh`: `demo` against a running demo, `postgres`
 * against a PostgreSQL of its own, `restore` by test/ci/point_in_time.test.ts, `cells` by test/db/cells/how_to.test.ts,
 * `run` by itself, `check` not at all: then its commands, options and settings must exist. `demo until=word` ends the
 * command once it has said that word.
 */
interface ShellBlock {
  place: string
  how: string
  until?: string
  commands: string
}

const kinds = ['demo', 'postgres', 'restore', 'cells', 'run', 'check']

/** The blocks of shell commands in documents, in order. @throws where a fence does not say how its block is tried. */
export function shellBlocks(documents: Sources): ShellBlock[] {
  return [...documents].flatMap(([path, text]) =>
    [...text.matchAll(/^ *```(?:sh|bash|shell|console)\b([^\n]*)\n(.*?)^ *```/gms)].map(
      ([, words = '', commands = '']) => {
        const [how = '', until] = words.trim().split(' until=')
        if (!kinds.includes(how)) throw new Error(`${path}: \`\`\`sh must be followed by ${kinds.join(', ')}`)
        return { place: path, how, commands, ...(until !== undefined && { until }) }
      },
    ),
  )
}

// The options of programs that are not ours, as documents use them.
const others: Record<string, RegExp> = {
  'npm ci': /^--omit=(dev|optional)$/,
  'npm install': /^--(no-save|save-prod|omit=(dev|optional))$/,
  psql: /^-[hpUd]$/,
  'vitest run': /^(-t|--inspect-brk|--no-file-parallelism)$/,
  'biome check': /^--write$/,
}

/** Words in a block's commands that name no command, option or setting of this program. */
export function unknownWords(commands: string, scripts: string[], settings: string): string[] {
  return commands
    .replaceAll(/ #.*$/gm, '')
    .split(/\n|&&|\|/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => faultsOf(words(line), scripts, settings))
}

function words(line: string): string[] {
  return [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word)
}

function faultsOf(all: string[], scripts: string[], settings: string): string[] {
  const rest = all[0] === 'export' ? all.slice(1) : all
  const set = rest.filter((word, index) => /^[A-Z_]+=/.test(word) && index === rest.indexOf(word))
  const unset = set.map((word) => word.split('=')[0] ?? '').filter((name) => !settings.includes(`${name}:`))
  const command = rest.filter((word) => !set.includes(word) && word !== '-s')
  return [...unset, ...(command.length === 0 ? [] : commandFaults(command, scripts))]
}

function commandFaults([program = '', ...given]: string[], scripts: string[]): string[] {
  if (program === 'npx') return toolFaults(given)
  if (program === 'psql') return given.filter((word) => /^-/.test(word) && !others.psql?.test(word))
  if (program !== 'npm') return [program]
  const [verb = '', script = ''] = given
  const options = others[`npm ${verb}`]
  if (options) return given.filter((word) => word.startsWith('-') && !options.test(word))
  const name = verb === 'run' ? script : verb
  if (!scripts.includes(name)) return [`npm ${given.join(' ')}`]
  return name === 'caserne' ? optionFaults(commandLine(), given.slice(3)) : []
}

// Faults in the arguments of development tools, which take known options, and paths of tests or of a file.
function toolFaults([tool = '', verb = '', ...given]: string[]): string[] {
  const options = others[`${tool} ${verb}`]
  if (options === undefined) return [`npx ${tool} ${verb}`]
  const title = given.indexOf('-t') + 1
  return given.filter((word, index) => {
    if (word.startsWith('-')) return !options.test(word)
    return (title === 0 || index !== title) && !leadsToFiles(word)
  })
}

// Vitest takes the beginning of a path.
function leadsToFiles(path: string): boolean {
  const folder = join(root, dirname(path))
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(basename(path)))
}

// Walks down to the command that is meant, and looks at what it is given.
function optionFaults(command: Command, [word, ...rest]: string[]): string[] {
  const below = command.commands.find((each) => each.name() === word)
  if (below) return optionFaults(below, rest)
  const given = word === undefined ? [] : [word, ...rest]
  // Without a command of its own, `migrate` is `migrate up`.
  const up = command.name() === 'migrate' && command.commands.find((each) => each.name() === 'up')
  if (up && (word === undefined || word.startsWith('--'))) return optionFaults(up, given)
  if (command.commands.length > 0) return [given.join(' ') || command.name()]
  const unknown = given.filter(
    (each) => each.startsWith('--') && !command.options.some(({ long }) => long === each.split('=')[0]),
  )
  const least = command.registeredArguments.filter(({ required }) => required).length
  const missing = given.filter((each) => !each.startsWith('--')).length < least ? [command.name()] : []
  return [...unknown, ...missing]
}
