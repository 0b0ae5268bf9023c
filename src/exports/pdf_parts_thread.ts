import { parentPort, workerData } from 'node:worker_threads'
import { drawCertificats } from './draw_certificats.ts'
import { drawDecompte, drawFiches } from './draw_decompte.ts'

const drawings = { certificats: drawCertificats, decompte: drawDecompte, fiches: drawFiches }

// Receives the name and the contents of a document and posts its PDF in parts, then null (render.ts).
const PART = 16_384
let waiting: Uint8Array[] = []
let size = 0

function post(): void {
  if (size > 0) parentPort?.postMessage({ part: new Uint8Array(Buffer.concat(waiting)) })
  waiting = []
  size = 0
}

const { document, contents }: { document: keyof typeof drawings; contents: never } = workerData
await drawings[document](contents, (bytes) => {
  waiting.push(bytes)
  size += bytes.length
  if (size >= PART) post()
})
post()
parentPort?.postMessage(null)
