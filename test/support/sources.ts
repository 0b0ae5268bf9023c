import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../src/config.ts'

/** Texts of files, by their path from the project's root. */
export type Sources = Map<string, string>

/** The files below these folders that have one of these endings, without installed packages. */
export function readSources(folders: string[], endings: string[]): Sources {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => !path.includes('/node_modules/')),
  )
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** Matching places (`path:line`), outside the exempt files. */
export function findLines(sources: Sources, pattern: RegExp, except: string[] = []): string[] {
  return [...sources].flatMap(([path, text]) =>
    except.includes(path)
      ? []
      : text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  )
}

/**
 * Imports of files inside a library's `dist/`, which may move with any release of it. `except`: modules that their
 * library documents, or that are the only way.
 */
export function importsOfDist(sources: Sources, except: string[]): string[] {
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/(?:from|import\() ?'([^.'][^']*\/dist\/[^']*)'/g)]
      .filter(([, name = '']) => !except.includes(name))
      .map(([, name]) => `${path}: ${name}`),
  )
}

/**
 * Files with more lines than the limit of their ending; sql/schema.sql is a list, and may have any length.
 */
export function longFiles(sources: Sources, limits: Record<string, number>): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (path === 'sql/schema.sql') return []
    const lines = text.split('\n').length - 1
    const limit = limits[path.slice(path.lastIndexOf('.'))] ?? Number.POSITIVE_INFINITY
    return lines > limit ? [`${path}: ${lines} lines`] : []
  })
}

/** Files of sql/ that schema.sql does not include exactly once, and includes of files that do not exist. */
export function wrongIncludes(sources: Sources): string[] {
  const contents = sources.get('sql/schema.sql') ?? ''
  const included = [...contents.matchAll(/^--!include (\S+)$/gm)].map((match) => `sql/${match[1]}`)
  const expected = [...sources.keys()].filter(
    (path) => !['schema', 'database_roles', 'database_settings', 'queue'].includes(path.slice(4, -4)),
  )
  return [
    ...expected.filter((path) => included.filter((each) => each === path).length !== 1),
    ...included.filter((path) => !expected.includes(path)),
  ]
}

/** Functions whose head, the part before the body, does not state their volatility. */
export function silentVolatility(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/create or replace function ([\w.]+)[\s\S]*?\bas \$\$/g)]
      .filter(([head]) => !/\b(immutable|stable|volatile)\b/.test(head))
      .map(([, name]) => `${path}: ${name}`),
  )
}

function raisedSentences(sources: Sources): { state: string; sentence: string }[] {
  const raised = /sqlstate '(PT\d{3})' using\s+message = (?:format\(\s*)?'((?:[^']|'')*)'/g
  return [...sources.values()].flatMap((text) =>
    [...text.matchAll(raised)].map(([, state = '', literal = '']) => ({
      state,
      sentence: literal.replaceAll("''", "'"),
    })),
  )
}

/** Sentences that the database raises and that a document holds neither whole nor after `…`. */
export function undocumentedSentences(sources: Sources, document: string): string[] {
  return (
    raisedSentences(sources)
      // A value in the sentence and the text after it vary.
      .map(({ sentence }) => (sentence.split('%s')[0] ?? '').trimEnd())
      .filter((sentence) => sentence !== '')
      .filter((sentence) => {
        const ends = [...sentence.matchAll(/ /g)].map(({ index }) => `\`…${sentence.slice(index)}`)
        return ![sentence, ...ends].some((text) => document.includes(text))
      })
  )
}

/** Raised sentences that end with a full stop and do not stand beside a field. */
export function dottedSentences(sources: Sources): string[] {
  return raisedSentences(sources)
    .filter(({ state, sentence }) => state !== 'PT422' && sentence.endsWith('.'))
    .map(({ sentence }) => sentence)
}

/** SQLSTATEs PTnnn that the database raises and that a document does not name in backquotes or a table. */
export function undocumentedStates(sources: Sources, document: string): string[] {
  const raised = [...sources.values()].flatMap((text) =>
    [...text.matchAll(/sqlstate '(PT\d{3})'/g)].map((match) => match[1] ?? ''),
  )
  return [...new Set(raised)].filter((state) => !document.includes(`| ${state} |`)).sort()
}

/** Policies that the schema makes a second time: `file: name on table`. */
export function repeatedPolicies(sources: Sources): string[] {
  const made = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/^create policy (\w+ on [\w.]+)/gm)].map(([, policy]) => ({ path, policy })),
  )
  return made
    .filter(({ policy }, index) => made.findIndex((each) => each.policy === policy) < index)
    .map(({ path, policy }) => `${path}: ${policy}`)
}
