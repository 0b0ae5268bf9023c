import { createHash } from 'node:crypto'

/**
 * The id of the message of a draft, which must not go to a bank: always the same for the same paiements of a décompte.
 * A recorded order has an id of its own (api.as_json).
 */
export function draftIdOf(sisKey: string, decompteId: number, paiementIds: number[]): string {
  const sorted = paiementIds.toSorted((one, other) => one - other)
  const digest = createHash('sha256').update(sorted.join(',')).digest('hex').slice(0, 10)
  return `BROUILLON-D${decompteId}-${digest}-${sisKey}`.slice(0, 35)
}

/** The id of a transfer, which the payee's bank sees too; the same in every message. */
export const endToEndIdOf = (decompteId: number, paiementId: number): string =>
  `D${decompteId}-P${paiementId}`
