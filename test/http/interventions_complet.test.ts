import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useYears } from '../support/years.ts'
import { useDataApi } from './data_fixture.ts'
import { addSapeur } from './samples/interventions.ts'

const { database, told, sql } = useDataApi()
useYears(database, 2018, 2019)
const modifier = 'modifie@example.org'
const least = { date_debut: '2019-03-14', heure_debut: '14:29', objet: 'Feu de cuisine' }
const send = (body: object, as = modifier) =>
  told('POST /interventions-complet', { ...least, ...body }, { as })
const own = { id: expect.any(Number), intervention_id: expect.any(Number) }
const count = async () => (await sql('select count(*)::integer as n from app.interventions'))[0]?.n
const ids = { vehicule: 0, materiel: 0, other: 0 }
let sapeur: number

beforeAll(async () => {
  await makeAccount(database, { email: modifier, permissions: { hs: ['intervention.modification'] } })
  const [row] = await sql(
    `with v as (insert into app.vehicules (designation) values ('Tonne-pompe') returning id),
          m as (insert into app.materiels (designation) values ('Barrage'), ('Bâche') returning id)
     select (select id from v)::integer as vehicule, (select min(id) from m)::integer as materiel,
            (select max(id) from m)::integer as other`,
  )
  Object.assign(ids, row)
})
beforeEach(async () => {
  sapeur = await addSapeur(sql)
})

describe('an intervention is created', () => {
  it('with all its lines, and answered with them', async () => {
    const body = {
      localUuid: randomUUID(),
      sapeurs: [{ sapeur_id: sapeur, debut: '2019-03-14 14:30', fin: '2019-03-14 16:00', piquet: true }],
      vehicules: [ids.vehicule],
      materiel: [{ materiel_id: ids.materiel, quantite: '2.50' }],
      materiels: [{ materiel_id: ids.other, quantite: 1 }],
      groupes: [{ no: '90', designation: 'EM' }],
      missions: [{ titre: 'Reconnaissance', debut: '2019-03-14 14:40', sapeur_id: sapeur }],
      appels: [{ date: '2019-03-14 14:50', numero: '117', nom: 'Police' }],
      quittances: [{ sapeur_id: sapeur }],
    }
    const [status, { data }] = await send(body)
    expect(status).toBe(201)
    const { rapports_tablette, ...record } = (await told(`GET /interventions/${data.id}`))[1].data
    expect(data).toEqual({
      ...record,
      avertissements: [],
      sapeurs: [
        {
          ...own,
          sapeur_id: sapeur,
          debut: '2019-03-14T14:30:00+01:00',
          fin: '2019-03-14T16:00:00+01:00',
          piquet: true,
        },
      ],
      vehicules: [{ ...own, vehicule_id: ids.vehicule }],
      materiels: [
        { ...own, materiel_id: ids.materiel, quantite: '2.50' },
        { ...own, materiel_id: ids.other, quantite: '1.00' },
      ],
      groupes: [{ ...own, no: '90', designation: 'EM' }],
      missions: [
        {
          ...own,
          titre: 'Reconnaissance',
          resume: '',
          debut: '2019-03-14T14:40:00+01:00',
          fin: null,
          sapeur_id: sapeur,
          sapeur: '',
        },
      ],
      appels: [{ ...own, date: '2019-03-14T14:50:00+01:00', numero: '117', nom: 'Police', commentaire: '' }],
      phases: [{ ...own, phase_type_id: 1, debut: '2019-03-14T14:29:00+01:00' }],
      quittances: [{ ...own, sapeur_id: sapeur }],
      jalons: [],
    })
    expect(data).toMatchObject({ ...least, heure_debut: '14:29:00', statut: 1, alarme_id: null })
    expect(rapports_tablette).toEqual([
      {
        recu_at: expect.stringMatching(/Z$/),
        localUuid: body.localUuid,
        avertissements: [],
        corps: { ...least, ...body },
      },
    ])
    const { avertissements: _none, ...complete } = { ...data, rapports_tablette }
    for (const as of ['commandant@example.org', modifier])
      expect(await told(`GET /interventions/${data.id}?complet=true`, undefined, { as })).toEqual([
        200,
        { data: complete },
      ])
  })

  it('saisie even without lines', async () => {
    const nothing = {
      sapeurs: null,
      vehicules: [],
      materiel: null,
      groupes: null,
      alarme: null,
      localUuid: null,
    }
    for (const body of [{}, nothing])
      expect(await send(body)).toMatchObject([
        201,
        { data: { statut: 1, sapeurs: [], groupes: [], quittances: [] } },
      ])
  })

  it('once for a body that one account repeats without localUuid, and again for another body', async () => {
    const body = { objet: 'Envoyé deux fois', localUuid: '' }
    const [first, { data }] = await send(body)
    expect([first, await send(body)]).toMatchObject([201, [200, { data: { id: data.id } }]])
    const [other, { data: another }] = await send({ ...body, description: 'Autre' })
    expect([other, another.id === data.id]).toEqual([201, false])
  })

  it('without the quittance of an unknown sapeur, and says so', async () => {
    const [status, { data }] = await send({ quittances: [999_999, sapeur] })
    expect([status, data.quittances.map(({ sapeur_id }: { sapeur_id: number }) => sapeur_id)]).toEqual([
      201,
      [sapeur],
    ])
    expect(data.avertissements).toEqual([
      expect.stringContaining('le sapeur 999999 n’existe pas, sa quittance n’a pas été ajoutée'),
    ])
  })

  it.each([
    ['14:29:45', '14:15'],
    ['14:30', '14:30'],
    ['00:14:59', '00:00'],
  ])('begun at %s, with a presence from %s', async (heure_debut, debut) => {
    const [, { data }] = await send({
      heure_debut,
      sapeurs: [{ sapeur_id: sapeur, debut: null, fin: '2019-03-14 20:00' }],
    })
    expect(data.sapeurs[0].debut).toBe(`2019-03-14T${debut}:00+01:00`)
  })

  it.each<[string, (good: object) => object, object]>([
    [
      'sapeurs',
      () => ({ sapeurs: [{ sapeur_id: 999_999, fin: '2019-03-14 20:00' }] }),
      { 'sapeurs.0.sapeur_id': ['Ce sapeur n’existe pas.'] },
    ],
    [
      'vehicules',
      () => ({ vehicules: [ids.vehicule, 999_999] }),
      { 'vehicules.1.vehicule_id': ['Ce véhicule n’existe pas.'] },
    ],
    [
      'materiel',
      () => ({ materiel: [{ materiel_id: 999_999, quantite: 1 }] }),
      { 'materiel.0.materiel_id': ['Ce matériel n’existe pas.'] },
    ],
    [
      'materiels',
      () => ({ materiels: [{ materiel_id: ids.materiel }] }),
      { 'materiels.0.quantite': ['Ce champ est obligatoire.'] },
    ],
    [
      'jalons',
      () => ({ jalons: [{ titre: 'Feu éteint', date_time: '2019-03-14 16:00', sapeur_id: 999_999 }] }),
      { 'jalons.0.sapeur_id': ['Ce sapeur n’existe pas.'] },
    ],
    [
      'someone without id or name',
      () => ({ sapeurs: [{ fin: '2019-03-14 16:00' }] }),
      { 'sapeurs.0.sapeur_id': ['Ce champ est obligatoire.'] },
    ],
    [
      'groupes',
      () => ({ groupes: [{ no: '12345678901', designation: 'EM' }] }),
      { 'groupes.0.no': ['Ce champ ne doit pas dépasser 10 caractères.'] },
    ],
    ['an alarm', () => ({ alarme: '999999' }), { alarme: ['Cette alarme n’existe pas.'] }],
  ])('or refused as a whole: faulty %s', async (_, faulty, error) => {
    const before = await count()
    const good = { sapeur_id: sapeur, fin: '2019-03-14 20:00' }
    expect(await send({ sapeurs: [good], ...faulty(good) })).toEqual([422, { error }])
    expect(await count()).toBe(before)
  })
})

describe('sent again with the same localUuid', () => {
  it('it changes nothing and answers with the existing intervention', async () => {
    const localUuid = randomUUID()
    const [, { data }] = await send({ localUuid, groupes: [{ no: '90', designation: 'EM' }] })
    const before = await count()
    expect(
      await send({ localUuid: localUuid.toUpperCase(), objet: 'Autre', date_debut: '2018-01-01' }),
    ).toEqual([200, { data }])
    expect(await count()).toBe(before)
    const [, changed] = await told(`PUT /interventions/${data.id}`, { objet: 'Corrigé' })
    expect(await send({ localUuid })).toEqual([200, { data: { ...data, ...changed.data } }])
  })

  it('in another SIS it is another intervention', async () => {
    const localUuid = randomUUID()
    await send({ localUuid })
    const there = { as: 'autre@example.org', sis: 'test' }
    expect((await told('POST /interventions-complet', { ...least, localUuid }, there))[0]).toBe(201)
  })
})
