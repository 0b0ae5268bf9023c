import { describe, expect, it } from 'vitest'
import { comptable } from '../http/imputation_fixture.ts'
import { byTarif, useThings } from './imputation_fixture.ts'

const { made, told, state, repas } = useThings()

// By someone of hs who holds comptabilite.modification, and nothing else.
describe('another SIS', () => {
  // Requests with their body, status and the fields that the answer names.
  const attacks: [name: string, ask: () => [door: string, body?: object], answer: unknown][] = [
    [
      'an intervention is imputed',
      () => [`POST /imputation/intervention/${made.theirs.validee}`, byTarif(made.own.tarif)],
      404,
    ],
    [
      'an intervention is simulated',
      () => [`POST /imputation/intervention/${made.theirs.validee}/simulation`, byTarif(made.own.tarif)],
      404,
    ],
    ['an imputation is undone', () => [`DELETE /imputation/intervention/${made.theirs.imputee}`], 404],
    [
      'a tariff pays',
      () => [`POST /imputation/intervention/${made.own.validee}`, byTarif(made.theirs.tarif)],
      ['indemnite_intervention_id'],
    ],
    [
      'a tariff of standby pays',
      () => [
        `POST /imputation/intervention/${made.own.validee}`,
        { ...byTarif(made.own.tarif), piquet_indemnite_intervention_id: made.theirs.tarif },
      ],
      ['piquet_indemnite_intervention_id'],
    ],
    ['an exercice is imputed', () => [`POST /imputation/exercice/${made.theirs.valide}`], 404],
    ['an exercice is undone', () => [`DELETE /imputation/exercice/${made.theirs.impute}`], 404],
    [
      'a year is imputed',
      () => [
        `POST /imputation/interventions/${made.theirs.year}`,
        { indemnites: { defaut: made.own.tarif } },
      ],
      404,
    ],
    [
      'a tariff pays all types',
      () => [
        `POST /imputation/interventions/${made.own.year}`,
        { indemnites: { defaut: made.theirs.tarif } },
      ],
      ['indemnites.defaut'],
    ],
    [
      'a tariff pays a type',
      () => [
        `POST /imputation/interventions/${made.own.year}`,
        { indemnites: { 4: made.theirs.tarif, defaut: made.own.tarif } },
      ],
      ['indemnites.4'],
    ],
    [
      'a type is paid',
      () => [
        `POST /imputation/interventions/${made.own.year}`,
        { indemnites: { [made.theirs.type]: made.own.tarif, defaut: made.own.tarif } },
      ],
      ['indemnites.700002'],
    ],
    [
      'a tariff pays the standby of a year',
      () => [
        `POST /imputation/interventions/${made.own.year}`,
        { indemnites: { defaut: made.own.tarif }, piquet_indemnite_intervention_id: made.theirs.tarif },
      ],
      ['piquet_indemnite_intervention_id'],
    ],
    ['a work is followed', () => [`GET /travaux/${made.theirs.travail}`], 404],
    ['an entry is read', () => [`GET /ecritures/${made.theirs.ecriture}`], 404],
    ['an entry is changed', () => [`PUT /ecritures/${made.theirs.ecriture}`, { quantite: 9 }], 404],
    ['an entry is removed', () => [`DELETE /ecritures/${made.theirs.ecriture}`], 404],
    ...(['POST /ecritures', 'PUT /ecritures/'] as const).flatMap((door) =>
      (
        [
          ['exercice_comptable_id', () => made.theirs.year],
          ['sapeur_id', () => made.theirs.sapeur],
          ['compte_id', () => made.theirs.compte],
          ['ecriture_categorie_id', () => made.theirs.categorie],
        ] as const
      ).map(([field, id]): [string, () => [string, object], unknown] => [
        `an entry names its ${field} (${door})`,
        () => [door.endsWith('/') ? door + made.own.ecriture : door, { ...repas(), [field]: id() }],
        [field],
      ]),
    ),
  ]

  it.each(attacks)('is left alone when %s', async (_, ask, answer) => {
    const before = await state()
    const [door, body] = ask()
    const [status, said] = await told(door, body, { as: comptable })
    expect([door, status === 422 ? Object.keys(said.error) : status]).toEqual([door, answer])
    expect(await state()).toEqual(before)
  })

  it.each(['ecritures', 'ecritures?exercice_comptable_id='])('is not in the list %s', async (list) => {
    const path = list.endsWith('=') ? list + made.theirs.current : list
    const [, { data }] = await told(`GET /${path}`, undefined, { as: comptable })
    expect((data as { id: number }[]).filter(({ id }) => id === made.theirs.ecriture)).toEqual([])
  })
})
