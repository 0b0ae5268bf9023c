/** Entries of a program's output at the level warn or above. */
export function loudEntries(log: string) {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= 40)
}
