import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const files = {
  'Arimo-Regular': resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  'Arimo-Bold': resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
}

/**
 * Adds the font Arimo to a PDF, under the font's own names: under others, pdfkit would open it again at each use. Arimo
 * is as wide as Helvetica and has all Latin letters, Greek and Cyrillic. The PDF holds only the letters that it shows.
 */
export function addArimo(page: PDFKit.PDFDocument): void {
  for (const [name, file] of Object.entries(files)) page.registerFont(name, lettersOf(file))
}

// Of this thread: every document draws with both.
const read = new Map<string, Buffer>()

/** Returns a font without the tables of kerning and ligatures: reading them takes longer than drawing a page. */
export function lettersOf(file: string = files['Arimo-Regular']): Buffer {
  const known = read.get(file)
  if (known !== undefined) return known
  const font = readFileSync(file)
  read.set(file, font)
  const count = font.readUInt16BE(4)
  for (let n = 0; n < count; n++) {
    const at = 12 + n * 16
    // Readers skip tables that they do not know.
    if (/^G(?:DEF|POS|SUB)$/.test(font.toString('latin1', at, at + 4))) font.write('none', at)
  }
  return font
}
