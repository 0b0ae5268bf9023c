import fc from 'fast-check'
import type { GroupeSpec, PersonneSpec, RowSpec } from '../../src/demo/report_spec.ts'
import type { Groupe } from '../../src/mail/report/report.ts'
import type { Ink } from './corpus/paper/ink.ts'
import { a4, type Layout } from './corpus/paper/layout.ts'
import { lies } from './corpus/paper/pdf_file.ts'

const word = fc.constantFrom(
  ...[
    'Amsler',
    'Élodie',
    'Vuilleumier-Châtelain',
    'Zoë',
    'D’Amico',
    'Marie-Françoise',
    'von',
    'Gigon',
    'Iff',
    'Œuvray',
  ],
)
const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))

const numero = fc.oneof(
  digits(8).map((rest) => `+417${rest}`),
  digits(7).map((rest) => `079 ${rest.slice(0, 3)} ${rest.slice(3, 5)} ${rest.slice(5)}`),
  digits(7).map((rest) => `032${rest}`),
  digits(7).map((rest) => `+41 78 ${rest.slice(0, 3)} ${rest.slice(3, 5)} ${rest.slice(5)}`),
  digits(9).map((rest) => `0041${rest}`),
)
const rupture = fc.option(fc.constantFrom('avant' as const, 'dedans' as const), { nil: undefined, freq: 6 })
const statut = fc.constantFrom('Vient', 'Ne vient pas', 'Pas atteint')

function row(media: RowSpec['media'], numeros: string[], its: string, broken?: RowSpec['rupture']): RowSpec {
  return { media, numeros, statut: its, ...(broken && { rupture: broken }) }
}

const called = fc.tuple(
  fc.uniqueArray(numero, { minLength: 1, maxLength: 5, selector: (each) => each.replace(/\D/g, '') }),
  statut,
  rupture,
  fc.boolean(),
  fc.option(digits(10)),
)
const rows = fc.oneof(
  {
    weight: 4,
    arbitrary: called.map(([numeros, its, broken, sms, pager]): RowSpec[] => [
      row('Téléphone', numeros, its, broken),
      ...(sms ? [row('SMS', numeros.slice(0, 1), 'Message envoyé')] : []),
      ...(pager === null ? [] : [row('Paging', [pager], 'Message envoyé')]),
    ]),
  },
  digits(10).map((numeros): RowSpec[] => [row('Paging', [numeros], 'Message envoyé')]),
  fc.constant<RowSpec[]>([row('Mail', ['piquet@example.org'], 'Message envoyé')]),
)

const personne: fc.Arbitrary<PersonneSpec> = fc
  .tuple(fc.uniqueArray(word, { minLength: 2, maxLength: 4 }), rows)
  .map(([words, its]) => ({ nom: words.join(' '), rows: its }))

const titre = fc.constantFrom(
  ...[
    '90 EM, SIS Haute-Sorne',
    '12 Piquet - SIS Delémont',
    'Commune Haute-Sorne - RTA',
    '7 Renfort, SIS Test',
  ],
)

/** Any groups of people, alerted by any numbers, on any pages. */
export const anyGroupes: fc.Arbitrary<GroupeSpec[]> = fc.uniqueArray(
  fc.record({
    titre,
    etoile: fc.boolean(),
    rupture: fc.boolean(),
    personnes: fc.uniqueArray(personne, { maxLength: 7, selector: ({ nom }) => nom }),
  }),
  { minLength: 1, maxLength: 3, selector: (groupe) => groupe.titre },
)

/**
 * The same with few numbers, broken at most between rows: still readable when a medium stands in the middle
 * of its row.
 */
export function withShortRows(groupes: GroupeSpec[]): GroupeSpec[] {
  const shorten = ({ media, numeros, statut: its }: RowSpec) => row(media, numeros.slice(0, 2), its)
  return groupes.map((groupe) => ({
    ...groupe,
    personnes: groupe.personnes.map((each) => ({ ...each, rows: each.rows.map(shorten) })),
  }))
}

/** Any layout in which such a report may be printed. */
export const anyLayout: fc.Arbitrary<Layout> = fc
  .record({
    family: fc.constantFrom('Helvetica' as const, 'Times' as const),
    size: fc.integer({ min: 7, max: 10 }),
    loose: fc.integer({ min: 2, max: 5 }),
    shift: fc.integer({ min: -10, max: 10 }),
    heads: fc.oneof(fc.integer({ min: -8, max: 10 }), fc.constant('centre' as const)),
    names: fc.constantFrom('beside' as const, 'below' as const, 'always below' as const, 'middle' as const),
    totals: fc.constantFrom('before' as const, 'after' as const, 'beside' as const),
    repeat: fc.record({ titre: fc.boolean(), head: fc.boolean() }),
    foot: fc.boolean(),
  })
  .map(({ loose, shift, ...rest }) => {
    const { contact, media, numero: numbers, statut: last } = a4.columns
    const columns = {
      contact: contact + shift,
      media: media + shift,
      numero: numbers + shift,
      statut: last + shift,
    }
    return { ...a4, ...rest, columns, margin: a4.margin + shift, leading: rest.size + loose }
  })

/** Any way of drawing. */
export const anyInk: fc.Arbitrary<Partial<Ink>> = fc
  .record({
    pieces: fc.constantFrom('lines' as const, 'words' as const, 'letters' as const),
    order: fc.constantFrom('reading' as const, 'reversed' as const, 'columns' as const, 'mixed' as const),
    twice: fc.boolean(),
    stamp: fc.constantFrom('', 'COPIE'),
    lie: fc.constantFrom(...lies),
    packed: fc.boolean(),
  })
  .map((how) => ({
    ...how,
    // No reader can join letters drawn in turns; a line is made bold as a whole.
    order: how.pieces === 'letters' ? 'columns' : how.order,
    twice: how.twice && how.pieces === 'lines',
  }))

/** The groups as a parser must read them. */
export function expectedGroupes(specs: GroupeSpec[]): Groupe[] {
  const reponses = { Vient: 'vient', 'Ne vient pas': 'ne_vient_pas', 'Pas atteint': 'pas_atteint' } as const
  return specs.map((spec) => ({
    titre: spec.titre,
    personnes: spec.personnes.map(({ nom, rows: its }) => ({
      nom,
      telephones: [...new Set(its.flatMap(({ media, numeros }) => (media === 'Mail' ? [] : numeros)))],
      reponse: reponses[its[0]?.statut as keyof typeof reponses] ?? 'aucune',
    })),
  }))
}
