// Those that a mail may bring about, as whoever looks at the ledger understands them.
const kinds: Record<string, string> = {
  PasswordException: 'il est protégé par un mot de passe',
  InvalidPDFException: 'ce n’est pas un PDF, ou il est abîmé',
  TooManyPages: 'il a plus de 300 pages',
}

/** What kind an error is, for a reason in the ledger: its message may be long, and in any language. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'erreur inconnue'
  return kinds[error.name] ?? error.name
}
