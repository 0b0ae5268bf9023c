import { UnreadablePdf } from '../pdf/unreadable_pdf.ts'

// Those that a mail may bring about, as whoever looks at the ledger understands them.
const kinds: Record<string, string> = {
  PasswordException: 'il est protégé par un mot de passe',
  InvalidPDFException: 'ce n’est pas un PDF, ou il est abîmé',
  FormatError: 'il est abîmé',
  UnknownErrorException: 'il est abîmé',
}

/** What kind an error is, for a reason in the ledger: its message may be long, and in any language. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'erreur inconnue'
  return error instanceof UnreadablePdf ? error.message : (kinds[error.name] ?? error.name)
}
