import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { inHs } from '../../support/table.ts'

const database = useDatabase()
const before = `jsonb_populate_record(null::app.interventions, '${JSON.stringify({
  id: 7,
  statut: 1,
  date_debut: '2026-03-14',
  heure_debut: '23:30:00',
  date_fin: '2026-03-15',
  heure_fin: '01:00:00',
  objet: 'Feu',
  lieu: 'Gare',
  degre: 3,
  sapeur_id: 9,
})}')`

/** The values that a body gives an intervention. */
async function read(body: object, of = before) {
  const api = await database.as('api')
  return asSomeone(api, inHs(), async () => {
    const { rows } = await api.query(`select to_json(app.read_intervention(${of}, $1)) as read`, [
      JSON.stringify(body),
    ])
    return rows[0].read
  })
}

it('leaves absent fields unchanged', async () => {
  expect(await read({ objet: 'Inondation' })).toMatchObject({
    id: 7,
    statut: 1,
    date_debut: '2026-03-14',
    heure_debut: '23:30:00',
    date_fin: '2026-03-15',
    heure_fin: '01:00:00',
    objet: 'Inondation',
    lieu: 'Gare',
    degre: 3,
    sapeur_id: 9,
  })
})

it('replaces null by the default of a new intervention', async () => {
  expect(await read({ lieu: null, degre: null, sapeur_id: null })).toMatchObject({
    lieu: '',
    degre: 1,
    sapeur_id: null,
  })
  expect(await read({ date_debut: '2026-03-14', heure_debut: '14:30' }, 'null')).toMatchObject({
    objet: null,
    wgs84: '',
    rapport_police: false,
    sauve_personne: 0,
    stat_nb: 1,
    intervention_traitement_id: 1,
    stat_federal_id: 10,
    type_intervention_id: 17,
  })
})

it.each([
  [{ date_fin: null, heure_fin: null }, '2026-03-14', '23:30:00'],
  [{ date_fin: null }, '2026-03-15', '01:00:00'],
  [{ date_fin: null, heure_fin: '23:30' }, '2026-03-14', '23:30:00'],
  [{ heure_fin: null }, '2026-03-15', '23:30:00'],
  [{ date_debut: '2026-12-31', date_fin: null }, '2027-01-01', '01:00:00'],
])('ends an intervention with %j on %s at %s', async (body, date_fin, heure_fin) => {
  expect(await read(body)).toMatchObject({ date_fin, heure_fin })
})
