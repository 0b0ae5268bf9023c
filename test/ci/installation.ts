import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/config.ts'
import { type Instruction, readStages } from '../deploy/dockerfile.ts'

/**
 * Carries out the steps of deploy/Dockerfile in a directory instead of an image: copies what it copies, and runs what it
 * runs.
 * @param directory is made; a stage has a directory of its own in it
 * @returns the working directory of the stage that runs
 */
export function runDockerfile(directory: string): string {
  const [install = [], run = []] = readStages()
  const first = carryOut(install, join(directory, 'install'), '')
  return carryOut(run, join(directory, 'run'), first)
}

// Images have the user's own directory at /opt/caserne; here it lies below the directory of the stage.
function carryOut(stage: Instruction[], place: string, before: string): string {
  const inside = (path: string) => path.replace(/^\/opt\/caserne/, before)
  mkdirSync(place, { recursive: true })
  for (const { keyword, flags, args } of stage) {
    if (keyword === 'COPY') {
      const to = args.at(-1) ?? ''
      for (const path of args.slice(0, -1)) {
        const from = flags.from === undefined ? join(root, path) : inside(path)
        const target = to.endsWith('/') ? join(place, to, path) : join(place, to)
        cpSync(from, target, { recursive: true, verbatimSymlinks: true })
      }
    }
    if (keyword === 'RUN') execFileSync('sh', ['-c', args.join(' ')], { cwd: place, stdio: 'pipe' })
  }
  return place
}
