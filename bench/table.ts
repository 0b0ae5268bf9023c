/** One turn of all measures: requests a second by the measure's name. */
export type Round = Record<string, number>

/** A Markdown table of medians, with the two ratios that matter. */
export function table(rounds: Round[]): string {
  const names = Object.keys(rounds[0] ?? {})
  const rows = names.map((name) => {
    const values = rounds.map((round) => round[name] ?? 0)
    return `| ${name} | ${median(values).toFixed(0)} | ${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)} |`
  })
  const ratio = (over: string, under: string) =>
    median(rounds.map((round) => (round[over] ?? 0) / (round[under] ?? 1))).toFixed(2)
  const [whole = '', bare = '', on = '', off = ''] = names
  return [
    '| measured | per second, median | range |',
    '|---|---|---|',
    ...rows,
    '',
    'b and c leave out what a does besides: checking the token, validating the request, and `auth.check_session`; c has no HTTP either.',
    '',
    `a / b: **${ratio(whole, bare)}** · policies on / off: **${ratio(on, off)}**`,
    '',
  ].join('\n')
}

export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

/** The fastest tenth, which other work on the machine affects least. */
export function fastestTenth(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 10)] ?? 0
}
