import { beforeAll, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { ask, told, sql } = useDataApi()

const least = { nom: 'Zwahlen', prenom: 'Léa', incorporation: '2020-01-01' }
let id = 0
beforeAll(async () => {
  id = (await ask('POST /sapeurs', least)).body.data.id
})

const required = ['Ce champ est obligatoire.']
const badAvs = ['Ce numéro AVS n’est pas valide.']
const badIban = ['Cet IBAN n’est pas valide.']
const badEmail = ['Cette adresse e-mail n’est pas valide.']

describe('nobody is added, and nobody changed,', () => {
  it.each<[body: object, error: object]>([
    [{ no_avs: '756.1234.5678.98' }, { no_avs: badAvs }],
    [{ no_avs: '7561234567898' }, { no_avs: badAvs }],
    [{ no_avs: '755.1234.5678.97' }, { no_avs: badAvs }],
    [{ no_avs: '756.1234.5678' }, { no_avs: badAvs }],
    [{ no_avs: '756.1234.5678.970' }, { no_avs: badAvs }],
    [{ no_avs: '756' }, { no_avs: badAvs }],
    [{ no_avs: '...' }, { no_avs: badAvs }],
    [{ no_avs: '756.1234.abcd.97' }, { no_avs: badAvs }],
    [{ no_avs: '٧٥٦.1234.5678.97' }, { no_avs: badAvs }],
    [{ no_avs: '756.١٢٣٤.5678.97' }, { no_avs: badAvs }],
    [{ no_avs: 7561234567897 }, { no_avs: ['Ce champ doit être un texte ou vide.'] }],
    [{ iban: 'CH93 0076 2011 6238 5295 8' }, { iban: badIban }],
    [{ iban: 'CH٩٣00762011623852957' }, { iban: badIban }],
    [{ iban: 'rien' }, { iban: badIban }],
    [{ email: 'lea@' }, { email: badEmail }],
    [{ email: 'lea example.org' }, { email: badEmail }],
    [
      { email: `${'a'.repeat(250)}@example.org` },
      { email: ['Ce champ ne doit pas dépasser 255 caractères.'] },
    ],
    [
      { date_naissance: '2199-01-01' },
      { date_naissance: ['La date de naissance doit précéder aujourd’hui.'] },
    ],
    [{ date_naissance: '1990-02-30' }, { date_naissance: ['Le format n’est pas valide (date).'] }],
    [{ localite_id: 99 }, { localite_id: ['Cette localité n’existe pas.'] }],
    [{ civilite_id: 99 }, { civilite_id: ['Cette civilité n’existe pas.'] }],
    [{ nom: '' }, { nom: required }],
    [{ prenom: '  ' }, { prenom: required }],
    [{ prenom: '\u200b' }, { prenom: required }],
    [{ nom: null }, { nom: ['Ce champ doit être un texte.'] }],
  ])('with %j', async (change, error) => {
    expect(await told('POST /sapeurs', { ...least, ...change })).toEqual([422, { error }])
    expect(await told(`PUT /sapeurs/${id}`, change)).toEqual([422, { error }])
  })

  it('and a refused body leaves nothing behind', async () => {
    const count = () =>
      sql(`select (select count(*) from app.sapeurs), (select count(*) from app.mutations),
                  (select count(*) from app.salaires)`)
    const before = await count()
    expect((await told('POST /sapeurs', { ...least, no_avs: '756' }))[0]).toBe(422)
    expect(await count()).toEqual(before)
  })
})

it.each<[body: object, error: object]>([
  [{}, { nom: required, prenom: required }],
  [{ nom: 'Zwahlen', prenom: 'Léa' }, { incorporation: ['Un sapeur doit avoir une date d’incorporation.'] }],
  [
    { ...least, type: 0, incorporation: null },
    { incorporation: ['Un sapeur doit avoir une date d’incorporation.'] },
  ],
  [{ ...least, type: 3 }, { type: ['La valeur doit être l’une de : 0, 1, 2.'] }],
  [
    { ...least, incorporation: 'hier' },
    { incorporation: expect.arrayContaining(['Le format n’est pas valide.']) },
  ],
])('nobody is added with %j', async (body, error) => {
  expect(await told('POST /sapeurs', body)).toEqual([422, { error }])
})

it.each(['756.1234.5678.97', '7561234567897', '7.5.6.12345678.97', ''])(
  'the AVS number %j is accepted',
  async (no_avs) => {
    const [status, { data }] = await told(`PUT /sapeurs/${id}`, { no_avs })
    expect([status, data.no_avs]).toEqual([200, no_avs === '' ? '' : '756.1234.5678.97'])
  },
)

it('a date of birth is accepted for yesterday, and refused for today', async () => {
  const [day] = await sql('select (app.today() - 1)::text as yesterday, app.today()::text as today')
  expect((await told(`PUT /sapeurs/${id}`, { date_naissance: day?.yesterday }))[0]).toBe(200)
  expect((await told(`PUT /sapeurs/${id}`, { date_naissance: day?.today }))[0]).toBe(422)
})

describe('nobody is deleted', () => {
  const period = "'2026-03-14', '14:29', '2026-03-14', '16:00'"
  const presence =
    'insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin) ' +
    "select id, $1, '2026-03-14 14:30+01', '2026-03-14 16:00+01' from i"
  const intervention = (objet: string, officer = 'null') =>
    `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, sapeur_id)
     values (${period}, '${objet}', ${officer}) returning id`
  it.each([
    [
      'is the officer of an intervention',
      intervention('Feu', '$1'),
      'Ce sapeur est responsable d’une intervention',
    ],
    [
      'was at an intervention',
      `with i as (${intervention('Eau')}) ${presence}`,
      'Ce sapeur a des présences en intervention',
    ],
    [
      'was convoked to an exercice',
      `with e as (
         insert into app.exercices (exercice_comptable_id, date, heure, designation, duree)
         select min(id), '2026-03-14', '19:30', 'Échelles', 120 from app.exercices_comptables returning id
       )
       insert into app.exercice_sapeurs (exercice_id, sapeur_id) select id, $1 from e`,
      'Ce sapeur est inscrit à un exercice',
    ],
    [
      'has accounts of pay',
      `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total)
       select min(id), $1, '2026-03-14', 'Solde', 25 from app.exercices_comptables`,
      'Ce sapeur a des comptes écrits',
    ],
    [
      'holds equipment',
      "insert into app.materiel_personnel (sapeur_id, designation, attribution) values ($1, 'Casque', '2020-01-01')",
      'Ce sapeur a encore du matériel en prêt',
    ],
    [
      'commands the SIS',
      "update app.sis set sapeur_id = $1 where sis_key = 'hs'",
      'Ce sapeur est le commandant du SIS',
    ],
    [
      'has an account',
      "insert into auth.memberships (sis_key, user_id, sapeur_id) select 'hs', id, $1 from auth.users where email = 'nouveau@example.org'",
      'Ce sapeur est lié à un compte',
    ],
  ])('who %s', async (_what, statement, error) => {
    const one = (await ask('POST /sapeurs', least)).body.data.id
    await sql(statement, [one])
    expect(await told(`DELETE /sapeurs/${one}`)).toEqual([409, { error }])
  })

  it('except a sapeur who has returned their equipment, and its loan with them', async () => {
    const one = (await ask('POST /sapeurs', least)).body.data.id
    await sql(
      `insert into app.materiel_personnel (sapeur_id, designation, attribution, retour)
       values ($1, 'Casque', '2020-01-01', '2025-01-01')`,
      [one],
    )
    expect(await told(`DELETE /sapeurs/${one}`)).toEqual([204, null])
    expect(await sql('select from app.materiel_personnel where sapeur_id = $1', [one])).toEqual([])
  })
})
