import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/config.ts'
import { type Release, readReleases } from '../../src/db/schema/releases.ts'

function git(...args: string[]): string {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 }).trim()
}

function commitOf(name: string): string | null {
  try {
    return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  } catch {
    return null
  }
}

/**
 * The commit of the last release, by its tag or by migrations/releases.json; until there is one, that of this checkout.
 * @throws when this clone does not have it, or its tag names another one.
 */
export function previousCommit(releases: Release[] = readReleases()): string {
  // The last one has none yet in the commit that releases it.
  const last = releases.findLast(({ commit }) => commit !== '')
  if (last === undefined) return git('rev-parse', 'HEAD')
  const { version, commit } = last
  const tag = commitOf(`v${version}`)
  if (tag !== null && tag !== commit)
    throw new Error(`the tag v${version} names ${tag}, migrations/releases.json ${commit}`)
  const found = tag ?? commitOf(commit)
  if (found === null)
    throw new Error(
      `this clone does not have release ${version} (${commit}): run git fetch --tags, in a shallow clone with --unshallow`,
    )
  return found
}

/** Puts the files of a commit into a folder, with the packages that it names. */
export function checkOut(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-x', '-C', folder], {
    input: execFileSync('git', ['-C', root, 'archive', commit], { maxBuffer: 2 ** 28 }),
  })
  const lock = (directory: string) => readFileSync(join(directory, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-fund', '--no-audit'], { cwd: folder, stdio: 'pipe' })
}
