/** Reads the title of a group (`*90 EM, SIS Haute-Sorne`) without the star that may precede it. */
export function readTitre(text: string): string {
  return text.replace(/^\*\s*/, '')
}
