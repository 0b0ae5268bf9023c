import type { Channel, Notifications, OnNotification } from '../live/listener.ts'

interface Subscription {
  channel: Channel
  heard: OnNotification
  offs: Map<Notifications, () => void>
}

/**
 * Listens in all cells, and announces in the one where a SIS lives.
 * Payloads begin with the key of their SIS, so a subscriber need not know where they come from.
 */
export class CellNotifications implements Notifications {
  readonly #own: Notifications
  readonly #others = new Set<Notifications>()
  readonly #subscriptions = new Set<Subscription>()
  readonly #of: (sisKey: string) => Notifications | null

  /** @param of the notifications of the cell where a SIS lives; null: the own ones */
  constructor(own: Notifications, of: (sisKey: string) => Notifications | null) {
    this.#own = own
    this.#of = of
  }

  get isListening(): boolean {
    return [this.#own, ...this.#others].every(({ isListening }) => isListening)
  }

  on(channel: Channel, heard: OnNotification): () => void {
    const offs = new Map([this.#own, ...this.#others].map((each) => [each, each.on(channel, heard)]))
    const subscription = { channel, heard, offs }
    this.#subscriptions.add(subscription)
    return () => {
      for (const off of offs.values()) off()
      this.#subscriptions.delete(subscription)
    }
  }

  announce(channel: Channel, payload: string): void {
    const cell = this.#of(payload.split(':', 1)[0] ?? '') ?? this.#own
    cell.announce(channel, payload)
  }

  /** Calls the subscribers of a channel as a notification would. */
  tell(channel: Channel, payload: string): void {
    for (const each of this.#subscriptions) if (each.channel === channel) each.heard(payload)
  }

  /** Listens in another cell too, for those who subscribed already. @returns a function that ends it */
  add(cell: Notifications): () => void {
    this.#others.add(cell)
    for (const { heard, channel, offs } of this.#subscriptions) offs.set(cell, cell.on(channel, heard))
    return () => {
      this.#others.delete(cell)
      for (const { offs } of this.#subscriptions) {
        offs.get(cell)?.()
        offs.delete(cell)
      }
    }
  }
}
