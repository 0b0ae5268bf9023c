import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsx } from './write_xlsx.ts'

// Tables in, the bytes of a workbook out: see render.ts.
parentPort?.postMessage(await writeXlsx(workerData))
