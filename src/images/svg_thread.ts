import { parentPort, workerData } from 'node:worker_threads'
import { sanitizeSvg } from './sanitize_svg.ts'

// Receives one SVG and posts what is left of it (clean_svg.ts).
parentPort?.postMessage(sanitizeSvg(String(workerData)))
