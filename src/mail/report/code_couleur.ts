import { Report } from './report.ts'

type Couleur = Report['couleur']

/** Reads a colour in any case; null when it is none of ROUGE, JAUNE, BLEU, GRIS. */
export function readCouleur(text: string): Couleur | null {
  const parsed = Report.shape.couleur.safeParse(text.trim().toUpperCase())
  return parsed.success ? parsed.data : null
}

/**
 * Splits `FEU BAT ROUGE` into code `FEU BAT` and couleur `ROUGE`; couleur is '' when the last word is no
 * colour.
 */
export function splitCode(text: string): { code: string; couleur: Couleur } {
  const words = text.trim().split(/\s+/)
  const couleur = readCouleur(words.at(-1) ?? '') ?? ''
  return { code: (couleur === '' ? words : words.slice(0, -1)).join(' '), couleur }
}
