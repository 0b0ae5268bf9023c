/** The title of a group as a report has it (`*90 EM, SIS Haute-Sorne`), without the star that may stand before it. */
export function readTitre(text: string): string {
  return text.replace(/^\*\s*/, '')
}
