import { createHash } from 'node:crypto'

/**
 * The id of the message for the paiements of a décompte that are paid: always the same for the same ones, so that a
 * bank refuses to execute them twice, and another one for others.
 */
export function messageIdOf(sisKey: string, decompteId: number, paiementIds: number[]): string {
  const sorted = paiementIds.toSorted((one, other) => one - other)
  const digest = createHash('sha256').update(sorted.join(',')).digest('hex').slice(0, 10)
  return `D${decompteId}-${digest}-${sisKey}`.slice(0, 35)
}

/** The id of a transfer, which the payee's bank sees too; the same in every message. */
export const endToEndIdOf = (decompteId: number, paiementId: number): string =>
  `D${decompteId}-P${paiementId}`
