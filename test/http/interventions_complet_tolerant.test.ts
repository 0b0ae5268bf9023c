import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'
import { addSapeur } from './samples/interventions.ts'

const { told, sql } = useDataApi()
const least = { date_debut: '2026-03-14', heure_debut: '14:29', objet: 'Feu de cuisine' }
const send = async (body: object) => {
  const [status, answer] = await told('POST /interventions-complet', { ...least, ...body })
  expect([status, answer.error]).toEqual([201, undefined])
  return answer.data
}
const ids = { vehicule: 0, materiel: 0, other: 0, localite: 0 }
let sapeur: number

beforeAll(async () => {
  const [row] = await sql(
    `with v as (insert into app.vehicules (designation) values ('Tonne-pompe') returning id),
          m as (insert into app.materiels (designation) values ('Barrage'), ('Bâche') returning id)
     select (select id from v)::integer as vehicule, (select min(id) from m)::integer as materiel,
            (select max(id) from m)::integer as other, (select min(id) from app.localites)::integer as localite`,
  )
  Object.assign(ids, row)
})
beforeEach(async () => {
  sapeur = await addSapeur(sql)
})

it('stores every field of a body: GET returns them', async () => {
  const scalars = {
    ...least,
    date_fin: '2026-03-15',
    heure_fin: '01:30:15',
    lieu: 'Rue de la Gare 15',
    localite_id: ids.localite,
    wgs84: '47.3625,7.345678',
    degre: 3,
    rapport_police: true,
    agent: 'Agt Rossel',
    sauve_personne: 1,
    sauve_animaux: 2,
    description: 'Restaurant',
    proprietaire: 'P. Riétaire',
    responsable: 'R. Esponsable',
    stat_nb: 2,
    intervention_traitement_id: 2,
    stat_federal_id: 1,
    sapeur_id: sapeur,
    type_intervention_id: 3,
  }
  const rows = {
    sapeurs: [
      {
        sapeur_id: sapeur,
        debut: '2026-03-14T14:30:00+01:00',
        fin: '2026-03-14T16:00:00+01:00',
        piquet: true,
      },
      {
        sapeur_id: sapeur,
        debut: '2026-03-14T17:00:00+01:00',
        fin: '2026-03-14T18:00:00+01:00',
        piquet: false,
      },
    ],
    vehicules: [{ vehicule_id: ids.vehicule }],
    materiels: [{ materiel_id: ids.materiel, quantite: '2.50' }],
    groupes: [{ no: '90', designation: 'EM' }],
    missions: [
      {
        titre: 'Reconnaissance',
        resume: 'Étage',
        debut: '2026-03-14T14:40:00+01:00',
        fin: '2026-03-14T15:00:00+01:00',
        sapeur_id: sapeur,
        sapeur: 'Un voisin',
      },
    ],
    appels: [
      {
        date: '2026-03-14T14:50:00+01:00',
        numero: '032 420 00 00',
        nom: 'Police',
        commentaire: 'Route à fermer',
      },
    ],
    phases: [
      { phase_type_id: 1, debut: '2026-03-14T14:29:00+01:00' },
      { phase_type_id: 2, debut: '2026-03-14T23:00:00+01:00' },
    ],
    quittances: [{ sapeur_id: sapeur }],
    jalons: [
      {
        titre: 'Feu maîtrisé',
        description: 'Annoncé',
        date_time: '2026-03-14T15:05:00+01:00',
        sapeur_id: sapeur,
        sapeur: 'Un voisin',
      },
    ],
  }
  const alarme = await addAlarme(sql)
  const body = {
    ...scalars,
    ...rows,
    localUuid: randomUUID(),
    alarme: { id: String(alarme), adresse: 'Rue de la Gare 15', groups: [] },
    inconnu: { version: 7 },
  }
  const { id, avertissements } = await send(body)
  expect(avertissements).toEqual([])
  const { data } = (await told(`GET /interventions/${id}?complet=true`))[1]
  expect(data).toMatchObject({ ...scalars, heure_debut: '14:29:00', alarme_id: String(alarme) })
  for (const [list, sent] of Object.entries(rows)) {
    const stored = data[list].map(({ id: _id, intervention_id: _of, ...row }: Record<string, unknown>) => row)
    expect([list, stored]).toEqual([list, sent])
  }
  expect(data.rapports_tablette).toEqual([
    { recu_at: expect.any(String), localUuid: body.localUuid, avertissements: [], corps: body },
  ])
})

it.each([
  ['47.3625,7.345678', '47.3625,7.345678'],
  ['7.345678,47.3625', '47.3625,7.345678'],
  ['7.345678, 47.3625', '47.3625,7.345678'],
  [' 47.3625 7.345678 ', '47.3625,7.345678'],
  ['48.8566,2.3522', '48.8566,2.3522'],
  ["2'586'000 / 1'243'500", '47.342207,7.253384'],
  ['', ''],
  [null, ''],
])('reads the position %j as %j', async (wgs84, stored) => {
  expect(await send({ wgs84 })).toMatchObject({ wgs84: stored, avertissements: [] })
})

it.each<[string, object, object, RegExp]>([
  [
    'an end before the beginning becomes the beginning',
    { date_fin: '2026-03-13', heure_fin: '23:00' },
    { date_fin: '2026-03-14', heure_fin: '14:29:00' },
    /^date_fin : la fin \(13\.03\.2026 23:00\) précède le début, elle a été mise au début$/,
  ],
  [
    'an unreadable position stays empty',
    { wgs84: 'près de la gare' },
    { wgs84: '' },
    /^wgs84 : la position « près de la gare » n’est pas lisible/,
  ],
  ['a value out of range is left out', { degre: 7 }, { degre: 1 }, /^degre : .* Laissé de côté : 7$/],
  [
    'an unreadable time is left out',
    { heure_fin: '25:99' },
    { heure_fin: '14:29:00' },
    /^heure_fin : .* Laissé de côté : "25:99"$/,
  ],
  [
    'a long text is cut',
    { objet: 'x'.repeat(10_001) },
    { objet: 'x'.repeat(10_000) },
    /^objet : le texte a été coupé à 10000 caractères$/,
  ],
  [
    'a mission that ends before its beginning ends at it',
    { missions: [{ titre: 'Veille', debut: '2026-03-14 15:00', fin: '2026-03-14 14:00' }] },
    { missions: [{ debut: '2026-03-14T15:00:00+01:00', fin: '2026-03-14T15:00:00+01:00' }] },
    /^missions\.0 : la fin \(14\.03\.2026 14:00\) précède le début/,
  ],
  [
    'a phase before the intervention is not added',
    { phases: [{ phase_type_id: 2, debut: '2026-03-14 14:00' }] },
    { phases: [{ phase_type_id: 1 }] },
    /^phases\.0 : la phase du 14\.03\.2026 14:00 n’a pas été ajoutée/,
  ],
])('%s, with a warning', async (_, body, stored, warning) => {
  const data = await send(body)
  expect(data).toMatchObject({ ...stored, avertissements: [expect.stringMatching(warning)] })
  const { rapports_tablette } = (await told(`GET /interventions/${data.id}`))[1].data
  expect(rapports_tablette).toMatchObject([{ avertissements: data.avertissements, corps: body }])
})

it('skips null in each list, and accepts numbers as texts', async () => {
  const data = await send({
    sapeurs: [null, { sapeur_id: String(sapeur), fin: '2026-03-14 16:00' }],
    vehicules: [null, ids.vehicule],
    materiel: [null, { materiel_id: ids.materiel, quantite: 2 }],
    groupes: [null, { no: 90, designation: 'EM' }],
    missions: [null],
    appels: [null, { date: '2026-03-14 14:50', numero: 117, nom: 'Police' }],
    quittances: [null, sapeur],
    jalons: [null, { titre: 'Feu éteint', date_time: '2026-03-14 16:00' }],
  })
  expect(data).toMatchObject({
    sapeurs: [{ sapeur_id: sapeur }],
    vehicules: [{ vehicule_id: ids.vehicule }],
    materiels: [{ materiel_id: ids.materiel, quantite: '2.00' }],
    groupes: [{ no: '90', designation: 'EM' }],
    missions: [],
    appels: [{ numero: '117' }],
    quittances: [{ sapeur_id: sapeur }],
    jalons: [{ titre: 'Feu éteint' }],
  })
  const lists = ['sapeurs', 'vehicules', 'materiel', 'groupes', 'missions', 'jalons', 'appels', 'quittances']
  expect(data.avertissements).toEqual(lists.map((each) => `${each}.0 : élément vide, passé`))
})

it.each([
  ['2013-03-14', 'Aucun exercice comptable ne contient le 14.03.2013 : il faut d’abord l’ouvrir'],
  ['2012-03-14', 'Exercice comptable bouclé'],
])('is refused in the year of %s', async (date_debut, error) => {
  await sql(
    `insert into app.exercices_comptables (annee, designation, debut, fin)
     values (2012, '2012', '2012-01-01', '2012-12-31') on conflict do nothing`,
  )
  await sql('update app.exercices_comptables set boucle = true where annee = 2012')
  expect(await told('POST /interventions-complet', { ...least, date_debut })).toEqual([409, { error }])
})

it('names every fault for which it is refused, and no tolerated one', async () => {
  expect(
    await told('POST /interventions-complet', {
      heure_debut: '14:29',
      objet: ' ',
      degre: 9,
      groupes: [{ no: '12345678901', designation: 'EM' }],
      appels: [{ numero: '117', nom: 'Police' }],
    }),
  ).toEqual([
    422,
    {
      error: {
        date_debut: ['Ce champ est obligatoire.'],
        objet: ['Ce champ est obligatoire.'],
        'groupes.0.no': ['Ce champ ne doit pas dépasser 10 caractères.'],
        'appels.0.date': ['Ce champ est obligatoire.'],
      },
    },
  ])
})
