import { beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addExercice } from './samples/exercices.ts'
import { one, unique } from './samples/sample.ts'

const { told, sql, database } = useDataApi()
let id = 0
let [anne, bob, carl, dora] = [0, 0, 0, 0]

beforeEach(async () => {
  const admin = await database.as('admin')
  await admin.query('delete from graphile_worker._private_jobs')
  id = await addExercice(sql)
  ;[anne, bob, carl, dora] = [
    await add('anne'),
    await add('bob'),
    await add(null),
    await add('dora', '2025-12-31'),
  ]
})

/** A sapeur in service since 2020, with or without an e-mail. */
async function add(email: string | null, sortie: string | null = null): Promise<number> {
  const sapeur = await one(sql, "insert into app.sapeurs (nom, prenom) values ('Rochat', $1) returning id", [
    unique('Anne'),
  ])
  await sql("insert into app.mutations (sapeur_id, incorporation, sortie) values ($1, '2020-01-01', $2)", [
    sapeur,
    sortie,
  ])
  if (email !== null)
    await sql(
      `insert into app.particularites (sapeur_id, email) values ($1, $2)
       on conflict (sis_key, sapeur_id) do update set email = excluded.email`,
      [sapeur, `${email}@example.org`],
    )
  return sapeur
}

async function addGroup(members: number[], parent: number | null = null): Promise<number> {
  const groupe = await one(
    sql,
    'insert into app.groupes (designation, parent_id) values ($1, $2) returning id',
    [unique('Section'), parent],
  )
  await sql('insert into app.groupe_sapeurs (groupe_id, sapeur_id) select $1, unnest($2::bigint[])', [
    groupe,
    members,
  ])
  return groupe
}

const convoke = (...sapeurs: number[]) => told(`POST /exercices/${id}/sapeurs`, { sapeurs })
const call = (body?: object) => told(`POST /exercices/${id}/convoquer`, body)
const lists = (changes: object) => [
  200,
  { data: { ajoutes: [], avertis: [], deja_avertis: [], sans_email: [], hors_service: [], ...changes } },
]
const statut = async () => (await told(`GET /exercices/${id}`))[1].data.statut

/** The waiting mails. */
async function queued(): Promise<unknown[]> {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    `select p.payload from graphile_worker._private_jobs p
       join graphile_worker._private_tasks t on t.id = p.task_id and t.identifier = 'send_mail' order by p.id`,
  )
  return rows.map(({ payload }) => payload)
}
const mailTo = (sapeur_id: number) => ({ genre: 'convocation', sis_key: 'hs', exercice_id: id, sapeur_id })

describe('the call to an exercice', () => {
  it('is mailed to everyone convoked who has an e-mail, once however often it is asked', async () => {
    await convoke(anne, bob, carl)
    expect(await call()).toEqual(lists({ avertis: [anne, bob], sans_email: [carl] }))
    expect(await queued()).toEqual([mailTo(anne), mailTo(bob)])
    expect(await call({})).toEqual(lists({ deja_avertis: [anne, bob], sans_email: [carl] }))
    await sql(
      `insert into app.particularites (sapeur_id, email) values ($1, 'carl@example.org')
       on conflict (sis_key, sapeur_id) do update set email = excluded.email`,
      [carl],
    )
    expect(await call({ groupe_id: null })).toEqual(lists({ avertis: [carl], deja_avertis: [anne, bob] }))
    expect(await queued()).toEqual([mailTo(anne), mailTo(bob), mailTo(carl)])
  })

  it('is mailed once when it is asked many times at once', async () => {
    await convoke(anne, bob)
    const answers = await Promise.all([call(), call(), call(), call()])
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200, 200])
    expect(await queued()).toEqual([mailTo(anne), mailTo(bob)])
  })

  it('convokes a group and the groups below it, except who is not in service that day', async () => {
    const groupe = await addGroup([anne, dora])
    await addGroup([bob, anne], groupe)
    await convoke(carl)
    expect(await call({ groupe_id: groupe })).toEqual(
      lists({ ajoutes: [anne, bob], avertis: [anne, bob], hors_service: [dora] }),
    )
    const [, { data }] = await told(`GET /exercices/${id}/sapeurs`)
    expect(
      data.map((each: { sapeur_id: number; convoque: boolean }) => [each.sapeur_id, each.convoque]),
    ).toEqual([
      [carl, true],
      [anne, true],
      [bob, true],
    ])
    expect(await call({ groupe_id: groupe })).toEqual(
      lists({ deja_avertis: [anne, bob], hors_service: [dora] }),
    )
  })

  it('convokes who came without being convoked, and sets the exercice back', async () => {
    await sql('insert into app.exercice_sapeurs (exercice_id, sapeur_id, convoque) values ($1, $2, false)', [
      id,
      anne,
    ])
    expect(await statut()).toBe(2)
    expect(await call({ groupe_id: await addGroup([anne]) })).toEqual(
      lists({ ajoutes: [anne], avertis: [anne] }),
    )
    expect(await statut()).toBe(1)
  })

  it('is not mailed to who is on the list without being convoked', async () => {
    await sql('insert into app.exercice_sapeurs (exercice_id, sapeur_id, convoque) values ($1, $2, false)', [
      id,
      anne,
    ])
    expect([await call(), await queued()]).toEqual([lists({}), []])
  })

  it('names a group of this SIS', async () => {
    const [row] = await sql('select min(id)::integer as id from app.groupes', [], 'test')
    for (const groupe_id of [999_999, row?.id])
      expect(await call({ groupe_id })).toEqual([422, { error: { groupe_id: ['Ce groupe n’existe pas.'] } }])
  })

  it('is for an exercice of this SIS that is neither annulé nor imputé', async () => {
    const elsewhere = await addExercice((text, values) => sql(text, values, 'test'))
    for (const unknown of [elsewhere, 999_999])
      expect(await told(`POST /exercices/${unknown}/convoquer`, {})).toEqual([
        404,
        { error: 'Exercice inconnu' },
      ])
    await convoke(anne)
    for (const [statut, error] of [
      [0, 'L’exercice est annulé : personne ne peut y être convoqué'],
      [4, 'L’exercice est imputé : il ne peut plus être modifié'],
    ]) {
      await sql('update app.exercices set statut = $2 where id = $1', [id, statut])
      expect(await call()).toEqual([409, { error }])
    }
    expect(await queued()).toEqual([])
  })
})
