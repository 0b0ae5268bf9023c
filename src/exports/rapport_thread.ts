import { parentPort, workerData } from 'node:worker_threads'
import { drawRapport } from './draw_rapport.ts'

// Receives the figures of a year and posts the bytes of a PDF (render.ts).
parentPort?.postMessage(await drawRapport(workerData))
