import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON, stripTypeScriptTypes } from 'node:module'
import { basename, dirname, extname, join, relative } from 'node:path'
import { type RequestHandler, Router } from 'express'
import { root } from '../../config.ts'
import { refusals } from '../refusals/errors.ts'
import { Body } from '../server/body.ts'
import { sendBody } from '../server/compress.ts'

const folder = join(root, 'src/tableau')
const library = dirname(findPackageJSON('lit-html', import.meta.url) ?? '')
const types: Record<string, string> = {
  '.ts': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** The files of the board, as browsers load them. */
export interface BoardAssets {
  /** The path under which all files are served. It changes with any of them, so they may be kept for a year. */
  base: string
  /** A file as it is served; null when there is none. */
  read(path: string): Body | null
}

/** Reads the names of all files of the board at once, and each file when it is asked for first. */
export function boardAssets(): BoardAssets {
  const files = new Map([
    ...filesBelow(folder, (path) => basename(path) !== 'tsconfig.json'),
    ...filesBelow(library, (path) =>
      /^(lit-html|directive(-helpers)?|directives\/[\w-]+)\.js$/.test(path),
    ).map(([path, file]) => [`lit-html/${path}`, file] as const),
  ])
  const hash = createHash('sha256')
  for (const [path, file] of files) hash.update(path).update('\0').update(readFileSync(file))
  const base = `/tableau/actifs/${hash.digest('hex').slice(0, 16)}`
  const served = new Map<string, Body>()
  return {
    base,
    read(path) {
      const file = files.get(path)
      if (file === undefined) return null
      const content = served.get(path) ?? new Body(serve(file, base), 'again')
      served.set(path, content)
      return content
    },
  }
}

/** Serves the files of the board. Browsers may keep them, because their path changes with their content. */
export function serveAssets({ base, read }: BoardAssets): Router {
  const answer: RequestHandler = (req, res) => {
    const path = req.path.slice(1)
    const file = read(path)
    if (file === null) throw refusals.unknownPath()
    const type = types[extname(path)] ?? 'application/octet-stream'
    res.set('Cache-Control', 'public, max-age=31536000, immutable').set('Content-Type', type)
    if (type === 'image/png') res.send(file.plain)
    else sendBody(res, file)
  }
  return Router().use(base, answer)
}

// Browsers run the modules as they are written, without their types.
function serve(file: string, base: string): Buffer {
  if (extname(file) !== '.ts') return readFileSync(file)
  const script = stripTypeScriptTypes(readFileSync(file, 'utf8'))
  return Buffer.from(
    script.replaceAll(
      /(?<=\bfrom ')lit-html(\/[\w/-]+\.js)?(?=')/g,
      (_, inner?: string) => `${base}/lit-html${inner ?? '/lit-html.js'}`,
    ),
  )
}

function filesBelow(directory: string, wanted: (path: string) => boolean): [string, string][] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file): [string, string] => [relative(directory, file), file])
    .filter(([path]) => wanted(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
