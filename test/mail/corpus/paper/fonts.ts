import PDFDocument from 'pdfkit'

export type Family = 'Helvetica' | 'Times' | 'Courier'

const families = {
  Helvetica: ['Helvetica', 'Helvetica-Bold'],
  Times: ['Times-Roman', 'Times-Bold'],
  Courier: ['Courier', 'Courier-Bold'],
} as const

/** Letters of the fonts outside Latin-1, by their codes. The first three are our own, see pdf_file.ts. */
export const codes: Record<string, number> = {
  ﬁ: 1,
  ﬂ: 2,
  '\u00ad': 3,
  '…': 0x85,
  Œ: 0x8c,
  '‘': 0x91,
  '’': 0x92,
  '–': 0x96,
  œ: 0x9c,
}

/** The name of a font in PDF. */
export function fontName(family: Family, bold: boolean): string {
  return families[family][bold ? 1 : 0]
}

const ruler = new PDFDocument({ autoFirstPage: false })
const widths = new Map<string, number>()

/** The width of a text in ems, without kerning. */
export function textWidth(text: string, font: string): number {
  return [...text].reduce((sum, letter) => sum + letterWidth(letter, font), 0)
}

function letterWidth(letter: string, font: string): number {
  const key = `${font} ${letter}`
  const known = widths.get(key)
  if (known !== undefined) return known
  // Letters without a measured width, with a letter of the same width.
  const shown = { ﬁ: 'n', ﬂ: 'n', '\u00ad': '-' }[letter] ?? letter
  const width = ruler.font(font).fontSize(1000).widthOfString(shown) / 1000
  widths.set(key, width)
  return width
}
