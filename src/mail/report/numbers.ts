/**
 * Splits the telephone numbers of a cell, as written. Spaces separate numbers but may also be inside them
 * (`079 123 45 67`, `+41 79 123 45 67`), so a number ends when it has enough digits.
 */
export function splitNumbers(text: string): string[] {
  const numbers: string[] = []
  const words = text.replace(/(\d{9,})\/(?=\+?\d{9})/g, '$1 ').split(/[\s,;]+/)
  for (const word of words.filter((part) => /\d/.test(part))) {
    const last = numbers.at(-1)
    if (last === undefined || isComplete(last, word)) numbers.push(word)
    else numbers[numbers.length - 1] = `${last} ${word}`
  }
  return numbers
}

// Ten digits nationally, eleven with +41, thirteen with 0041; the zero of "+41 (0)79" is not dialled. Foreign
// numbers have ten to fifteen digits: they may continue with a group of up to four digits that does not begin
// a number itself.
function isComplete(number: string, next: string): boolean {
  if (next.startsWith('+')) return true
  const digits = number.replace('(0)', '').replace(/\D/g, '').length
  if (number.startsWith('00')) return digits >= 12
  if (!number.startsWith('+')) return digits >= 10
  if (number.startsWith('+41')) return digits >= 11
  return digits >= 12 || (digits >= 10 && (next.startsWith('0') || next.length > 4))
}

// Digits. A short number such as 118 belongs to nobody, and "Piquet 2" is a name.
const LEAST_DIGITS = 5
// Words before or behind a number.
const kinds =
  /(?<![\p{L}\d])(?:t[ée]l(?:[ée]phone)?|natel|mobile|portable|fixe|priv[ée]|prof|pager|paging|sms)(?![\p{L}\d])[.:]*/giu

/** Splits `Nom Prénom, +41… 079 …` into the numbers as written and the name. */
export function splitNameAndNumbers(text: string): { nom: string; telephones: string[] } {
  const written: string[] = []
  const named = text.replace(/(?:\+\s?|\(0\d|(?<![\p{L}\d])\d)[\d\s()./'-]*/gu, (found) => {
    if (found.replace(/\D/g, '').length < LEAST_DIGITS) return found
    written.push(found.includes('(') ? found : found.replace(')', ''))
    return ', '
  })
  const telephones = written.flatMap(splitNumbers).map((number) => number.replace(/[.(/'-]+$/, ''))
  const nom = (telephones.length > 0 ? named.replace(kinds, '') : named)
    .split(/[,;|\s]+/)
    .filter((word) => /[\p{L}\d]/u.test(word))
    .join(' ')
  return { nom, telephones: [...new Set(telephones)] }
}
