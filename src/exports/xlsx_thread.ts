import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsx } from './write_xlsx.ts'

// Receives tables and posts the bytes of a workbook (render.ts).
parentPort?.postMessage(await writeXlsx(workerData))
