import { openStream, readEvents } from '../follow_events.ts'

/** An answer: a sapeur and an alarm, once in each part. */
export interface Key {
  alarme: number
  sapeur: number
}

/** When each answer was sent, and how long it took to be shown. */
class Shown {
  readonly #sent = new Map<string, number>()
  readonly #times: number[] = []

  send({ alarme, sapeur }: Key): void {
    this.#sent.set(`${alarme} ${sapeur}`, performance.now())
  }

  /** How many answers were not shown yet. */
  get missing(): number {
    return this.#sent.size
  }

  /** How long answers took since the last time this was asked. */
  take(): number[] {
    return this.#times.splice(0)
  }

  /** Waits no longer for answers that were not shown. @returns how many they are */
  forget(): number {
    const missing = this.#sent.size
    this.#sent.clear()
    return missing
  }

  show(alarme: string, reponses: { sapeur_id: number }[]): void {
    const now = performance.now()
    for (const { sapeur_id } of reponses) {
      const key = `${alarme} ${sapeur_id}`
      const sent = this.#sent.get(key)
      if (sent === undefined) continue
      this.#times.push(now - sent)
      this.#sent.delete(key)
    }
  }
}

/** Listeners while people answer. */
export interface Listeners {
  wall: Shown
  stream: Shown
  /** Bytes and events so far, of the wall and of all streams. */
  count(): { wallEvents: number; wallBytes: number; streamBytes: number }
}

/** Opens a wall and streams of alarms. The first stream is read, of the others only the bytes are counted. */
export async function openListeners(
  port: number,
  wallToken: string,
  streams: Record<string, string>[],
): Promise<Listeners> {
  const [wall, stream] = [new Shown(), new Shown()]
  const counts = { wallEvents: 0, wallBytes: 0, streamBytes: 0 }
  const dataOf = (event: string) => JSON.parse(event.slice(event.indexOf('\ndata: ') + 7))
  const onWall = await openStream(port, '/api/v2/mur/flux', { token: wallToken })
  readEvents(onWall, (name, event) => {
    counts.wallEvents += 1
    counts.wallBytes += event.length
    if (name !== 'mur') return
    for (const { id, reponses } of dataOf(event).alarmes) wall.show(id, reponses)
  })
  for (const [n, headers] of streams.entries()) {
    const each = await openStream(port, '/api/v2/alarmes/flux', headers)
    each.on('data', (bytes) => {
      counts.streamBytes += bytes.length
    })
    if (n === 0)
      readEvents(each, (name, event) => {
        if (name !== 'reponse') return
        const { alarme_id, reponses } = dataOf(event)
        stream.show(alarme_id, reponses)
      })
  }
  return { wall, stream, count: () => ({ ...counts }) }
}
