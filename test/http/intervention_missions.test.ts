import { beforeEach, describe, expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addIntervention, addSapeur } from './samples/interventions.ts'

const { database, told, sql } = useDataApi()
let id: number
beforeEach(async () => {
  id = await addIntervention(sql)
})
const own = () => ({ id: expect.any(Number), intervention_id: id })

describe('missions of an intervention', () => {
  const add = (...missions: object[]) => told(`POST /interventions/${id}/missions`, { missions })
  const change = (...missions: object[]) => told(`PUT /interventions/${id}/missions`, { missions })

  it('are led by a sapeur or a person named in a text, and listed by their beginning', async () => {
    const sapeur_id = await addSapeur(sql)
    expect(
      await add(
        { titre: ' Fermer la route ', debut: '2026-03-14 15:00', sapeur: 'Agent Müller' },
        {
          titre: 'Reconnaissance',
          resume: 'Rien',
          debut: '2026-03-14T13:40:00Z',
          fin: '2026-03-14 15:00',
          sapeur_id,
        },
      ),
    ).toEqual([
      201,
      {
        data: [
          {
            ...own(),
            titre: 'Reconnaissance',
            resume: 'Rien',
            debut: '2026-03-14T14:40:00+01:00',
            fin: '2026-03-14T15:00:00+01:00',
            sapeur_id,
            sapeur: '',
          },
          {
            ...own(),
            titre: 'Fermer la route',
            resume: '',
            debut: '2026-03-14T15:00:00+01:00',
            fin: null,
            sapeur_id: null,
            sapeur: 'Agent Müller',
          },
        ],
      },
    ])
  })

  it('are changed key by key, cleared by null, and deleted', async () => {
    const sapeur_id = await addSapeur(sql)
    const [, { data }] = await add(
      { titre: 'Veille', debut: '2026-03-14 15:00', fin: '2026-03-14 15:00', sapeur_id, resume: 'Rien' },
      { titre: 'Retour', debut: '2026-03-14 16:00' },
    )
    const [row, other] = data
    const later = { fin: '2026-03-14T15:30:00+01:00' }
    expect(await change({ id: row.id, ...later })).toEqual([200, { data: [{ ...row, ...later }, other] }])
    expect(await change({ ...row, resume: 'Tout' }, { id: other.id })).toEqual([
      200,
      { data: [{ ...row, resume: 'Tout' }, other] },
    ])
    expect(await change({ id: row.id, fin: null, sapeur_id: null, sapeur: 'Elle', resume: null })).toEqual([
      200,
      { data: [{ ...row, fin: null, sapeur_id: null, sapeur: 'Elle', resume: '' }, other] },
    ])
    expect((await change({ id: row.id, sapeur: null }))[1].data[0].sapeur).toBe('')
    expect(await told(`DELETE /interventions/${id}/missions`, { missions: [row.id] })).toEqual([
      200,
      { data: [other] },
    ])
    expect(await told(`DELETE /interventions/${id}/missions`, { missions: [other.id, row.id] })).toEqual([
      422,
      { error: { 'missions.1': ['Cet élément n’existe pas.'] } },
    ])
  })

  it('are written all or none, and the faulty row is named', async () => {
    const good = { titre: 'Veille', debut: '2026-03-14 15:00' }
    for (const [row, field, sentence] of [
      [{ ...good, fin: '2026-03-14 14:59' }, 'fin', 'La fin précède le début.'],
      [{ ...good, sapeur_id: 999_999 }, 'sapeur_id', 'Ce sapeur n’existe pas.'],
      [{ ...good, titre: ' ' }, 'titre', 'Ce champ est obligatoire.'],
      [{ titre: 'Veille' }, 'debut', 'Ce champ est obligatoire.'],
      [{ ...good, debut: '2026-02-30 15:00' }, 'debut', 'Le format n’est pas valide (instant).'],
    ] as const)
      expect(await add(good, row)).toEqual([422, { error: { [`missions.1.${field}`]: [sentence] } }])
    expect(await change({ id: 999_999 })).toEqual([
      422,
      { error: { 'missions.0.id': ['Cette mission n’existe pas.'] } },
    ])
    expect(await told(`GET /interventions/${id}/missions`)).toEqual([200, { data: [] }])
  })
})

describe('appels of an intervention', () => {
  const door = () => `/interventions/${id}/appels`

  it('are added, listed by their instant, changed and deleted', async () => {
    const [status, { data }] = await told(`POST ${door()}`, {
      appels: [
        { date: '2026-03-14 15:00', numero: '', nom: 'Garde', commentaire: null },
        { date: '2026-03-14 14:50:30', numero: '117', nom: 'Police', commentaire: 'Route à fermer' },
      ],
    })
    const [police, garde] = [
      {
        ...own(),
        date: '2026-03-14T14:50:30+01:00',
        numero: '117',
        nom: 'Police',
        commentaire: 'Route à fermer',
      },
      { ...own(), date: '2026-03-14T15:00:00+01:00', numero: '', nom: 'Garde', commentaire: '' },
    ]
    expect([status, data]).toEqual([201, [police, garde]])
    expect(
      await told(`PUT ${door()}`, {
        appels: [
          { id: data[0].id, commentaire: null, date: '2026-03-14T14:10:00Z' },
          { id: data[1].id, nom: 'Elle', numero: '118' },
        ],
      }),
    ).toEqual([
      200,
      {
        data: [
          { ...data[1], nom: 'Elle', numero: '118' },
          { ...data[0], commentaire: '', date: '2026-03-14T15:10:00+01:00' },
        ],
      },
    ])
    expect((await told(`DELETE ${door()}`, { appels: [data[0].id, data[1].id] }))[1]).toEqual({ data: [] })
  })

  it('add their number to the useful ones when asked, once, also by who may not write settings', async () => {
    const as = 'appelle@example.org'
    await makeAccount(database, { email: as, permissions: { hs: ['intervention.modification'] } })
    const call = { date: '2026-03-14 14:50', nom: 'Garde-faune', nouveau_numero: true }
    const appels = ['079 555 01 02', '+41 79 555 01 02', ''].map((numero) => ({ ...call, numero }))
    expect(
      (
        await told(
          `POST ${door()}`,
          { appels: [...appels, { ...call, numero: '118', nouveau_numero: false }] },
          { as },
        )
      )[0],
    ).toBe(201)
    const { data } = (await told('GET /telephones'))[1]
    const found = data.filter(({ nom }: { nom: string }) => nom === 'Garde-faune')
    expect(found).toMatchObject([{ numero: '079 555 01 02' }])
  })

  it('need an instant, a number and a name', async () => {
    expect(await told(`POST ${door()}`, { appels: [{}] })).toEqual([
      422,
      {
        error: {
          'appels.0.date': ['Ce champ est obligatoire.'],
          'appels.0.numero': ['Ce champ est obligatoire.'],
          'appels.0.nom': ['Ce champ est obligatoire.'],
        },
      },
    ])
    expect(await told(`PUT ${door()}`, { appels: [{ id: 999_999 }] })).toEqual([
      422,
      { error: { 'appels.0.id': ['Cet appel n’existe pas.'] } },
    ])
  })
})

describe('groupes of an intervention', () => {
  const door = () => `/interventions/${id}/groupes`

  it('are added, listed by their number, changed and deleted', async () => {
    const [em, secours] = [
      { no: '90', designation: 'EM' },
      { no: '91', designation: '1er secours' },
    ]
    const [status, { data }] = await told(`POST ${door()}`, { groupes: [secours, em] })
    expect([status, data]).toEqual([201, [em, secours].map((each) => ({ ...own(), ...each }))])
    expect(await told(`PUT ${door()}`, { groupes: [{ id: data[0].id, no: '1234567890' }] })).toEqual([
      200,
      { data: [{ ...data[0], no: '1234567890' }, data[1]] },
    ])
    expect(await told(`DELETE ${door()}`, { groupes: [data[0]] })).toEqual([200, { data: [data[1]] }])
  })

  it('are not repeated, and have numbers of 10 characters at most', async () => {
    const add = (...groupes: object[]) => told(`POST ${door()}`, { groupes })
    const em = { no: '90', designation: 'EM' }
    expect(await add(em, em)).toEqual([409, { error: 'Ce groupe est déjà lié à l’intervention' }])
    expect(await add({ ...em, no: '12345678901' })).toEqual([
      422,
      { error: { 'groupes.0.no': ['Ce champ ne doit pas dépasser 10 caractères.'] } },
    ])
    expect(await add({ no: '' })).toEqual([
      422,
      { error: { 'groupes.0.designation': ['Ce champ est obligatoire.'] } },
    ])
    expect(await told(`PUT ${door()}`, { groupes: [{ id: 999_999 }] })).toEqual([
      422,
      { error: { 'groupes.0.id': ['Ce groupe n’est pas lié à l’intervention.'] } },
    ])
  })
})
