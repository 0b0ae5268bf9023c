import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { traceProcess } from './embedded_process.ts'

interface Holder {
  pid: number
  startedAt: string
  inode: string
}

/** Thrown when another running program holds the directory. */
export class DirectoryInUse extends Error {}

/**
 * Locks the directory for this program until the returned function is called or the program exits. The lock is the
 * file `program.lock`. A lock of a killed program is taken over.
 * @throws DirectoryInUse when another running program holds the lock; the message names its pid.
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, 'program.lock')
  const mine = `${file}.${process.pid}`
  const { dev, ino } = statSync(directory)
  const inode = `${dev}:${ino}`
  const holder: Holder = { pid: process.pid, startedAt: traceProcess(process.pid)?.startedAt ?? '', inode }
  const text = JSON.stringify(holder)
  rmSync(mine, { force: true })
  writeFileSync(mine, text, { mode: 0o600, flag: 'wx' })
  try {
    // The file is written first and linked then, so that nobody reads half a lock.
    for (let tries = 0; !tryLink(mine, file); tries += 1) {
      if (tries > 20) throw new Error(`Le verrou ${file} ne peut pas être pris : supprimez-le et relancez.`)
      removeStale(file, inode, directory)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  const release = () => {
    process.off('exit', release)
    if (readText(file) === text) rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function removeStale(file: string, inode: string, directory: string): void {
  const text = readText(file)
  if (text === undefined) return
  const pid = livingHolder(text, inode)
  if (pid !== undefined) {
    throw new DirectoryInUse(
      `Un autre programme (pid ${pid}) utilise la base de ${directory} : arrêtez-le, ou indiquez un autre dossier (DATA_DIR).`,
    )
  }
  // Moves the lock aside and reads it again: a faster program may have put its own lock there meanwhile.
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (readText(aside) !== text) tryLink(aside, file)
  rmSync(aside, { force: true })
}

// The inode distinguishes a lock of this directory from one that was copied with a checkout.
function livingHolder(text: string, inode: string): number | undefined {
  try {
    const holder: Partial<Holder> = JSON.parse(text)
    if (holder.pid === undefined || holder.inode !== inode) return undefined
    return traceProcess(holder.pid)?.startedAt === holder.startedAt ? holder.pid : undefined
  } catch {
    return undefined
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
