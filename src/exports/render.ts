import { threadLane } from '../process/thread_lane.ts'
import type { Rapport } from './rapport.ts'
import type { Tableau } from './tableaux.ts'

const limits = { milliseconds: 20_000, heapMegabytes: 256 }
const xlsx = threadLane(new URL('./xlsx_thread.ts', import.meta.url), limits)
const rapport = threadLane(new URL('./rapport_thread.ts', import.meta.url), limits)

/**
 * Renders tables as an xlsx file (writeXlsx) in a thread: loading the library and packing the file would delay other
 * requests.
 */
export async function renderXlsx(tableaux: Tableau[]): Promise<Buffer> {
  return bytes(await xlsx(tableaux))
}

/**
 * Renders the yearly federal report as a PDF file (drawRapport) in a thread: loading pdfkit and drawing would delay
 * other requests.
 */
export async function renderRapport(figures: Rapport): Promise<Buffer> {
  return bytes(await rapport(figures))
}

function bytes(result: unknown): Buffer {
  if (!(result instanceof Uint8Array)) throw new Error('the thread made no file')
  return Buffer.from(result.buffer, result.byteOffset, result.byteLength)
}
