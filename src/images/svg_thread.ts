import { parentPort } from 'node:worker_threads'
import { sanitizeSvg } from './sanitize_svg.ts'

// Receives one SVG and posts what is left of it (clean_svg.ts).
parentPort?.once('message', (text) => parentPort?.postMessage(sanitizeSvg(String(text))))
