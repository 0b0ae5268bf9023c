import type { Family } from './fonts.ts'

/** The layout of a report on its pages. Lengths are points. */
export interface Layout {
  width: number
  height: number
  family: Family
  /** Size of the text, and distance between baselines. */
  size: number
  leading: number
  /** Left margin, values of the head, and its second column of labels. */
  margin: number
  values: number
  second: number
  /** Left edges of the columns of a table. */
  columns: { contact: number; media: number; numero: number; statut: number }
  /**
   * Place of the column heads: over the left edge of the column or shifted by this distance, or in its
   * middle.
   */
  heads: number | 'centre'
  sizes: { rapport: number; rubrique: number; titre: number; head: number; total: number }
  /** All titles except the first in the size of the text, as in no genuine report. */
  smallTitles: boolean
  /**
   * Place of a name in its row: beside the first numbers; below the numbers when it does not fit in one line,
   * or always; in the middle, like the medium and the answer.
   */
  names: 'beside' | 'below' | 'always below' | 'middle'
  /** Whether a name too long for its column wraps, or runs past the column. */
  wrapNames: boolean
  /** Figures under their labels, before or after the table, or beside the labels. */
  totals: 'before' | 'after' | 'beside'
  /** The beginning of a new page inside a block. */
  repeat: { titre: boolean; head: boolean }
  foot: boolean
}

export const a4: Layout = {
  width: 595.28,
  height: 841.89,
  family: 'Helvetica',
  size: 9,
  leading: 12,
  margin: 44,
  values: 144,
  second: 320,
  columns: { contact: 44, media: 196, numero: 268, statut: 430 },
  heads: 0,
  sizes: { rapport: 16, rubrique: 11, titre: 12, head: 9, total: 9 },
  smallTitles: false,
  names: 'below',
  wrapNames: true,
  totals: 'before',
  repeat: { titre: false, head: false },
  foot: true,
}
