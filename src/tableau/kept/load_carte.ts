import { onConnection, reportAnswer, reportConnection } from '../acts/connection.ts'
import type { Carte } from '../views/draw_carte.ts'

let kept: Carte | null = null

/** Loads the map, once for all pages. A page gets it as soon as it is there, also after the server was lost. */
export function loadCarte(signal: AbortSignal, loaded: (carte: Carte) => void): void {
  const over = new AbortController()
  const load = async () => {
    kept ??= await fetchCarte()
    if (kept === null || signal.aborted || over.signal.aborted) return
    over.abort()
    loaded(kept)
  }
  onConnection((online) => online && void load(), AbortSignal.any([signal, over.signal]))
  void load()
}

async function fetchCarte(): Promise<Carte | null> {
  try {
    const response = await fetch(new URL('../carte/suisse.json', import.meta.url))
    reportAnswer(response)
    return response.ok ? await response.json() : null
  } catch {
    reportConnection(false)
    return null
  }
}
