import { beforeEach, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addIntervention, addSapeur } from './samples/interventions.ts'

const { told, sql } = useDataApi()
let id: number
beforeEach(async () => {
  id = await addIntervention(sql)
})
const own = () => ({ id: expect.any(Number), intervention_id: id })
const add = (...jalons: object[]) => told(`POST /interventions/${id}/jalons`, { jalons })
const change = (...jalons: object[]) => told(`PUT /interventions/${id}/jalons`, { jalons })

it('jalons name a sapeur or a free text, and are listed by their time', async () => {
  const sapeur_id = await addSapeur(sql)
  const rows = [
    {
      ...own(),
      titre: 'Feu circonscrit',
      description: '',
      date_time: '2026-03-14T14:50:00+01:00',
      sapeur_id,
      sapeur: '',
    },
    {
      ...own(),
      titre: 'Feu maîtrisé',
      description: 'Annoncé',
      date_time: '2026-03-14T15:05:30+01:00',
      sapeur_id: null,
      sapeur: 'Agent Müller',
    },
  ]
  expect(
    await add(
      {
        titre: ' Feu maîtrisé ',
        description: 'Annoncé',
        date_time: '2026-03-14 15:05:30',
        sapeur: 'Agent Müller',
      },
      { titre: 'Feu circonscrit', date_time: '2026-03-14T13:50:00Z', sapeur_id },
    ),
  ).toEqual([201, { data: rows }])
  expect((await told(`GET /interventions/${id}?complet=true`))[1].data.jalons).toEqual(rows)
})

it('jalons are changed key by key, cleared by null, and deleted; the journal keeps the old values', async () => {
  const sapeur_id = await addSapeur(sql)
  const [, { data }] = await add({
    titre: 'Feu éteint',
    description: 'x',
    date_time: '2026-03-14 15:30',
    sapeur_id,
  })
  const row = data[0]
  expect(await change({ id: row.id, date_time: '2026-03-14 15:31' })).toEqual([
    200,
    { data: [{ ...row, date_time: '2026-03-14T15:31:00+01:00' }] },
  ])
  expect(await change({ id: row.id, description: null, sapeur_id: null, sapeur: 'Police' })).toEqual([
    200,
    {
      data: [
        {
          ...row,
          date_time: '2026-03-14T15:31:00+01:00',
          description: '',
          sapeur_id: null,
          sapeur: 'Police',
        },
      ],
    },
  ])
  expect(await told(`DELETE /interventions/${id}/jalons`, { jalons: [row.id] })).toEqual([200, { data: [] }])
  const journal = await told(`GET /journal?ressource=intervention_jalons&ligne_id=${row.id}`)
  expect(journal[1].data.map(({ action }: { action: string }) => action)).toEqual([
    'suppression',
    'modification',
    'modification',
    'ajout',
  ])
})

it('jalons are refused by row and field, all or none', async () => {
  const good = { titre: 'Feu éteint', date_time: '2026-03-14 15:30' }
  for (const [row, field, sentence] of [
    [{ ...good, sapeur_id: 999_999 }, 'sapeur_id', 'Ce sapeur n’existe pas.'],
    [{ ...good, titre: ' ' }, 'titre', 'Ce champ est obligatoire.'],
    [{ titre: 'Feu éteint' }, 'date_time', 'Ce champ est obligatoire.'],
  ] as const)
    expect(await add(good, row)).toEqual([422, { error: { [`jalons.1.${field}`]: [sentence] } }])
  expect(await change({ id: 999_999 })).toEqual([
    422,
    { error: { 'jalons.0.id': ['Ce jalon n’existe pas.'] } },
  ])
  expect(await told(`GET /interventions/${id}/jalons`)).toEqual([200, { data: [] }])
})

it('jalons stay unchanged once the intervention is imputée, and are deleted with it', async () => {
  const [, { data }] = await add({ titre: 'Feu éteint', date_time: '2026-03-14 15:30' })
  await sql('update app.interventions set statut = 3 where id = $1', [id])
  const error = 'L’intervention est imputée : elle ne peut plus être modifiée'
  expect(await add({ titre: 'Retour', date_time: '2026-03-14 16:30' })).toEqual([409, { error }])
  expect(await change({ id: data[0].id, titre: 'x' })).toEqual([409, { error }])
  await sql('update app.interventions set statut = 2 where id = $1', [id]).catch(() => {})
})
