import type { Channel, Ear, Ears } from '../live/listener.ts'

interface Hearing {
  channel: Channel
  ear: Ear
  offs: Map<Ears, () => void>
}

/**
 * Hears in all cells, and announces in the one where a SIS lives.
 * Payloads of notifications begin with the key of their SIS, so an ear need not know where they come from.
 */
export class CellEars implements Ears {
  readonly #own: Ears
  readonly #others = new Set<Ears>()
  readonly #hearing = new Set<Hearing>()
  readonly #of: (sisKey: string) => Ears | null

  /** @param of the ears of the cell where a SIS lives; null: the own ones */
  constructor(own: Ears, of: (sisKey: string) => Ears | null) {
    this.#own = own
    this.#of = of
  }

  get hears(): boolean {
    return [this.#own, ...this.#others].every(({ hears }) => hears)
  }

  on(channel: Channel, ear: Ear): () => void {
    const offs = new Map([this.#own, ...this.#others].map((each) => [each, each.on(channel, ear)]))
    const hearing = { channel, ear, offs }
    this.#hearing.add(hearing)
    return () => {
      for (const off of offs.values()) off()
      this.#hearing.delete(hearing)
    }
  }

  announce(channel: Channel, payload: string): void {
    const ears = this.#of(payload.split(':', 1)[0] ?? '') ?? this.#own
    ears.announce(channel, payload)
  }

  /** Calls the ears of a channel as a notification would. */
  tell(channel: Channel, payload: string): void {
    for (const hearing of this.#hearing) if (hearing.channel === channel) hearing.ear(payload)
  }

  /** Hears in another cell too, with the ears that are there already. @returns a function that ends it */
  add(cell: Ears): () => void {
    this.#others.add(cell)
    for (const { ear, channel, offs } of this.#hearing) offs.set(cell, cell.on(channel, ear))
    return () => {
      this.#others.delete(cell)
      for (const { offs } of this.#hearing) {
        offs.get(cell)?.()
        offs.delete(cell)
      }
    }
  }
}
