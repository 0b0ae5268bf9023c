import { deflateSync } from 'node:zlib'
import { codes } from './fonts.ts'

/** A run of text in a PDF, placed by its baseline, in points from the lower left corner. */
export interface Run {
  text: string
  x: number
  y: number
  size: number
  /** Name of a standard font. */
  font: string
  /** Degrees, anticlockwise. */
  angle?: number
  /** Kerning: each letter is drawn by its own number between small corrections, and no space is drawn. */
  kerned?: boolean
}

export interface Page {
  width: number
  height: number
  runs: Run[]
}

/**
 * How the pages lie in the file: sideways or upside down, with a rotation for the reader, or only by the
 * matrix of the text (`… by matrix`).
 */
export const lies = [
  'upright',
  'turned',
  'overturned',
  'turned left',
  'turned by matrix',
  'overturned by matrix',
  'turned left by matrix',
] as const
type Lie = (typeof lies)[number]

/** How the PDF is written. */
export interface Writing {
  lie: Lie
  /** FlateDecode, as usual; otherwise the text is uncompressed. */
  packed: boolean
}

/**
 * A PDF drawn by hand, with drawing operations that other generators use and ours does not. The same pages
 * give the same bytes.
 */
export function writePdf(pages: Page[], { lie, packed }: Writing): Buffer {
  const stream = packed ? packedStream : plainStream
  const fonts = [...new Set(pages.flatMap(({ runs }) => runs.map(({ font }) => font)))].sort()
  const first = 5 + fonts.length
  const objects: (string | Buffer)[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ')}]>>`,
    // Codes below 32 are free: ligatures, and the soft hyphen that shows only at a break.
    '<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[1/fi/fl/hyphen]>>',
    stream(toUnicode),
    ...fonts.map((font) => `<</Type/Font/Subtype/Type1/BaseFont/${font}/Encoding 3 0 R/ToUnicode 4 0 R>>`),
  ]
  const resources = `<</Font<<${fonts.map((font, at) => `/${font} ${5 + at} 0 R`).join('')}>>>>`
  const turn = turnOf(lie)
  pages.forEach((page, at) => {
    const size = turn % 180 === 0 ? [page.width, page.height] : [page.height, page.width]
    const told = turn === 0 || lie.endsWith('by matrix') ? '' : `/Rotate ${turn}`
    const contents = `/Contents ${first + 2 * at + 1} 0 R`
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.join(' ')}]${told}/Resources${resources}${contents}>>`,
      stream(page.runs.map((run) => draw(run, page, turn)).join('\n')),
    )
  })
  return assemble(objects)
}

function turnOf(lie: Lie): number {
  if (lie.startsWith('turned left')) return 270
  if (lie.startsWith('overturned')) return 180
  return lie.startsWith('turned') ? 90 : 0
}

const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /C def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
3 beginbfchar <01> <FB01> <02> <FB02> <03> <00AD> endbfchar
endcmap end end`

function draw(run: Run, page: Page, turn: number): string {
  const angle = (((run.angle ?? 0) + turn) * Math.PI) / 180
  const [x, y] = place(run, page, turn)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const matrix = [cos, sin, -sin, cos, x, y].map((each) => each.toFixed(3)).join(' ')
  const shown = run.kerned ? `[${kern(run.text)}] TJ` : `${literal(run.text)} Tj`
  return `BT /${run.font} ${run.size} Tf ${matrix} Tm ${shown} ET`
}

function place({ x, y }: Run, { width, height }: Page, turn: number): [x: number, y: number] {
  if (turn === 90) return [height - y, x]
  if (turn === 180) return [width - x, height - y]
  return turn === 270 ? [y, width - x] : [x, y]
}

// A space of Helvetica is 278 thousandths of an em.
function kern(text: string): string {
  return [...text].map((letter) => (letter === ' ' ? '-278' : `${literal(letter)} 8 `)).join('')
}

function literal(text: string): string {
  const bytes = [...text].map((letter) => {
    const code = codes[letter] ?? letter.codePointAt(0) ?? 0
    if (code > 255) throw new Error(`the fonts of the corpus have no ${letter}`)
    return code.toString(16).padStart(2, '0')
  })
  return `<${bytes.join('')}>`
}

function plainStream(content: string): string {
  return `<</Length ${content.length}>>stream\n${content}\nendstream`
}

function packedStream(content: string): Buffer {
  const packed = deflateSync(Buffer.from(content, 'latin1'))
  const head = `<</Filter/FlateDecode/Length ${packed.length}>>stream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
}

/**
 * A PDF from its objects: the first is the catalogue, the second the tree of pages. Strings are one byte a
 * character.
 */
export function assemble(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let length = parts[0]?.length ?? 0
  const add = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.length
  }
  const offsets = objects.map((object, at) => {
    const offset = length
    add(`${at + 1} 0 obj\n`)
    add(object)
    add('\nendobj\n')
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = length
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`)
  add(`trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`)
  return Buffer.concat(parts)
}
