import { UnreadablePdf } from '../pdf/unreadable_pdf.ts'

// Errors that a mail may cause, in words for readers of the ledger.
const kinds: Record<string, string> = {
  PasswordException: 'il est protégé par un mot de passe',
  InvalidPDFException: 'ce n’est pas un PDF, ou il est abîmé',
  FormatError: 'il est abîmé',
  UnknownErrorException: 'il est abîmé',
}

/**
 * The kind of an error, for a reason in the ledger. The error's own message may be long, and in any language.
 */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'erreur inconnue'
  return error instanceof UnreadablePdf ? error.message : (kinds[error.name] ?? error.name)
}
