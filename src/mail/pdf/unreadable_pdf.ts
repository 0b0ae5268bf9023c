/** A PDF that cannot be read as a whole. The message is French, and stands between the parentheses of a reason in the ledger. */
export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf'
}

/** That the file is no PDF, or that its table of objects is not to be found. */
export function notPdf(): UnreadablePdf {
  return new UnreadablePdf('ce n’est pas un PDF, ou il est abîmé')
}

/** That a part of the file is damaged or missing; `part` with its article: `l’objet 12`. */
export function damaged(part: string): UnreadablePdf {
  return new UnreadablePdf(`il est abîmé : ${part}`)
}
