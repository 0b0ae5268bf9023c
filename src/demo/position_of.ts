import { project } from '../tableau/views/project.ts'
import { lieux } from './lieux.ts'

// How far from its middle a place has streets, in metres.
const AROUND = 350

/** Places an address of the demo somewhere in its locality (LV95 metres), always the same. Empty for other places. */
export function positionOf(adresse: string): { e?: number; n?: number } {
  const lieu = Object.values(lieux)
    .flat()
    .find(({ npa, nom }) => adresse.startsWith(`${npa} ${nom}`))
  if (lieu === undefined) return {}
  const { x, y } = project(lieu)
  let mixed = 0
  for (const letter of adresse) mixed = (mixed * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  const spread = (value: number) => (value % (2 * AROUND)) - AROUND
  return { e: Math.round(x * 10 + spread(mixed)), n: Math.round(-y * 10 + spread(Math.floor(mixed / 997))) }
}
