import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { load } from 'js-yaml'
import { root } from '../../config.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into before it is checked
type Json = any

/**
 * Reads YAML files. Their values are kept as JSON beside the compiled code (main.ts), because YAML takes twenty times as
 * long to read. Values that occur twice by an anchor are copies.
 * @param name of the kept file
 */
export function readYaml(name: string, files: string[]): Json[] {
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
  const place = join(root, 'node_modules/.cache/caserne', `${name}.json`)
  const kept = readKept(place)
  if (kept?.hash === hash) return kept.values
  const json = JSON.stringify({ hash, values: texts.map((text) => load(text)) })
  keep(place, json)
  return JSON.parse(json).values
}

function readKept(place: string): { hash: string; values: Json[] } | null {
  try {
    return JSON.parse(readFileSync(place, 'utf8'))
  } catch {
    return null
  }
}

// Without the right to write there, YAML is read each time. Others may read or write the file at the same time.
function keep(place: string, json: string): void {
  try {
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(`${place}.${process.pid}`, json)
    renameSync(`${place}.${process.pid}`, place)
  } catch {
    // Nothing depends on it.
  }
}
