import { codes } from './fonts.ts'

/** A run of text as a PDF draws it: its place is that of its baseline, in points from the lower left corner. */
export interface Run {
  text: string
  x: number
  y: number
  size: number
  /** Name of one of the fonts every reader has. */
  font: string
  /** Degrees, against the clock. */
  angle?: number
  /** Kerning: each letter is drawn by a number of its own between small corrections, and no space is drawn at all. */
  kerned?: boolean
}

export interface Page {
  width: number
  height: number
  runs: Run[]
}

/** How the pages lie in the file: `turned` has them on their side, and the reader told to turn them. */
export type Lie = 'upright' | 'turned'

/**
 * A PDF drawn by hand, which does with text what generators do and our own does not. The same pages give the same bytes.
 */
export function writePdf(pages: Page[], lie: Lie = 'upright'): Buffer {
  const fonts = [...new Set(pages.flatMap(({ runs }) => runs.map(({ font }) => font)))].sort()
  const first = 5 + fonts.length
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ')}]>>`,
    // Codes below 32 are free: ligatures, and the hyphen that only shows where a word is parted.
    '<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[1/fi/fl/hyphen]>>',
    stream(toUnicode),
    ...fonts.map((font) => `<</Type/Font/Subtype/Type1/BaseFont/${font}/Encoding 3 0 R/ToUnicode 4 0 R>>`),
  ]
  const resources = `<</Font<<${fonts.map((font, at) => `/${font} ${5 + at} 0 R`).join('')}>>>>`
  pages.forEach((page, at) => {
    const size = lie === 'turned' ? [page.height, page.width] : [page.width, page.height]
    const turn = lie === 'turned' ? '/Rotate 90' : ''
    const contents = `/Contents ${first + 2 * at + 1} 0 R`
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.join(' ')}]${turn}/Resources${resources}${contents}>>`,
      stream(page.runs.map((run) => draw(run, page, lie)).join('\n')),
    )
  })
  return assemble(objects)
}

const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /C def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
3 beginbfchar <01> <FB01> <02> <FB02> <03> <00AD> endbfchar
endcmap end end`

function draw(run: Run, page: Page, lie: Lie): string {
  const turn = ((run.angle ?? 0) * Math.PI) / 180 + (lie === 'turned' ? Math.PI / 2 : 0)
  const [x, y] = lie === 'turned' ? [page.height - run.y, run.x] : [run.x, run.y]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const matrix = [cos, sin, -sin, cos, x, y].map((each) => each.toFixed(3)).join(' ')
  const shown = run.kerned ? `[${kern(run.text)}] TJ` : `${literal(run.text)} Tj`
  return `BT /${run.font} ${run.size} Tf ${matrix} Tm ${shown} ET`
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

function stream(content: string): string {
  return `<</Length ${content.length}>>stream\n${content}\nendstream`
}

function assemble(objects: string[]): Buffer {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`
  return Buffer.from(file, 'latin1')
}
