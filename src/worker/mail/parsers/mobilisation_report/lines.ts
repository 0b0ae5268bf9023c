import { extractTextItems, getDocumentProxy } from 'unpdf'

/** A run of text and where it stands, in points from the lower left corner of its page. */
export interface Item {
  text: string
  x: number
  right: number
  size: number
}

/** What stands at one height of a page, from left to right. `text` is the whole line, one space between words. */
export interface Line {
  page: number
  y: number
  items: Item[]
  text: string
}

// Baselines closer than this (points) are one line: cells of a row may be set a little up or down.
const SAME_LINE = 3
// A mobilisation report has 5 to 30 pages.
const PAGE_LIMIT = 300

/**
 * The text of a PDF as lines in reading order, page after page; the order of the text inside the file plays no
 * part. Throws when the file is no PDF, is protected, or has more than 300 pages.
 */
export async function readLines(pdf: Uint8Array): Promise<Line[]> {
  // pdf.js takes over the buffer it is given, so it gets a copy; verbosity 0 keeps it from writing to the console.
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
  try {
    if (document.numPages > PAGE_LIMIT) throw new RangeError(`${document.numPages} pages`)
    const { items } = await extractTextItems(document)
    return items.flatMap((page, index) => readPage(index + 1, page))
  } finally {
    await document.loadingTask.destroy()
  }
}

interface Placed {
  str: string
  x: number
  y: number
  width: number
  fontSize: number
}

function readPage(page: number, placed: Placed[]): Line[] {
  const lines: { y: number; items: Item[] }[] = []
  const visible = placed.filter(({ str }) => str.trim() !== '')
  for (const { str, x, y, width, fontSize } of visible.sort((a, b) => b.y - a.y)) {
    const item = {
      text: str.normalize('NFC').replace(/\s+/g, ' ').trim(),
      x,
      right: x + width,
      size: fontSize,
    }
    const last = lines.at(-1)
    if (last && last.y - y <= SAME_LINE) last.items.push(item)
    else lines.push({ y, items: [item] })
  }
  return lines.map(({ y, items }) => {
    const sorted = items.sort((a, b) => a.x - b.x)
    return { page, y, items: sorted, text: joinItems(sorted) }
  })
}

/** The text of items that stand side by side; a space where there is a gap between them. */
export function joinItems(items: Item[]): string {
  let text = ''
  let end = Number.NEGATIVE_INFINITY
  for (const item of items) {
    text += (text !== '' && item.x - end > 0.12 * item.size ? ' ' : '') + item.text
    end = item.right
  }
  return text
}
