import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilBlocked } from '../support/calls.ts'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { comptable } from './imputation_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'
import { addYear } from './samples/annees.ts'
import { addAvsParam } from './samples/comptabilite_decomptes.ts'
import { addIndemnite } from './samples/comptabilite_imputation.ts'
import { addIntervention, addSapeur } from './samples/interventions.ts'

const { database, told, sql } = useDataApi()
const officier = 'officier@example.org'
const modifier = 'modifie@example.org'
const made = { id: 0, sapeur: 0, presence: 0, phase: 0 }

beforeAll(async () => {
  await makeAccount(database, { email: officier, permissions: { hs: ['intervention.validation'] } })
  await makeAccount(database, { email: modifier, permissions: { hs: ['intervention.modification'] } })
  await makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.modification'] } })
})
// An intervention of 14 March 2026, 14:29 to 16:00, with a presence and two phases, that an officer has validated.
beforeEach(async () => {
  made.id = await addIntervention(sql)
  made.sapeur = await addSapeur(sql)
  const sapeurs = [{ sapeur_id: made.sapeur, debut: '2026-03-14 14:30', fin: '2026-03-14 15:30' }]
  made.presence = (await write('POST', 'sapeurs', sapeurs))[1].data.sapeurs[0].id
  const phases = [{ phase_type_id: 2, debut: '2026-03-14 15:00' }]
  made.phase = (await write('POST', 'phases', phases))[1].data[1].id
  await validate()
})

const path = () => `/interventions/${made.id}`
const write = (method: string, kind: string, rows: unknown[], as = modifier) =>
  told(`${method} ${path()}/${kind}`, { [kind]: rows }, { as })
const validate = (as = officier) => told(`POST ${path()}/valider`, undefined, { as })
const record = async () => (await told(`GET ${path()}`, undefined, { as: officier }))[1].data
const unsigned = { validated_by: null, validated_at: null }
const signed = { statut: 2, validated_by: officier, validated_at: expect.any(String) }

describe('a signature', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'a presence is added',
      async () => {
        const sapeur_id = await addSapeur(sql)
        return write('POST', 'sapeurs', [
          { sapeur_id, debut: '2026-03-14 14:30', fin: '2026-03-14 15:00' },
        ]).then(([, { data }]) => expect(data.statut).toBe(1))
      },
    ],
    [
      'a presence ends later',
      () => write('PUT', 'sapeurs', [{ id: made.presence, fin: '2026-03-14 19:30' }]),
    ],
    ['a presence becomes a standby', () => write('PUT', 'sapeurs', [{ id: made.presence, piquet: true }])],
    [
      'a presence is of someone else',
      async () => write('PUT', 'sapeurs', [{ id: made.presence, sapeur_id: await addSapeur(sql) }]),
    ],
    ['a phase is added', () => write('POST', 'phases', [{ phase_type_id: 2, debut: '2026-03-14 15:15' }])],
    ['a phase begins later', () => write('PUT', 'phases', [{ id: made.phase, debut: '2026-03-14 15:10' }])],
    ['a phase is of another type', () => write('PUT', 'phases', [{ id: made.phase, phase_type_id: 1 }])],
    ['a phase is removed', () => write('DELETE', 'phases', [made.phase])],
    ...['heure_debut', 'heure_fin'].map((field): [string, () => Promise<unknown>] => [
      `${field} changes`,
      async () => {
        const value = field === 'heure_debut' ? '14:20' : '16:30'
        expect((await told(`PUT ${path()}`, { [field]: value }, { as: modifier }))[1].data).toMatchObject({
          statut: 1,
          ...unsigned,
        })
      },
    ]),
    ['date_fin changes', () => told(`PUT ${path()}`, { date_fin: '2026-03-15' }, { as: modifier })],
    [
      'rows change directly in the database',
      () =>
        sql("update app.intervention_sapeurs set fin = fin + interval '4 h' where id = $1", [made.presence]),
    ],
  ])('is gone when %s', async (_, change) => {
    expect(await record()).toMatchObject(signed)
    await change()
    expect(await record()).toMatchObject({ statut: 1, ...unsigned })
    expect(await validate()).toEqual([200, { data: 2 }])
    expect(await record()).toMatchObject(signed)
  })

  it('stays when other things change, and when clients send back what they have read', async () => {
    const { sapeurs, phases, ...rest } = (await told(`GET ${path()}?complet=true`))[1].data
    await write('PUT', 'sapeurs', sapeurs)
    await write('PUT', 'phases', phases)
    await told(`PUT ${path()}`, { ...rest, objet: 'Feu de cave' }, { as: modifier })
    await write('POST', 'groupes', [{ no: '91', designation: '1er secours' }])
    expect(await record()).toMatchObject({ ...signed, objet: 'Feu de cave' })
    // A batch that is refused changes nothing.
    const batch = [
      { id: made.presence, fin: '2026-03-14 19:30' },
      { id: 999_999, fin: '2026-03-14 19:30' },
    ]
    expect((await write('PUT', 'sapeurs', batch))[0]).toBe(422)
    expect(await record()).toMatchObject(signed)
  })

  it('is kept by the journal, and given again only by those who may validate', async () => {
    await write('PUT', 'sapeurs', [{ id: made.presence, fin: '2026-03-14 19:30' }])
    const [, { data }] = await told(`GET /journal?ressource=interventions&ligne_id=${made.id}&limit=5`)
    const lost = data.find(({ avant }: { avant: { validated_by?: string } | null }) => avant?.validated_by)
    expect([lost?.avant, lost?.apres]).toEqual([
      expect.objectContaining({ statut: 2, validated_by: officier }),
      expect.objectContaining({ statut: 1, validated_by: null }),
    ])
    expect((await validate(modifier))[0]).toBe(403)
  })

  it('is gone when another tablet brings a presence, and the report says so', async () => {
    const alarme = await addAlarme(sql)
    await sql('update app.alarmes set intervention_id = $2 where id = $1', [alarme, made.id])
    await sql('update app.interventions set alarme_id = $1 where id = $2', [alarme, made.id])
    const send = async (sapeurs: object[]) => {
      const body = {
        alarme,
        localUuid: randomUUID(),
        objet: 'Feu',
        date_debut: '2026-03-14',
        heure_debut: '14:29',
      }
      return (await told('POST /interventions-complet', { ...body, sapeurs }, { as: modifier }))[1].data
    }
    const debut = '2026-03-14 14:30'
    const known = await send([{ sapeur_id: made.sapeur, debut, fin: '2026-03-14 15:30' }])
    const sentence = 'L’intervention était validée ; ses heures ont changé, elle est à valider de nouveau'
    expect([known.id, known.statut, known.avertissements.includes(sentence)]).toEqual([made.id, 2, false])
    const added = await send([{ sapeur_id: await addSapeur(sql), debut, fin: '2026-03-14 18:00' }])
    expect([added.id, added.statut, added.avertissements.includes(sentence)]).toEqual([made.id, 1, true])
  })

  it('of an imputation that is undone stays, until hours change', async () => {
    const tarif = { indemnite_intervention_id: await addIndemnite(sql) }
    const imputation = `/imputation/intervention/${made.id}`
    expect((await told(`POST ${imputation}`, tarif, { as: comptable }))[1].data.statut).toBe(3)
    expect((await told(`DELETE ${imputation}`, undefined, { as: comptable }))[0]).toBe(204)
    expect(await record()).toMatchObject(signed)
    await write('PUT', 'sapeurs', [{ id: made.presence, fin: '2026-03-14 19:30' }])
    expect(await told(`POST ${imputation}`, tarif, { as: comptable })).toEqual([
      409,
      { error: 'Seule une intervention validée peut être imputée' },
    ])
  })

  it('that is given while hours change is for the hours before or after, never for both', async () => {
    await write('PUT', 'sapeurs', [{ id: made.presence, fin: '2026-03-14 15:45' }])
    const owner = await database.as('owner')
    await owner.query('begin')
    try {
      await owner.query(
        "select request.open(null, 'hs', '{intervention.validation,intervention.lecture}', null)",
      )
      await owner.query('select api.valider_intervention($1)', [made.id])
      const late = write('PUT', 'sapeurs', [{ id: made.presence, fin: '2026-03-14 19:30' }])
      await untilBlocked(database)
      await owner.query('commit')
      expect((await late)[0]).toBe(200)
    } finally {
      await owner.query('rollback')
    }
    expect(await record()).toMatchObject({ statut: 1, ...unsigned })
  })

  it('of another SIS stays', async () => {
    const foreign = (text: string, values?: unknown[]) => sql(text, values, 'test')
    const id = await addIntervention(foreign)
    await foreign('update app.interventions set statut = 2 where id = $1', [id])
    await write('PUT', 'sapeurs', [{ id: made.presence, fin: '2026-03-14 19:30' }])
    expect((await foreign('select statut from app.interventions where id = $1', [id]))[0]).toEqual({
      statut: 2,
    })
  })
})

it('an intervention is reported, validated, corrected, validated again and paid by the corrected hours', async () => {
  const year = await addYear(sql)
  await addAvsParam(sql, year)
  const [day] = await sql('select (debut + 72)::text as day from app.exercices_comptables where id = $1', [
    year,
  ])
  const at = (time: string) => `${day?.day} ${time}`
  const body = {
    localUuid: randomUUID(),
    ...{ objet: 'Feu', date_debut: day?.day, heure_debut: '14:29', heure_fin: '18:00' },
    sapeurs: [{ sapeur_id: made.sapeur, debut: at('14:30'), fin: at('16:30') }],
  }
  made.id = (await told('POST /interventions-complet', body, { as: modifier }))[1].data.id
  expect(await validate()).toEqual([200, { data: 2 }])
  const [presence] = (await told(`GET ${path()}/sapeurs`))[1].data
  await write('PUT', 'sapeurs', [{ id: presence.id, fin: at('17:30') }])
  const imputation = `POST /imputation/intervention/${made.id}`
  const tarif = { indemnite_intervention_id: await addIndemnite(sql) }
  expect((await told(imputation, tarif, { as: comptable }))[0]).toBe(409)
  expect(await validate()).toEqual([200, { data: 2 }])
  // 40.00 for two hours, 15.00 for the third.
  expect((await told(imputation, tarif, { as: comptable }))[1].data.ecritures).toMatchObject([
    { total: '55.00' },
  ])
  expect((await write('PUT', 'sapeurs', [{ id: presence.id, fin: at('18:00') }]))[0]).toBe(409)
  const demande = { exercice_comptable_id: year, designation: 'Soldes', date: day?.day, deduction: false }
  const [, { data }] = await told('POST /decomptes', demande, { as: comptable })
  expect(data).toMatchObject({ total: '55.00', paiements: [{ sapeur_id: made.sapeur, total: '55.00' }] })
})
