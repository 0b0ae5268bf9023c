/**
 * A PDF that cannot be read whole. The message is French and goes between the parentheses of a reason in the
 * ledger.
 */
export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf'
}

/** The file is no PDF, or its table of objects cannot be found. */
export function notPdf(): UnreadablePdf {
  return new UnreadablePdf('ce n’est pas un PDF, ou il est abîmé')
}

/** A part of the file is damaged or missing; `part` has its article: `l’objet 12`. */
export function damaged(part: string): UnreadablePdf {
  return new UnreadablePdf(`il est abîmé : ${part}`)
}
