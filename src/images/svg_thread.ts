import { parentPort, workerData } from 'node:worker_threads'
import { sanitizeSvg } from './sanitize_svg.ts'

// One SVG in, what is left of it out: see clean_svg.ts.
parentPort?.postMessage(sanitizeSvg(String(workerData)))
