import { threadQueue } from '../process/thread_queue.ts'
import { keepSpare, threadsOf } from '../process/threads.ts'
import type { Certificats } from './certificats.ts'
import type { Feuille } from './feuille.ts'
import type { FeuilleDecompte } from './feuille_decompte.ts'
import type { RapportIntervention } from './rapport_intervention.ts'
import type { RapportStatistique } from './rapport_statistique.ts'
import type { Tableau } from './tableaux.ts'

// One document a thread, so that a hostile one costs only itself.
const threads = keepSpare(threadsOf(new URL('./document_thread.ts', import.meta.url), { heapMegabytes: 256 }))
const xlsx = threadQueue(threads, 20_000)
const pdf = threadQueue(threads, 20_000)
// The whole time, pages leave.
const pdfParts = threadQueue(threads, 60_000)

/**
 * Renders tables as an xlsx file (writeXlsx) in a thread: loading the library and packing the file would delay other
 * requests.
 */
export async function renderXlsx(tableaux: Tableau[]): Promise<Buffer> {
  return bytes(await xlsx({ document: 'tableaux', contents: tableaux }))
}

/** The documents that can be drawn, with the type of their contents. */
interface Documents {
  convocation: Feuille
  liste_presence: Feuille
  rapport: RapportStatistique
  rapport_intervention: RapportIntervention
}

/** The documents that may have a page or more for each of many people, with the type of their contents. */
export interface LongDocuments {
  certificats: Certificats
  decompte: { feuille: FeuilleDecompte; fiches: boolean }
  fiches: FeuilleDecompte
}

/** Renders a document as a PDF file in a thread: loading pdfkit and drawing would delay other requests. */
export async function renderPdf<Name extends keyof Documents>(
  document: Name,
  contents: Documents[Name],
): Promise<Buffer> {
  return bytes(await pdf({ document, contents }))
}

/** Renders a long document as a PDF file in a thread. @param send receives the bytes as they are made */
export async function renderParts<Name extends keyof LongDocuments>(
  document: Name,
  contents: LongDocuments[Name],
  send: (part: Uint8Array) => void,
): Promise<void> {
  await pdfParts({ document, contents }, undefined, (each) => send(bytes(each)))
}

function bytes(result: unknown): Buffer {
  if (!(result instanceof Uint8Array)) throw new Error('the thread made no file')
  return Buffer.from(result.buffer, result.byteOffset, result.byteLength)
}
