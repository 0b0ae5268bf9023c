import { describe, expect, it } from 'vitest'
import { booked } from './comptabilite_fixture.ts'
import { useDataApi } from './data_fixture.ts'

const { told, sql } = useDataApi()

describe('what is in use cannot be removed:', () => {
  it.each([
    ['/comptes/1', 'Ce compte est celui d’une indemnité d’intervention'],
    ['/comptes/6', 'Ce compte est celui d’une amende'],
    ['/comptes/4', 'Ce compte est celui des cotisations AVS'],
    ['/ecriture-categories/3', 'Cette catégorie est celle d’une indemnité annuelle'],
    ['/ecriture-categories/4', 'Cette catégorie est celle des cotisations AVS'],
    ['/fonctions/7', 'Cette fonction est exercée par un sapeur'],
  ])('%s', async (path, error) => {
    expect(await told(`DELETE ${path}`)).toEqual([409, { error }])
  })

  it.each([
    [
      'indemnites-intervention',
      'indemnite_intervention_id',
      'Des écritures ont été faites avec cette indemnité : elle peut seulement devenir inactive',
    ],
    ['indemnites-annuelles', 'indemnite_annuelle_id', 'Des écritures ont été faites avec cette indemnité'],
  ])('a tariff that entries were made with: %s', async (list, column, error) => {
    await sql(
      `insert into app.ecritures (exercice_comptable_id, date, designation, total, ${column})
       select max(id), '2026-03-14', 'Essai', 12, 1 from app.exercices_comptables`,
    )
    expect(await told(`DELETE /${list}/1`)).toEqual([409, { error }])
  })

  it('an account or a category of an entry', async () => {
    const [compte, categorie] = [
      (await told('POST /comptes', { numero: '1', designation: 'Caisse' }))[1].data.id,
      (await told('POST /ecriture-categories', { designation: 'Fêtes' }))[1].data.id,
    ]
    await sql(
      `insert into app.ecritures (exercice_comptable_id, date, designation, total, compte_id, ecriture_categorie_id)
       select max(id), '2026-03-14', 'Repas', 12, $1, $2 from app.exercices_comptables`,
      [compte, categorie],
    )
    expect(await told(`DELETE /comptes/${compte}`)).toEqual([
      409,
      { error: 'Des écritures sont passées sur ce compte' },
    ])
    expect(await told(`DELETE /ecriture-categories/${categorie}`)).toEqual([
      409,
      { error: 'Des écritures sont dans cette catégorie' },
    ])
    expect(await told(`PUT /comptes/${compte}`, { produit: true })).toEqual([
      409,
      { error: 'Des écritures sont passées sur ce compte : il ne peut plus changer de nature' },
    ])
  })
})

it('the account of a fine is one of income, and stays one', async () => {
  const fine = { rang: 9, montant: '10.00', compte_id: 1 }
  const error = { compte_id: ['Le compte d’une amende doit être un compte de produit.'] }
  expect(await told('POST /amendes', fine)).toEqual([422, { error }])
  expect(await told('PUT /amendes/1', { compte_id: 1 })).toEqual([422, { error }])
  expect(await told('PUT /comptes/6', { produit: false })).toEqual([
    409,
    { error: 'Ce compte est celui d’une amende : il doit rester un compte de produit' },
  ])
  expect((await told('PUT /comptes/6', { produit: true, tri: 8 }))[0]).toBe(200)
})

describe('a tariff of interventions', () => {
  it.each([
    [{ tarif_min: '40.00' }, 'tarif_min_pour', 'Un tarif minimal doit couvrir une durée de plus de 0 heure.'],
    [{ taux_nuit: '1.25' }, 'fin', 'La nuit du taux de nuit ne peut finir à l’heure où elle commence.'],
    [
      { taux_nuit: 1.25, debut: '22:00', fin: '22:00' },
      'fin',
      'La nuit du taux de nuit ne peut finir à l’heure où elle commence.',
    ],
    [{ taux_nuit: 1.255 }, 'taux_nuit', 'Il faut deux décimales au plus.'],
    [{ taux_weekend: '-1' }, 'taux_weekend', 'Le format n’est pas valide.'],
    [{ debut: '25:00' }, 'debut', 'Le format n’est pas valide.'],
    [{ tarif: -1 }, 'tarif', 'La valeur doit être d’au moins 0.'],
    [{ type: 5 }, 'type', 'La valeur ne doit pas dépasser 4.'],
    [{ compte_id: 999999 }, 'compte_id', 'Ce compte n’existe pas.'],
    [{ ecriture_categorie_id: 999999 }, 'ecriture_categorie_id', 'Cette catégorie n’existe pas.'],
  ])('is refused with %j', async (wrong, field, sentence) => {
    const body = { designation: 'Essai', tarif: '30.00', ...booked, ...wrong }
    expect(await told('POST /indemnites-intervention', body)).toEqual([
      422,
      { error: { [field]: [sentence] } },
    ])
  })

  it('has a night of no length where it has no rate for the night', async () => {
    const body = {
      designation: 'Jour',
      tarif: '30.00',
      ...booked,
      debut: '06:00',
      fin: '06:00',
      taux_weekend: 1.5,
    }
    const [status, { data }] = await told('POST /indemnites-intervention', body)
    expect([status, data.debut, data.fin]).toEqual([201, '06:00:00', '06:00:00'])
    expect(await told(`PUT /indemnites-intervention/${data.id}`, { taux_nuit: 2 })).toEqual([
      422,
      { error: { fin: ['La nuit du taux de nuit ne peut finir à l’heure où elle commence.'] } },
    ])
    expect((await told(`PUT /indemnites-intervention/${data.id}`, { debut: null }))[1].data.debut).toBe(
      '00:00:00',
    )
  })
})

it.each([
  [
    '/indemnites-exercice',
    { fonction_id: 5, tarif: 1, ...booked },
    3,
    'L’unité doit être la pièce, le forfait ou l’heure.',
  ],
  [
    '/indemnites-annuelles',
    { fonction_id: 5, designation: 'Cours', tarif: 1, ...booked },
    2,
    'L’unité doit être l’an ou le mois.',
  ],
])('%s has the units that it can be counted in', async (path, body, type_unite_id, sentence) => {
  expect(await told(`POST ${path}`, { ...body, type_unite_id })).toEqual([
    422,
    { error: { type_unite_id: [sentence] } },
  ])
})
