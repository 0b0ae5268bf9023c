import { parentPort, workerData } from 'node:worker_threads'
import { drawConvocation } from './draw_convocation.ts'
import { drawListePresence } from './draw_liste_presence.ts'
import { drawRapport } from './draw_rapport.ts'
import { drawRapportIntervention } from './draw_rapport_intervention.ts'

const drawings = {
  convocation: drawConvocation,
  liste_presence: drawListePresence,
  rapport: drawRapport,
  rapport_intervention: drawRapportIntervention,
}

// Receives the name and the contents of a document and posts the bytes of its PDF (render.ts).
const { document, contents }: { document: keyof typeof drawings; contents: never } = workerData
parentPort?.postMessage(await drawings[document](contents))
