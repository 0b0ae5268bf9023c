/** Reduces a name to what is compared: no case, accents or invisible signs, and one space between words. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
}
