import type { StreamEvent } from '../acts/follow_stream.ts'
import { type Alarme, byUrgency, type Effectif, type Reponse } from '../views/alarme_record.ts'

/** The open alarms of a SIS, kept up to date by the events of a stream. It holds no more than is open. */
export class LiveAlarmes {
  #alarmes = new Map<string, Alarme>()
  #seen = new Set<string>()
  #complete = false

  /** Newest first, tests last. */
  get list(): Alarme[] {
    return [...this.#alarmes.values()].sort(byUrgency)
  }

  /** Whether the first events are over. */
  get isComplete(): boolean {
    return this.#complete
  }

  /** Takes an event. @returns the alarm, if it is one that was not known before and the list was complete */
  take({ event, data }: StreamEvent): Alarme | null {
    if (event === 'alarme') return this.#put(data as Alarme)
    if (event === 'reponse')
      this.#answer(data as { alarme_id: string; reponses: Reponse[]; effectif: Effectif })
    if (event === 'a_jour') this.#end(data as { complet: boolean })
    return null
  }

  #put(alarme: Alarme): Alarme | null {
    const isNew = this.#complete && !this.#alarmes.has(alarme.id) && !alarme.validated
    this.#seen.add(alarme.id)
    if (alarme.validated) this.#alarmes.delete(alarme.id)
    else this.#alarmes.set(alarme.id, alarme)
    return isNew ? alarme : null
  }

  #answer({
    alarme_id,
    reponses,
    effectif,
  }: {
    alarme_id: string
    reponses: Reponse[]
    effectif: Effectif
  }): void {
    const known = this.#alarmes.get(alarme_id)
    if (known) this.#alarmes.set(alarme_id, { ...known, reponses, effectif })
  }

  // After a stream restarts, alarms missing from its first events have been closed.
  #end({ complet }: { complet: boolean }): void {
    if (complet) for (const id of this.#alarmes.keys()) if (!this.#seen.has(id)) this.#alarmes.delete(id)
    this.#seen.clear()
    this.#complete = true
  }
}
