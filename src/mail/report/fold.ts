/**
 * Text as labels are compared: lower case, without accents, one space between words, straight apostrophes.
 *
 * One character stays one character as long as the text has single spaces, so offsets can be used on both.
 */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
