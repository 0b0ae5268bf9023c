import { parentPort, workerData } from 'node:worker_threads'
import { drawRapport } from './draw_rapport.ts'

// The figures of a year in, the bytes of a PDF out: see render.ts.
parentPort?.postMessage(await drawRapport(workerData))
