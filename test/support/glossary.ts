import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/config.ts'

/** The rules of docs/glossary.md about names. */
export interface Glossary {
  /** The words of its tables. */
  words: string[]
  /** The word to use instead, by forbidden word. */
  forbidden: Map<string, string>
  /** Names that may contain a forbidden word; a name that ends in / covers everything below it. */
  exceptions: Set<string>
}

/** Reads docs/glossary.md: tables of three columns hold words, the one below `## Exceptions` names. */
export function readGlossary(): Glossary {
  const text = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  const [tables = '', exceptions = ''] = text.split('## Exceptions')
  const rows = rowsOf(tables).filter((cells) => cells.length === 3)
  return {
    words: rows.flatMap(([word = '']) => list(word)),
    forbidden: new Map(rows.flatMap(([word = '', , not = '']) => list(not).map((each) => [each, word]))),
    exceptions: new Set(rowsOf(exceptions).flatMap(([name = '']) => name.match(/(?<=`)[^`]+(?=`)/g) ?? [])),
  }
}

/** Names with a forbidden word, and the word to use. */
export function breaches(names: string[], { forbidden, exceptions }: Glossary): string[] {
  const folders = [...exceptions].filter((name) => name.endsWith('/'))
  return names
    .filter((name) => !exceptions.has(name) && !folders.some((folder) => name.startsWith(folder)))
    .flatMap((name) =>
      tokens(name).flatMap((token) => {
        const word = [token, token.replace(/s$/, '')].find((each) => forbidden.has(each))
        return word === undefined ? [] : [`${name}: not ${word}, but ${forbidden.get(word)}`]
      }),
    )
}

// The cells of all rows except heads and rules.
function rowsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Word |'))
  return lines.map((line) =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split('|')
      .map((cell) => cell.trim()),
  )
}

function list(cell: string): string[] {
  return cell
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function tokens(name: string): string[] {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  return words.split(/[^\p{L}\d]+/u)
}
