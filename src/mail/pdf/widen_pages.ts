import { type Dict, Keyword, Name, Ref, Stream, type Value } from './values.ts'

// Points. ISO 32000-1, annex C, allows no larger page.
const WIDE = [-14_400, -14_400, 14_400, 14_400]

/** A page's object in its file, with what it inherits from the tree of pages. */
export interface PageObject {
  ref: Ref
  dict: Dict
  inherited: Dict
}

/**
 * Makes the readable pages as wide as possible, and the only ones, by an update at the end of the file (ISO 32000-1,
 * 7.5.6). pdf.js silently leaves out letters outside the page, so a damaged page size must not matter; and a damaged
 * page must not change which page it reads.
 * @param root the root of the tree of pages
 */
export function widenPages(bytes: Buffer, trailer: Dict, root: Ref, pages: PageObject[]): Buffer {
  const parts = [bytes, Buffer.from('\n')]
  let length = bytes.length + 1
  const tree: Dict = new Map<string, Value>([
    ['Type', new Name('Pages')],
    ['Count', pages.length],
    ['Kids', pages.map(({ ref }) => ref)],
  ])
  const wide = pages.map(({ ref, dict, inherited }): [Ref, Dict] => [
    ref,
    new Map([...inherited, ...dict, ['Parent', root], ['MediaBox', WIDE], ['CropBox', WIDE]]),
  ])
  const table = [[root, tree] as [Ref, Dict], ...wide].map(([ref, dict]) => {
    const object = Buffer.from(`${ref.number} ${ref.generation} obj\n${write(dict)}\nendobj\n`, 'latin1')
    const place = `${String(length).padStart(10, '0')} ${String(ref.generation).padStart(5, '0')} n`
    parts.push(object)
    length += object.length
    return `${ref.number} 1\n${place}\r\n`
  })
  const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(
    bytes.toString('latin1', Math.max(0, bytes.length - 2_048)),
  )
  const newer: Dict = new Map([
    ['Size', trailer.get('Size') ?? null],
    ['Root', trailer.get('Root') ?? null],
    ['Prev', Number(start?.[1])],
  ])
  parts.push(
    Buffer.from(`xref\n${table.join('')}trailer\n${write(newer)}\nstartxref\n${length}\n%%EOF\n`, 'latin1'),
  )
  return Buffer.concat(parts)
}

function write(value: Value): string {
  if (value instanceof Name) return `/${writeName(value.name)}`
  if (value instanceof Ref) return `${value.number} ${value.generation} R`
  if (Buffer.isBuffer(value)) return `<${value.toString('hex')}>`
  if (Array.isArray(value)) return `[${value.map(write).join(' ')}]`
  if (value instanceof Map) {
    return `<<${[...value].map(([key, each]) => `/${writeName(key)} ${write(each)}`).join(' ')}>>`
  }
  // A dictionary contains neither.
  if (value instanceof Stream || value instanceof Keyword) throw new TypeError('not a value of a dictionary')
  return String(value)
}

function writeName(name: string): string {
  return name.replace(
    /[^!-~]|[#()<>[\]{}/%]/g,
    (sign) => `#${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}
