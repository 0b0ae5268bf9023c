import { dirname, join } from 'node:path'
import type { Sources } from './sources.ts'

/** One import: the imported file and the importing one. Imports of types count. */
interface Import {
  from: string
  to: string
}

/** The imports between files of src/, and the files that are started as threads or separate processes. */
export function importsOf(sources: Sources): Import[] {
  const relative = /(?:\bfrom |\bimport |\bimport\(|new URL\()\s*'(\.{1,2}\/[^']+)'/g
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(relative)].map(([, path = '']) => ({ from, to: join(dirname(from), path) })),
  )
}

/** The room of a file: its folder in src/, or a file directly in src/ itself. */
export function roomOf(file: string): string {
  return file.split('/')[1] ?? file
}

/** The room of a file inside a floor: its folder there, or the file itself. */
export function innerRoomOf(file: string): string {
  return file.split('/')[2] ?? file
}

/**
 * Imports that go up a floor, or to another room of the same floor.
 * @param floors rooms, from the ground up
 * @param room the room of a file
 */
export function upwardImports(imports: Import[], floors: string[][], room = roomOf): string[] {
  const floorOf = (file: string) => floors.findIndex((rooms) => rooms.includes(room(file)))
  return imports
    .filter(({ from, to }) => room(from) !== room(to) && floorOf(to) >= floorOf(from))
    .map(({ from, to }) => `${from} imports ${to}`)
}

/** Files that import each other in a circle: each circle as its files, in the order of their imports. */
export function circles(imports: Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const found: string[][] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) found.push(path.slice(start))
    if (start >= 0 || done.has(file)) return
    for (const { to } of targets.get(file) ?? []) walk(to, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) walk(file, [])
  return found
}
