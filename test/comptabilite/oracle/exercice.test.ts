import { describe, expect, it } from 'vitest'
import { type Exercice, fonctionAt, imputeExercice, type Setup } from './exercice.ts'

const accounts = { type: 1, compte_id: 3, ecriture_categorie_id: 4 }
const setup: Setup = {
  fonctions: [
    { id: 1, designation: 'Commandant', rang: 100 },
    { id: 6, designation: 'Chef de groupe', rang: 50 },
    { id: 7, designation: 'Sapeur', rang: 10 },
  ],
  tenues: [
    { sapeur_id: 11, fonction_id: 7, debut: '2020-01-01', fin: null },
    { sapeur_id: 11, fonction_id: 6, debut: '2026-03-01', fin: '2026-06-30' },
    { sapeur_id: 12, fonction_id: 7, debut: '2020-01-01', fin: null },
  ],
  indemnites: [
    { ...accounts, fonction_id: 6, tarif: '30.10', type_unite_id: 2 },
    { ...accounts, fonction_id: null, tarif: '40.00', type_unite_id: 1 },
  ],
  heure_types: [
    { ...accounts, id: 1, designation: 'Préparation', montant: '25.00', type_unite_id: 2, type: 2 },
  ],
}
const exercice: Exercice = {
  date: '2026-03-01',
  heure: '19:30:00',
  designation: 'Échelles',
  duree: 100,
  presents: [],
  heures: [],
}
const totals = (more: Partial<Exercice>, other: Partial<Setup> = {}) =>
  imputeExercice({ ...exercice, ...more }, { ...setup, ...other }).ecritures.map(
    ({ sapeur_id, quantite, total }) => `${sapeur_id}: ${quantite} ${total}`,
  )

describe('the main function', () => {
  it('is the highest one of the day', () => {
    const days = ['2026-02-28', '2026-03-01', '2026-06-30', '2026-07-01']
    expect(days.map((day) => fonctionAt(11, day, setup))).toEqual([7, 6, 6, 7])
    expect([fonctionAt(12, '2019-12-31', setup), fonctionAt(13, '2026-03-01', setup)]).toEqual([null, null])
  })
})

describe('an exercice', () => {
  it('pays those present: by the hour 30.10 × 100 ÷ 60 = 50.1666… is 50.15, by the piece 40.00', () => {
    expect(totals({ presents: [11, 12] })).toEqual(['11: 1.67 50.15', '12: 1.00 40.00'])
  })

  it('pays the default to people without a function, or with one without a tariff', () => {
    expect(totals({ presents: [11, 13], date: '2026-07-01' })).toEqual(['11: 1.00 40.00', '13: 1.00 40.00'])
  })

  it('pays additional hours, present or not: 1.50 × 25 = 37.50', () => {
    const heures = [{ sapeur_id: 13, heure_exercice_type_id: 1, quantite: '1.50' }]
    expect(totals({ presents: [12], heures })).toEqual(['12: 1.00 40.00', '13: 1.50 37.50'])
  })

  it('has no entry for additional hours of a type that pays nothing', () => {
    const heures = [{ sapeur_id: 13, heure_exercice_type_id: 1, quantite: '1.50' }]
    const heure_types = setup.heure_types.map((type) => ({ ...type, montant: '0.00' }))
    expect(totals({ presents: [12], heures }, { heure_types })).toEqual(['12: 1.00 40.00'])
  })

  it('has no entries at all while a function has no tariff, and names the function', () => {
    const indemnites = setup.indemnites.slice(0, 1)
    expect(imputeExercice({ ...exercice, presents: [11, 12, 13] }, { ...setup, indemnites })).toEqual({
      ecritures: [],
      missing: [7, null],
    })
  })
})
