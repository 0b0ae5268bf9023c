import { arrangeLines, type Line } from '../../../src/mail/parsers/mobilisation_report/lines.ts'

/** A line at height y: texts with their left edges, in 8 pt, each letter 4 points wide. */
export function line(y: number, ...texts: [x: number, text: string][]): Line {
  const words = texts.flatMap(([left, text]) =>
    [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
      const x = left + 4 * index
      return { text: word, x, right: x + 4 * word.length, y, size: 8 }
    }),
  )
  const [only] = arrangeLines(1, words)
  if (only === undefined) throw new Error('a line without words')
  return only
}
