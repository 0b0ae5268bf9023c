import { Syntax } from './syntax.ts'
import { notPdf } from './unreadable_pdf.ts'

// Bytes that may come before the header (ISO 32000-1, annex H, 3.4.1).
const BEFORE = 1_024
const END = /startxref[\0\t\n\f\r ]+(\d{1,10})[\0\t\n\f\r ]+%%EOF/g
// Parts of a later version of the file, whose own end is missing.
const LATER = /\bendobj\b|\bxref\b|\btrailer\b|\bstream\b/

/**
 * The bytes of a PDF from its header to its end. What a mail server put before or after them is no part of it, and a
 * last line that was cut off is completed when the rest of it agrees with the table of objects.
 * @throws UnreadablePdf
 */
export function soundBytes(bytes: Buffer): Buffer {
  const from = bytes.toString('latin1', 0, BEFORE).indexOf('%PDF-')
  if (from < 0) throw notPdf()
  const file = bytes.subarray(from)
  const text = file.toString('latin1')
  const end = [...text.matchAll(END)].at(-1)
  if (end === undefined) return completed(file, text)
  const length = end.index + end[0].length
  if (!LATER.test(text.slice(length))) return file.subarray(0, length)
  return completed(file, text)
}

// Completes `startxref`, its number and `%%EOF` behind the last table of objects.
function completed(file: Buffer, text: string): Buffer {
  const table = Math.max(text.lastIndexOf('\nxref'), text.lastIndexOf('\rxref')) + 1
  const trailer = text.indexOf('trailer', table)
  if (table === 0 || trailer < 0) throw notPdf()
  const syntax = new Syntax(file, trailer + 'trailer'.length)
  try {
    syntax.read()
  } catch {
    throw notPdf()
  }
  const rest = text
    .slice(syntax.at)
    .trim()
    .replace(/[\0\t\n\f\r ]+/g, ' ')
  if (rest === '' || !`startxref ${table} %%EOF`.startsWith(rest)) throw notPdf()
  return Buffer.concat([file.subarray(0, syntax.at), Buffer.from(`\nstartxref\n${table}\n%%EOF\n`)])
}
