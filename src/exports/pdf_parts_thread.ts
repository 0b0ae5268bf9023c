import { parentPort, workerData } from 'node:worker_threads'
import { drawCertificats } from './draw_certificats.ts'

// Receives the contents of salary certificates and posts their PDF in parts, then null (render.ts).
const PART = 16_384
let waiting: Uint8Array[] = []
let size = 0

function post(): void {
  if (size > 0) parentPort?.postMessage({ part: new Uint8Array(Buffer.concat(waiting)) })
  waiting = []
  size = 0
}

await drawCertificats(workerData, (bytes) => {
  waiting.push(bytes)
  size += bytes.length
  if (size >= PART) post()
})
post()
parentPort?.postMessage(null)
