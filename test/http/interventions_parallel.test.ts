import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { useYears } from '../support/years.ts'
import { useDataApi } from './data_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'
import { addSapeur } from './samples/interventions.ts'

const { database, servers, told, sql } = useDataApi()
useYears(database, 2014, 2020)
const least = { date_debut: '2019-03-14', heure_debut: '14:29', objet: 'Feu de cuisine' }
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `2019-${String(from + n).padStart(3, '0')}`)
const atOnce = <T>(n: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, index) => work(index)))
const kept = async () =>
  (await sql("select numero from app.interventions where date_debut >= '2019-01-01' order by numero")).map(
    ({ numero }) => numero,
  )

beforeAll(() => servers.signIn('commandant@example.org'))
// As if no number had been given before.
beforeEach(async () => {
  await sql("delete from app.interventions where date_debut >= '2019-01-01'")
  await sql('update app.exercices_comptables set dernier_no_vacant = 0')
})

it('twenty simultaneous interventions get twenty numbers, without a gap', async () => {
  const answers = await atOnce(20, () => told('POST /interventions', least))
  expect(answers.map(([status]) => status)).toEqual(Array(20).fill(201))
  expect(answers.map(([, { data }]) => data.numero).sort()).toEqual(numbers(1, 20))
  expect(await kept()).toEqual(numbers(1, 20))
})

it('refused ones among them leave no gap either', async () => {
  const sapeur_id = await addSapeur(sql)
  const faulty = [
    ['POST /interventions', { ...least, type_intervention_id: 99 }],
    ['POST /interventions', { ...least, date_fin: '2019-03-13' }],
    [
      'POST /interventions-complet',
      { ...least, sapeurs: [{ sapeur_id: sapeur_id + 999_999, fin: '2019-03-14 16:00' }] },
    ],
  ] as const
  const answers = await atOnce(24, (n) => {
    const [door, body] = faulty[n % 4] ?? (['POST /interventions', least] as const)
    return told(door, body)
  })
  expect(answers.map(([status]) => status)).toEqual(Array(6).fill([422, 422, 422, 201]).flat())
  expect(await kept()).toEqual(numbers(1, 6))
})

it('ten equal reports of a tablet make one intervention, and get ten equal answers', async () => {
  const body = { ...least, localUuid: randomUUID(), groupes: [{ no: '90', designation: 'EM' }] }
  const answers = await atOnce(10, () => told('POST /interventions-complet', body))
  expect(answers.map(([status]) => status).sort()).toEqual([...Array(9).fill(200), 201])
  for (const [, answer] of answers) expect(answer).toEqual(answers[0]?.[1])
  expect(await kept()).toEqual(numbers(1, 1))
})

it('the same holds when the report fills the intervention of an alarm', async () => {
  const alarme = await addAlarme(sql)
  const [made] = await sql("select jobs.create_intervention_from_alarme('hs', $1)::integer as id", [alarme])
  const body = {
    ...least,
    localUuid: randomUUID(),
    alarme,
    groupes: [{ no: '91', designation: '1er secours' }],
  }
  const answers = await atOnce(10, () => told('POST /interventions-complet', body))
  expect(answers.map(([status]) => status).sort()).toEqual([...Array(9).fill(200), 201])
  for (const [, answer] of answers) expect(answer).toEqual(answers[0]?.[1])
  expect(answers[0]?.[1].data).toMatchObject({ id: made?.id, groupes: [{ no: '90' }, { no: '91' }] })
  expect(await kept()).toEqual(numbers(1, 1))
})

it('of ten tablets at one alarm, one makes its intervention, and the others add to it', async () => {
  const alarme = await addAlarme(sql)
  const answers = await atOnce(10, () =>
    told('POST /interventions-complet', { ...least, localUuid: randomUUID(), alarme }),
  )
  expect(answers.map(([status]) => status).sort()).toEqual([...Array(9).fill(200), 201])
  expect(await kept()).toEqual(numbers(1, 1))
})

it('a tablet and the worker at one alarm make one intervention together', async () => {
  const alarme = await addAlarme(sql)
  const [[status]] = await Promise.all([
    told('POST /interventions-complet', { ...least, localUuid: randomUUID(), alarme }),
    sql("select jobs.create_intervention_from_alarme('hs', $1)", [alarme]),
  ])
  expect(status).toBe(201)
  expect(await sql('select statut from app.interventions where alarme_id = $1', [alarme])).toEqual([
    { statut: 1 },
  ])
})

it('the same people added to several interventions, in any order, are present at the first', async () => {
  const people: number[] = []
  for (let n = 0; n < 8; n += 1) people.push(await addSapeur(sql))
  const made = await atOnce(6, () => told('POST /interventions', least))
  const sapeurs = people.map((sapeur_id) => ({
    sapeur_id,
    debut: '2019-03-14 14:30',
    fin: '2019-03-14 16:00',
  }))
  const answers = await atOnce(6, (n) =>
    told(`POST /interventions/${made[n]?.[1].data.id}/sapeurs`, {
      sapeurs: n % 2 ? sapeurs : sapeurs.toReversed(),
    }),
  )
  expect(answers.map(([status]) => status).sort()).toEqual([201, ...Array(5).fill(409)])
})

it('a tablet that fills the intervention of an alarm, and an officer who deletes it, act one after the other', async () => {
  for (let n = 0; n < 5; n += 1) {
    const alarme = await addAlarme(sql)
    const [made] = await sql("select jobs.create_intervention_from_alarme('hs', $1)::integer as id", [alarme])
    const answers = await Promise.all([
      told('POST /interventions-complet', { ...least, localUuid: randomUUID(), alarme }),
      told(`DELETE /interventions/${made?.id}`),
    ])
    expect(answers.map(([status]) => status)).toEqual([201, 204])
  }
})
