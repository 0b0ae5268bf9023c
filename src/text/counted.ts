/** A number with its words, which all take an s from two on, as in `2 lignes importées`. */
export function counted(count: number, ...words: string[]): string {
  return [`${count}`, ...words.map((word) => (count > 1 ? `${word}s` : word))].join(' ')
}
