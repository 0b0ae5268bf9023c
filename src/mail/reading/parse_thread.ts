import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { getResolvedPDFJS } from 'unpdf'
import { parseMessage } from './parse_message.ts'

// Receives a message and posts its outcome (parse_process.ts).
parentPort?.on('message', async (raw: Uint8Array) => {
  parentPort?.postMessage(await parseMessage(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)))
})
// Loads pdf.js now, because otherwise the first PDF would take longer.
await getResolvedPDFJS()
// Node writes the compile cache at the end of a thread, but this thread is mostly killed before.
flushCompileCache()
parentPort?.postMessage('ready')
