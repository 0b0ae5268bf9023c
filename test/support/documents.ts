import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '../../src/config.ts'
import { readSources, type Sources } from './sources.ts'

/** Every Markdown file of the project by its path: those at its root and those of its folders. */
export function readDocuments(): Sources {
  const top = readdirSync(root).filter((name) => name.endsWith('.md'))
  const folders = ['.github', 'bench', 'docs', 'migrations', 'sql', 'src', 'test'].filter((name) =>
    existsSync(join(root, name)),
  )
  return new Map([
    ...top.map((name) => [name, readFileSync(join(root, name), 'utf8')] as const),
    ...readSources(folders, ['.md']),
  ])
}

/** A text without its blocks of code, whose contents are no Markdown. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, (block) => block.replaceAll(/[^\n]/g, ''))
}

/** The anchors of a document, as GitHub makes them of its headings: a repeated one gets `-1`, `-2`, and so on. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
    const anchor = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')
    let repeated = 0
    const numbered = () => (repeated === 0 ? anchor : `${anchor}-${repeated}`)
    while (anchors.has(numbered())) repeated += 1
    anchors.add(numbered())
  }
  return anchors
}

/** Links (`path:line: target`) to a missing file or heading. Links to other sites are not followed. */
export function brokenLinks(documents: Sources, exists = (path: string) => existsSync(join(root, path))) {
  return [...documents].flatMap(([path, text]) =>
    withoutCode(text)
      .split('\n')
      .flatMap((line, index) =>
        [...line.replaceAll(/`[^`]*`/g, (code) => ' '.repeat(code.length)).matchAll(/\]\(([^)\s]+)\)/g)]
          .map(([, target = '']) => target)
          .filter((target) => !leadsSomewhere(documents, path, target, exists))
          .map((target) => `${path}:${index + 1}: ${target}`),
      ),
  )
}

function leadsSomewhere(
  documents: Sources,
  from: string,
  target: string,
  exists: (path: string) => boolean,
): boolean {
  if (/^(https?|mailto):/.test(target)) return true
  const [file = '', anchor] = target.split('#')
  const path = file === '' ? from : normalize(join(dirname(from), decodeURI(file)))
  const document = documents.get(path)
  if (anchor === undefined) return document !== undefined || exists(path)
  return document !== undefined && anchorsOf(document).has(anchor)
}

/** Lines (`path:line`) longer than this; rows of tables cannot be broken. */
export function longLines(documents: Sources, limit: number): string[] {
  return [...documents].flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...line].length > limit && !line.startsWith('|') ? [`${path}:${index + 1}`] : [],
      ),
  )
}
