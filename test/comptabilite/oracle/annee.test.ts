import { describe, expect, it } from 'vitest'
import { type Absence, type IndemniteAnnuelle, imputeAmendes, imputeAnnuel, monthsOf } from './annee.ts'
import type { Fonction } from './exercice.ts'

const annee = { debut: '2026-01-01', fin: '2026-12-31' }
const fonctions = [
  { id: 1, designation: 'Commandant', rang: 100 },
  { id: 4, designation: 'Fourrier', rang: 30 },
  { id: 7, designation: 'Sapeur', rang: 10 },
]
const allowance = (id: number, fonction_id: number, more: Partial<IndemniteAnnuelle>): IndemniteAnnuelle => ({
  ...{ id, fonction_id, designation: 'Annuelle', tarif: '1200.00', type_unite_id: 3, cumulable: false },
  ...{ type: 2, compte_id: 3, ecriture_categorie_id: 4, ...more },
})
const held = (fonction_id: number, debut: string, fin: string | null = null): Fonction => ({
  sapeur_id: 11,
  fonction_id,
  debut,
  fin,
})
const always = { debut: '2010-01-01', fin: null as string | null }
const paid = (tenues: Fonction[], indemnites: IndemniteAnnuelle[], services = [always]) =>
  imputeAnnuel(annee, {
    ...{ fonctions, tenues, indemnites },
    services: services.map((each) => ({ ...each, sapeur_id: 11 })),
  }).map(({ indemnite_annuelle_id, quantite, total }) => `${indemnite_annuelle_id}: ${quantite} ${total}`)

describe('a yearly allowance', () => {
  const commandant = allowance(1, 1, { tarif: '2000.00' })
  const fourrier = allowance(4, 4, {})

  it('is paid once to everyone who had the function on some day of the year', () => {
    expect(paid([held(1, '2026-12-31')], [commandant])).toEqual(['1: 1.00 2000.00'])
    expect(paid([held(1, '2025-01-01', '2026-01-01')], [commandant])).toEqual(['1: 1.00 2000.00'])
    expect(paid([held(1, '2025-01-01', '2025-12-31')], [commandant])).toEqual([])
  })

  it('is that of the highest function only', () => {
    const both = [held(4, '2020-01-01'), held(1, '2026-07-01')]
    expect(paid(both, [commandant, fourrier])).toEqual(['1: 1.00 2000.00'])
  })

  it('is paid beside a higher one if it is cumulable', () => {
    const both = [held(4, '2020-01-01'), held(1, '2026-07-01')]
    const beside = { ...fourrier, cumulable: true }
    expect(paid(both, [commandant, beside])).toEqual(['1: 1.00 2000.00', '4: 1.00 1200.00'])
  })

  it('is not lessened by a higher function whose allowance is cumulable', () => {
    const both = [held(4, '2020-01-01'), held(1, '2026-07-01')]
    const beside = { ...commandant, cumulable: true }
    expect(paid(both, [beside, fourrier])).toEqual(['1: 1.00 2000.00', '4: 1.00 1200.00'])
  })

  it('is not paid for a year without service, although the function was never ended', () => {
    const left = [{ debut: '2010-01-01', fin: '2025-07-10' }]
    expect(paid([held(1, '2020-01-01')], [commandant], left)).toEqual([])
    expect(paid([held(1, '2020-01-01')], [commandant], [])).toEqual([])
  })

  it('is paid to a commander for their other function where commanders have none', () => {
    expect(paid([held(4, '2020-01-01'), held(1, '2020-01-01')], [fourrier])).toEqual(['4: 1.00 1200.00'])
  })
})

describe('a monthly allowance', () => {
  const sapeur = allowance(7, 7, { tarif: '10.55', type_unite_id: 7 })
  const fourrier = allowance(4, 4, { tarif: '100.00', type_unite_id: 7 })

  it('counts months begun: 31 January to 1 May are 5 × 10.55 = 52.75', () => {
    expect(paid([held(7, '2026-01-31', '2026-05-01')], [sapeur])).toEqual(['7: 5.00 52.75'])
  })

  it('counts a month of two periods once: 1–10 and 20–31 January are 10.55', () => {
    const tenues = [held(7, '2026-01-01', '2026-01-10'), held(7, '2026-01-20', '2026-01-31')]
    expect(paid(tenues, [sapeur])).toEqual(['7: 1.00 10.55'])
  })

  it('counts months of service: who left on 10 July has seven', () => {
    const left = [{ debut: '2010-01-01', fin: '2026-07-10' }]
    expect(paid([held(7, '2020-01-01')], [sapeur], left)).toEqual(['7: 7.00 73.85'])
  })

  it('is that of the highest function, month by month: Fourrier from 15 March to 2 June', () => {
    // Fourrier March to June: 4 × 100; Sapeur the other eight months: 8 × 10.55 = 84.40.
    const tenues = [held(7, '2020-01-01'), held(4, '2026-03-15', '2026-06-02')]
    expect(paid(tenues, [fourrier, sapeur])).toEqual(['4: 4.00 400.00', '7: 8.00 84.40'])
  })
})

describe('the months of a year', () => {
  it('are twelve, or those that it touches', () => {
    expect(monthsOf(annee)).toHaveLength(12)
    expect(monthsOf({ debut: '2025-12-15', fin: '2026-02-10' })).toEqual([
      { debut: '2025-12-15', fin: '2025-12-31' },
      { debut: '2026-01-01', fin: '2026-01-31' },
      { debut: '2026-02-01', fin: '2026-02-10' },
    ])
  })
})

describe('fines', () => {
  const amendes = [
    { rang: 1, montant: '20.00' },
    { rang: 2, montant: '50.00' },
  ]
  const absence = (exercice_id: number, date: string, more: Partial<Absence> = {}): Absence => ({
    ...{
      exercice_id,
      date,
      heure: '19:30:00',
      sapeur_id: 11,
      convoque: true,
      present: false,
      remplace: false,
    },
    ...{ excuse_type_id: null, excuse_statut: 0, ...more },
  })
  const run = (absences: Absence[], given: ReturnType<typeof imputeAmendes> = []) =>
    imputeAmendes(absences, amendes, given)
  const shown = (list: ReturnType<typeof imputeAmendes>) =>
    list.map(({ exercice_id, rang, total }) => `${exercice_id}: ${rang} ${total}`)

  it('rise in order of date, and the last rank repeats: 20, 50, 50', () => {
    const absences = [absence(1, '2026-05-01'), absence(2, '2026-03-01'), absence(3, '2026-09-01')]
    expect(shown(run(absences))).toEqual(['2: 1 20.00', '1: 2 50.00', '3: 3 50.00'])
  })

  it('are counted for each sapeur', () => {
    const absences = [absence(1, '2026-05-01'), absence(1, '2026-05-01', { sapeur_id: 12 })]
    expect(shown(run(absences))).toEqual(['1: 1 20.00', '1: 1 20.00'])
  })

  it.each([
    ['someone present', { present: true }, 0],
    ['someone who was not convoked', { convoque: false }, 0],
    ['a replacement', { remplace: true }, 0],
    ['an accepted excuse', { excuse_type_id: 1, excuse_statut: 1 }, 0],
    ['an excuse not yet decided', { excuse_type_id: 1, excuse_statut: 0 }, 0],
    ['a refused excuse', { excuse_type_id: 1, excuse_statut: -1 }, 1],
    ['an absence without excuse', {}, 1],
  ])('of %s', (_case, more, count) => {
    expect(run([absence(1, '2026-05-01', more)])).toHaveLength(count)
  })

  it('of a later run leave ranks already given: an earlier absence that turns up later is the second', () => {
    const given = run([absence(1, '2026-05-01')])
    expect(shown(run([absence(1, '2026-05-01'), absence(2, '2026-03-01')], given))).toEqual(['2: 2 50.00'])
  })

  it('that were undone keep their ranks: May first, March second, and January that turns up third', () => {
    const may = run([absence(1, '2026-05-01')])
    const given = [...may, ...run([absence(2, '2026-03-01')], may)]
    const absences = [absence(1, '2026-05-01'), absence(2, '2026-03-01'), absence(3, '2026-01-01')]
    expect(shown(imputeAmendes(absences, amendes, [], given))).toEqual([
      '3: 3 50.00',
      '2: 2 50.00',
      '1: 1 20.00',
    ])
  })

  it('that were undone and excused leave their ranks to others', () => {
    const may = run([absence(1, '2026-05-01')])
    const excused = absence(1, '2026-05-01', { excuse_type_id: 1, excuse_statut: 1 })
    const march = imputeAmendes([excused, absence(2, '2026-03-01')], amendes, [], may)
    expect(shown(march)).toEqual(['2: 1 20.00'])
    expect(shown(imputeAmendes([absence(1, '2026-05-01')], amendes, march, may))).toEqual(['1: 2 50.00'])
  })

  it('of a later run take the rank that was undone', () => {
    const [first, second] = run([absence(1, '2026-03-01'), absence(2, '2026-05-01')])
    expect(first?.rang).toBe(1)
    const absences = [absence(1, '2026-03-01'), absence(2, '2026-05-01')]
    expect(shown(run(absences, second ? [second] : []))).toEqual(['1: 1 20.00'])
  })
})
