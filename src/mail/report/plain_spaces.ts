/** Replaces no-break spaces, narrow ones too, by plain spaces. */
export function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u2007\u202f]/g, ' ')
}
