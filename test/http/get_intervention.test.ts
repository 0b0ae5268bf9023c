import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { openVal, type Val } from '../support/sis_val.ts'

const database = useDatabase()
const servers = useServers(database)
const get = (id: unknown, sis = 'val', as = 'admin@example.org') =>
  servers.data(`/api/v2/interventions/${id}`, { as, sis })

let val: Val
beforeAll(async () => {
  val = await openVal(database)
  await val.query(
    "insert into app.exercices_comptables (annee, designation, debut, fin) values (2024, '2024', '2024-01-01', '2024-12-31')",
  )
})

it('answers the whole record', async () => {
  const officer = await val.makeSapeur('Amstutz', 'Léa')
  const [row] = await val.query(
    `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, lieu, localite_id, wgs84, degre,
       rapport_police, agent, sauve_personne, sauve_animaux, description, proprietaire, responsable, stat_nb, statut,
       date_imputation, intervention_traitement_id, stat_federal_id, sapeur_id, type_intervention_id, created_at, updated_at)
     select '2024-03-14', '14:30', '2024-03-15', '01:05:09', 'Feu de cuisine', 'Rue de la Gare 15', id, '47.3625,7.345678', 2,
            true, 'Agt Rossel', 1, 2, 'Restaurant', 'P. Riétaire', 'R. Esponsable', 3, 1,
            '2024-04-01', 2, 1, $1, 3, '2024-03-14 14:30:00.5+01', '2024-03-15 00:30:00.000001+00'
       from app.localites where npa = '2800' limit 1
     returning id::integer, localite_id::integer, exercice_comptable_id::integer`,
    [officer],
  )
  const { status, body, headers } = await get(row?.id)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(body).toEqual({
    data: {
      id: row?.id,
      numero: expect.stringMatching(/^2024-00\d$/),
      date_debut: '2024-03-14',
      heure_debut: '14:30:00',
      date_fin: '2024-03-15',
      heure_fin: '01:05:09',
      debut: '2024-03-14T14:30:00+01:00',
      fin: '2024-03-15T01:05:09+01:00',
      objet: 'Feu de cuisine',
      lieu: 'Rue de la Gare 15',
      localite_id: row?.localite_id,
      wgs84: '47.3625,7.345678',
      degre: 2,
      rapport_police: true,
      agent: 'Agt Rossel',
      sauve_personne: 1,
      sauve_animaux: 2,
      description: 'Restaurant',
      proprietaire: 'P. Riétaire',
      responsable: 'R. Esponsable',
      stat_nb: 3,
      statut: 1,
      date_imputation: '2024-04-01',
      alarme_id: null,
      exercice_comptable_id: row?.exercice_comptable_id,
      intervention_traitement_id: 2,
      stat_federal_id: 1,
      sapeur_id: officer,
      type_intervention_id: 3,
      validated_at: null,
      validated_by: null,
      rapports_tablette: [],
      created_at: '2024-03-14T13:30:00.500000Z',
      updated_at: '2024-03-15T00:30:00.000001Z',
    },
  })
})

it('answers an intervention made from an alarm, whose id is a text', async () => {
  const report = {
    type: 'Alarme réelle',
    code: 'AA',
    couleur: 'JAUNE' as const,
    description: 'Alarme automatique',
    wgs84: { lat: 47.3625, lon: 7.345678 },
    debut: '2024-07-01T00:30:00',
  }
  await val.storeAlarm(report, { date: '2024-06-30T22:31:00Z' })
  const [alarm] = await val.query('select id, intervention_id::integer from app.alarmes')
  const { body } = await get(alarm?.intervention_id)
  expect(body.data).toMatchObject({
    id: alarm?.intervention_id,
    numero: expect.stringMatching(/^2024-00\d$/),
    // Wall time of the SIS, not UTC.
    date_debut: '2024-07-01',
    heure_debut: '00:30:00',
    date_fin: '2024-07-01',
    heure_fin: '00:30:00',
    objet: 'Alarme automatique',
    lieu: '2800 Delémont, Rue de la Gare 15',
    wgs84: '47.362500,7.345678',
    degre: 3,
    statut: 0,
    alarme_id: alarm?.id,
    stat_federal_id: 9,
    sapeur_id: null,
    type_intervention_id: 2,
  })
  expect(alarm?.id).toEqual(expect.any(String))
})

it('answers HEAD like GET, without the body', async () => {
  const [row] = await val.query('select id from app.interventions limit 1')
  const path = `/api/v2/interventions/${row?.id}`
  const how = { as: 'admin@example.org', sis: 'val' }
  const head = await servers.data(path, { ...how, method: 'HEAD' })
  expect([head.status, head.body]).toEqual([200, null])
  const { status } = await servers.data('/api/v2/interventions/999999', { ...how, method: 'HEAD' })
  expect(status).toBe(404)
})
