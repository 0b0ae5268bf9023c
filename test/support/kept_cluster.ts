import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { root } from '../../src/config.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { makeTemplates } from './cluster_templates.ts'
import { reachedFiles } from './reached_files.ts'

const run = promisify(execFile)
const folder = join(root, 'node_modules/.cache/caserne')
// One of each PostgreSQL, and one of another branch.
const KEPT = 3

/** Settings of a PostgreSQL whose data nobody needs after the run. */
export const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * The archive of a stopped PostgreSQL with the templates (cluster_templates.ts), which takes half a minute to build and
 * is therefore kept from one run to the next, until something that it is built from changes.
 * @param binaries of another PostgreSQL than the embedded one
 */
export async function keptCluster(binaries: string | undefined): Promise<string> {
  const archive = join(folder, `cluster-${key(binaries)}.tar`)
  if (existsSync(archive)) return archive
  mkdirSync(folder, { recursive: true })
  const made = `${archive}.${process.pid}`
  try {
    await build(made, binaries)
    // Several runs may build it at once. Each archive that gets this name is whole.
    renameSync(made, archive)
  } finally {
    rmSync(made, { force: true })
  }
  removeOld()
  return archive
}

/** Unpacks the archive into a directory, for startEmbedded. */
export async function unpackCluster(archive: string, directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true })
  await run('tar', ['-xpf', archive, '-C', directory])
}

async function build(archive: string, binaries: string | undefined): Promise<void> {
  const parent = mkdtempSync(join(tmpdir(), 'caserne-cluster-'))
  // Run by root, the database would otherwise go to /var/lib/caserne, and stay there.
  await chmod(parent, 0o755)
  try {
    const directory = join(parent, 'postgres')
    const settings = { ...careless, min_wal_size: '32MB', autovacuum: 'off' }
    const log = pino({ level: 'silent' })
    const server = await startEmbedded({ directory, settings, log, ...(binaries && { binaries }) })
    await makeTemplates(server.adminUrl).finally(() => server.stop())
    await run('tar', ['-cf', archive, '-C', directory, 'data', 'password'])
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

// Hash of everything that the templates are built from: SQL, modules, versions of packages and of PostgreSQL.
// The demo's dates are those of the day.
function key(binaries: string | undefined): string {
  const sources = [
    ...globSync(['sql/**/*.sql', 'migrations/**/*.{sql,json}', 'src/{db,demo}/**/*.sql'], { cwd: root }),
    ...[...reachedFiles(import.meta.filename)].map((path) => relative(root, path)),
    'package-lock.json',
  ].sort()
  const hash = createHash('sha256')
  for (const file of sources)
    hash
      .update(`${file}\n`)
      .update(readFileSync(join(root, file)))
      .update('\n')
  if (binaries !== undefined) hash.update(`${binaries} ${statSync(join(binaries, 'postgres')).mtimeMs}`)
  const today = new Intl.DateTimeFormat('fr-CH', { timeZone: 'Europe/Zurich' }).format()
  return hash
    .update(`${process.platform} ${process.arch} ${process.getuid?.()} ${today}`)
    .digest('hex')
    .slice(0, 16)
}

function removeOld(): void {
  const kept = globSync('cluster-*.tar', { cwd: folder }).map((name) => join(folder, name))
  const byAge = kept.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const file of byAge.slice(KEPT)) rmSync(file, { force: true })
}
