import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { getResolvedPDFJS } from 'unpdf'
import { parseMessage } from './parse_message.ts'

// One message in, what it means out: see parse_process.ts.
parentPort?.on('message', async (raw: Uint8Array) => {
  parentPort?.postMessage(await parseMessage(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)))
})
// Loaded at the first PDF otherwise, which would take longer for it.
await getResolvedPDFJS()
// Where there is a cache: it is written at an end that this thread mostly does not live to see.
flushCompileCache()
parentPort?.postMessage('ready')
