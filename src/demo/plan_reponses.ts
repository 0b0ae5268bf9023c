/** An answer that an officer posts for somebody. */
interface Reponse {
  sapeur_id: number
  reponse: 'vient' | 'plus_tard' | 'ne_vient_pas'
  delai?: number
  remarque?: string
}

/** An alarm whose answers are planned. */
interface Answered {
  id: string
  reponses: { sapeur_id: number | null; reponse: string; source: string }[]
}

const MOST = 14
// Kinds of answers, in turn. An empty kind gives no answer.
const kinds = [
  'vient',
  'vient',
  '',
  'vient',
  'plus_tard',
  'vient',
  'ne_vient_pas',
  'vient',
  'ne_vient_pas',
] as const
const reasons = ['Au travail', '', 'Garde des enfants', '']

/**
 * Plans the answers to an alarm in the demo, in order: the same for the same alarm, without those who have answered.
 * Those who told the centre that they come now add how soon; those who declined do not answer again.
 * @param people ids of the sapeurs, in the order of the demo
 * @param absents who cannot come now
 */
export function planReponses({ id, reponses }: Answered, people: number[], absents: Set<number>): Reponse[] {
  const turn = Number(id)
  const told = new Map(reponses.map((each) => [each.sapeur_id, each]))
  return people
    .map((sapeur_id, n) => ({ sapeur_id, n, place: (n * 7 + turn) % people.length }))
    .sort((a, b) => a.place - b.place)
    .slice(0, MOST)
    .flatMap(({ sapeur_id, n, place }) => {
      const before = told.get(sapeur_id)
      if (before && (before.source !== 'centrale' || before.reponse === 'ne_vient_pas')) return []
      if (before?.reponse === 'vient') return [comes(sapeur_id, n)]
      if (absents.has(sapeur_id)) return [{ sapeur_id, reponse: 'ne_vient_pas', remarque: 'Absent' } as const]
      return of(kinds[place % kinds.length] ?? '', sapeur_id, n)
    })
}

function of(kind: (typeof kinds)[number], sapeur_id: number, n: number): Reponse[] {
  if (kind === '') return []
  if (kind === 'vient') return [comes(sapeur_id, n)]
  if (kind === 'plus_tard') return [{ sapeur_id, reponse: kind, delai: 30 + (n % 3) * 15 }]
  const remarque = reasons[n % reasons.length] ?? ''
  return [{ sapeur_id, reponse: kind, ...(remarque !== '' && { remarque }) }]
}

function comes(sapeur_id: number, n: number): Reponse {
  return { sapeur_id, reponse: 'vient', delai: 3 + ((n * 5) % 11) }
}
