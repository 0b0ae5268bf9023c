import { JSDOM } from 'jsdom'
import { readZip } from './read_zip.ts'

/** A cell of a spreadsheet: a text or a number, and its number format. */
interface XlsxCell {
  value: string | number
  format: string
}

// ISO 29500-1, 18.8.30: built-in formats, which files name only by number.
const known: Record<string, string> = { 0: 'General', 1: '0', 2: '0.00', 9: '0%', 10: '0.00%' }

/**
 * The rows of the sheets of a workbook, by sheet name. @throws when a part is not well-formed XML, or a sheet
 * holds a formula.
 */
export function readXlsx(file: Buffer): Map<string, XlsxCell[][]> {
  const files = readZip(file)
  const { DOMParser } = new JSDOM('').window
  const parts = (name: string, tag: string) => {
    const text = files.get(name)?.toString() ?? ''
    if (/<f[ >]/.test(text)) throw new Error(`${name} holds a formula`)
    const document = new DOMParser().parseFromString(text, 'text/xml')
    return [...document.querySelectorAll(tag)]
  }
  const texts = parts('xl/sharedStrings.xml', 'si').map((each) =>
    // ISO 29500-1, 22.9.2.19: characters escaped by their number.
    (each.textContent ?? '').replaceAll(/_x([0-9a-f]{4})_/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
  )
  const custom = parts('xl/styles.xml', 'numFmt').map((each) => [
    each.getAttribute('numFmtId'),
    each.getAttribute('formatCode'),
  ])
  const codes: Record<string, string> = { ...known, ...Object.fromEntries(custom) }
  const styles = parts('xl/styles.xml', 'cellXfs > xf').map((each) => each.getAttribute('numFmtId') ?? '0')
  const cellOf = (cell: Element): XlsxCell => {
    const number = Number(cell.textContent)
    const format = codes[styles[Number(cell.getAttribute('s') ?? 0)] ?? '0'] ?? 'none'
    return { value: cell.getAttribute('t') === 's' ? (texts[number] ?? 'none') : number, format }
  }
  const names = parts('xl/workbook.xml', 'sheet').map((each) => each.getAttribute('name') ?? '')
  return new Map(
    names.map((name, n) => [
      name,
      parts(`xl/worksheets/sheet${n + 1}.xml`, 'row').map((row) => [...row.children].map(cellOf)),
    ]),
  )
}
