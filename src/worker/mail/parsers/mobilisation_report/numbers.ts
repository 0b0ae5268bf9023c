/**
 * The telephone numbers of a cell, as written. They stand apart by a space, but may hold spaces themselves
 * (`079 123 45 67`, `+41 79 123 45 67`): as many digits as a number must have make one.
 */
export function splitNumbers(text: string): string[] {
  const numbers: string[] = []
  for (const word of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    const last = numbers.at(-1)
    if (last === undefined || isComplete(last) || word.startsWith('+')) numbers.push(word)
    else numbers[numbers.length - 1] = `${last} ${word}`
  }
  return numbers
}

// Ten digits nationally, eleven or more with +41, thirteen with 0041; the zero of "+41 (0)79" is not dialled.
function isComplete(number: string): boolean {
  const digits = number.replace('(0)', '').replace(/\D/g, '').length
  if (number.startsWith('00')) return digits >= 12
  return digits >= (number.startsWith('+41') ? 11 : 10)
}
