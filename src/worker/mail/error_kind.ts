/** What kind an error is, for a reason in the ledger: its message may be long, and in any language. */
export function errorKind(error: unknown): string {
  return error instanceof Error ? error.name : 'erreur inconnue'
}
