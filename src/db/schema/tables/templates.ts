import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fills in one section of a file of templates: `<table>` becomes the value of `table`. */
type Fill = (section: string, values: Record<string, string>) => string

/** Reads a file of this folder whose sections begin with `--: <name>`. */
export function readTemplates(file: string): Fill {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  const sections = new Map(
    text
      .split(/^--: /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n')
        return [section.slice(0, end), section.slice(end + 1).trim()] as const
      }),
  )
  return (name, values) => {
    const section = sections.get(name)
    if (section === undefined) throw new Error(`${file} has no section ${name}`)
    return section.replaceAll(/<(\w+)>/g, (_text, key: string) => values[key] ?? '')
  }
}

/** Texts as SQL literals, separated by commas. */
export function literals(texts: string[]): string {
  return texts.map((text) => `'${text}'`).join(', ')
}
