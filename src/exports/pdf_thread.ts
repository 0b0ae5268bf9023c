import { parentPort, workerData } from 'node:worker_threads'
import { drawConvocation } from './draw_convocation.ts'
import { drawListePresence } from './draw_liste_presence.ts'
import { drawRapportIntervention } from './draw_rapport_intervention.ts'
import { drawRapportStatistique } from './draw_rapport_statistique.ts'

const drawings = {
  convocation: drawConvocation,
  liste_presence: drawListePresence,
  rapport: drawRapportStatistique,
  rapport_intervention: drawRapportIntervention,
}

// Receives the name and the contents of a document and posts the bytes of its PDF (render.ts).
const { document, contents }: { document: keyof typeof drawings; contents: never } = workerData
parentPort?.postMessage(await drawings[document](contents))
