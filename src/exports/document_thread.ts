import { flushCompileCache } from 'node:module'
import { parentPort, receiveMessageOnPort } from 'node:worker_threads'
import { drawCertificats } from './draw_certificats.ts'
import { drawConvocation } from './draw_convocation.ts'
import { drawDecompte, drawFiches } from './draw_decompte.ts'
import { drawListePresence } from './draw_liste_presence.ts'
import { drawRapportIntervention } from './draw_rapport_intervention.ts'
import { drawRapportStatistique } from './draw_rapport_statistique.ts'
import { tryOut } from './try_out.ts'
import { writeXlsx } from './write_xlsx.ts'

const short = {
  convocation: drawConvocation,
  liste_presence: drawListePresence,
  rapport: drawRapportStatistique,
  rapport_intervention: drawRapportIntervention,
  tableaux: writeXlsx,
}
const long = { certificats: drawCertificats, decompte: drawDecompte, fiches: drawFiches }

interface Work {
  document: keyof typeof short | keyof typeof long
  contents: never
}

// Receives the name and the contents of a document. It posts the bytes of a short one, and those of a long one in parts,
// then null (render.ts).
async function make({ document, contents }: Work): Promise<void> {
  const done = isLong(document) ? await postParts(document, contents) : await short[document](contents)
  parentPort?.postMessage(done)
}

const isLong = (document: Work['document']): document is keyof typeof long => document in long

const PART = 16_384

async function postParts(document: keyof typeof long, contents: never): Promise<null> {
  let waiting: Uint8Array[] = []
  let size = 0
  const post = () => {
    if (size > 0) parentPort?.postMessage({ part: new Uint8Array(Buffer.concat(waiting)) })
    waiting = []
    size = 0
  }
  await long[document](contents, (bytes) => {
    waiting.push(bytes)
    size += bytes.length
    if (size >= PART) post()
  })
  post()
  return null
}

// A spare thread has time to try everything out. Work that waits already begins at once.
const waiting = parentPort === null ? undefined : receiveMessageOnPort(parentPort)
if (waiting) await make(waiting.message)
else {
  parentPort?.once('message', make)
  await tryOut()
}
// Node writes the compile cache at the end of a thread, but this one is terminated.
flushCompileCache()
