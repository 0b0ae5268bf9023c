import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Binaries, findBinaries, makeReadable } from './embedded_binaries.ts'
import { type Account, runTool } from './embedded_process.ts'

/** The place of the embedded database: its directory, its account and its binaries. */
export interface Place {
  /** The real path. Holds `data/`, `password`, `server.log`, `program.lock`. */
  home: string
  account: Account | undefined
  binaries: Binaries
  /** The requested directory, if it must become a symlink to `home` after the content of `home` has been deleted. */
  linkFrom: string | undefined
}

const readable = '/var/lib/caserne'

/**
 * Finds the place for `directory`. An ordinary user has everything in the directory itself. PostgreSQL refuses to run
 * as root. A program of root runs it as the owner of the data, else as the system account `postgres`, else as
 * `nobody`. If that account cannot enter the checkout, the place is `/var/lib/caserne/<hash of the directory's
 * path>/`, and the directory a symlink to it.
 * @throws when the directory cannot be used; the message says what to do.
 */
export async function findPlace(directory: string, binaries: string | undefined): Promise<Place> {
  const parent = dirname(resolve(directory))
  mkdirSync(parent, { recursive: true })
  const path = join(realpathSync(parent), basename(directory))
  const refuge = join(readable, createHash('sha256').update(path).digest('hex').slice(0, 16))
  const account = process.getuid?.() === 0 ? findAccount(path) : undefined

  const outside = account !== undefined && (await needsRefuge(path, join(refuge, 'postgres'), account))
  const target = outside ? join(refuge, 'postgres') : path
  const home = makeHome(target, account)
  const found = await findBinaries(binaries, account, refuge)
  for (const each of [home, found.directory]) {
    if (/["$`\\\n]/.test(each)) {
      throw new Error(
        `Les outils de PostgreSQL ne supportent pas le chemin ${each} : déplacez le dossier vers un chemin sans " $ \` \\.`,
      )
    }
  }
  return { home, account, binaries: found, linkFrom: outside && !isLinkTo(path, target) ? path : undefined }
}

/** Makes the requested directory a symlink to its place. */
export function linkPlace(place: Place): void {
  if (place.linkFrom !== undefined) symlinkSync(place.home, place.linkFrom)
}

function findAccount(path: string): Account {
  const data = statSync(join(path, 'data'), { throwIfNoEntry: false })
  if (data !== undefined && data.uid !== 0) return { uid: data.uid, gid: data.gid }
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL ne tourne pas en root, et il n’y a ni compte « postgres » ni « nobody » : lancez sous un autre compte.',
  )
}

async function needsRefuge(path: string, target: string, account: Account): Promise<boolean> {
  if (isLinkTo(path, target)) return true
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry?.isSymbolicLink() && readlinkSync(path).startsWith(`${readable}/`)) {
    throw new Error(
      `${path} mène à la base d’un autre dossier (${readlinkSync(path)}) : supprimez-le pour repartir de zéro.`,
    )
  }
  // Tries whether the account can enter, because modes do not tell. Tries the parent: makeHome gives the directory to
  // the account.
  const above = dirname(existsSync(path) ? realpathSync(path) : path)
  const outcome = await runTool('/bin/sh', ['-c', 'cd -- "$1"', 'sh', above], account)
  if (outcome.code === 0) return false
  if (entry === undefined) return true
  try {
    rmdirSync(path)
  } catch {
    throw new Error(
      `${path} contient des données, mais le compte de PostgreSQL (uid ${account.uid}) ne peut pas y entrer : ` +
        'ouvrez les dossiers au-dessus (chmod o+x), ou supprimez-le pour repartir de zéro.',
    )
  }
  return true
}

function isLinkTo(path: string, target: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  return entry?.isSymbolicLink() === true && readlinkSync(path) === target
}

function makeHome(target: string, account: Account | undefined): string {
  try {
    if (account !== undefined && target.startsWith(`${readable}/`)) makeReadable(dirname(target))
    if (!existsSync(target)) mkdirSync(target, { mode: 0o700 })
    const home = realpathSync(target)
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
    if (account !== undefined) chownSync(home, account.uid, account.gid)
    chmodSync(home, 0o700)
    return home
  } catch (error) {
    throw new Error(
      `${target} n’est pas utilisable par ce compte : lancez sous celui qui l’a créé, ou supprimez-le pour repartir de zéro.`,
      { cause: error },
    )
  }
}
