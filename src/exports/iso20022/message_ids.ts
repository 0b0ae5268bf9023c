/** The id of the message for a décompte: always the same, so that a bank refuses to execute it twice. */
export const messageIdOf = (sisKey: string, decompteId: number): string =>
  `D${decompteId}-${sisKey}`.slice(0, 35)

/** The id of a transfer, which the bank of whoever is paid sees too. */
export const endToEndIdOf = (decompteId: number, paiementId: number): string =>
  `D${decompteId}-P${paiementId}`
