import { parentPort } from 'node:worker_threads'
import { parseMessage } from './parse_message.ts'

// One message in, what it means out: see message_reader.ts.
parentPort?.on('message', async (raw: Uint8Array) => {
  parentPort?.postMessage(await parseMessage(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)))
})
