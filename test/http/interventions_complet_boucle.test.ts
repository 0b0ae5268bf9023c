import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'

const { told, sql } = useDataApi()
const send = (body: object) => told('POST /interventions-complet', body)
const ferme = [409, { error: 'Exercice comptable bouclé' }]

it('a tablet’s report of a closed year is refused, while one sent again gets its answer', async () => {
  const alarme = await addAlarme(sql)
  const [row] = await sql("select jobs.create_intervention_from_alarme('hs', $1)::integer as id", [alarme])
  const report = { date_debut: '2026-03-14', heure_debut: '14:29', objet: 'Feu de cuisine', alarme }
  const sent = { ...report, localUuid: randomUUID() }
  expect((await send(sent))[0]).toBe(201)
  await sql('update app.exercices_comptables set boucle = true')
  const jalons = [{ titre: 'Feu éteint', date_time: '2026-03-14 15:05' }]
  for (const more of [{ jalons }, {}])
    expect(await send({ ...report, ...more, localUuid: randomUUID() })).toEqual(ferme)
  expect((await send(sent))[0]).toBe(200)
  const [, { data }] = await told(`GET /interventions/${row?.id}?complet=true`)
  expect([data.rapports_tablette.length, data.jalons]).toEqual([1, []])
})
