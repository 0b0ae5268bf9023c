/** A run of text with its matrix, which gives its direction. */
interface Lying {
  str: string
  transform: number[]
}

// Highest number of characters in stamps and margin notes, whose direction may differ.
const ASIDE = 60
// The direction that the file states counts, unless this many times more text has another direction.
const MORE = 5
const QUARTERS = [0, 90, 180, 270]

/**
 * The degrees, clockwise, by which a page must be turned to be upright. The file states them too, but not if
 * the text itself is drawn turned. Null when more than stamps has another direction: then nobody knows.
 */
export function chooseTurn(runs: Lying[], said: number): number | null {
  const letters = (turn: number) => count(runs.filter((run) => isLevel(run, turn)))
  const best = QUARTERS.reduce((a, b) => (letters(b) > letters(a) ? b : a))
  const chosen = letters(said) * MORE >= letters(best) ? said : best
  const aside = count(runs) - letters(chosen)
  if (letters(chosen) === 0 && aside > 0) return null
  return aside > Math.max(ASIDE, letters(chosen) / 10) ? null : chosen
}

/** Whether a run is level after this turn. */
export function isLevel({ transform: [a = 0, b = 0, c = 0, d = 0] }: Lying, turn: number): boolean {
  const angle = (turn * Math.PI) / 180
  const along = a * Math.cos(angle) + b * Math.sin(angle)
  const across = b * Math.cos(angle) - a * Math.sin(angle)
  return along > 0 && Math.abs(across) <= 0.05 * along && a * d - b * c > 0
}

function count(runs: Lying[]): number {
  return runs.reduce((sum, { str }) => sum + str.replace(/\s/g, '').length, 0)
}
