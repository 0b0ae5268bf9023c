/**
 * Folds text for comparing labels: lower case, without accents, one space between words, straight
 * apostrophes.
 *
 * If the text has single spaces, one character stays one character, so offsets are valid for both texts.
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
