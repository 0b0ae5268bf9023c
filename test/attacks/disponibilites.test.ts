import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from '../http/data_fixture.ts'
import { one, sapeurOf } from '../http/samples/sample.ts'

const { told, sql } = useDataApi()
const as = 'sapeur@example.org'
const full = 'Ce sapeur a déjà 200 absences en cours ou à venir'
let moi = 0
let commandant = 0
let chef = 0

beforeAll(async () => {
  moi = await sapeurOf(sql, as)
  commandant = await sapeurOf(sql, 'commandant@example.org')
  chef = await sapeurOf(sql, 'chef@example.org')
})
beforeEach(async () => {
  await sql('delete from app.piquets')
  await sql('delete from app.indisponibilites')
})

describe('a sapeur who is absent too often', () => {
  // Readers of the team unfold every period of everyone, and so does the worker for all SIS.
  const always = { debut: '2030-01-07 00:00', fin: '2030-01-14 00:00', recurrence: 'FREQ=DAILY' }
  const fill = (n: number) =>
    sql(
      `insert into app.indisponibilites (sapeur_id, debut, fin, recurrence)
       select $1, '2030-01-07 00:00Z', '2030-01-13 00:00Z', 'FREQ=DAILY' from generate_series(1, $2::integer)`,
      [moi, n],
    )

  it('has two hundred periods that are not over, for all authors together', async () => {
    await fill(200)
    expect(await told('POST /mes-disponibilites', always, { as })).toEqual([409, { error: full }])
    expect(await told('POST /disponibilites', { sapeur_id: moi, ...always })).toEqual([409, { error: full }])
    expect((await told('POST /disponibilites', { sapeur_id: commandant, ...always }))[0]).toBe(201)
    await expect(fill(1)).rejects.toThrow(full)
  })

  it('may have more of them that are over', async () => {
    await fill(199)
    await sql(
      `insert into app.indisponibilites (sapeur_id, debut, fin)
       values ($1, now() - interval '9 days', now() - interval '8 days')`,
      [moi],
    )
    expect((await told('POST /mes-disponibilites', always, { as }))[0]).toBe(201)
    expect((await told('POST /mes-disponibilites', always, { as }))[0]).toBe(409)
  })

  it.each([
    ['a long rule', { recurrence: `FREQ=WEEKLY;BYDAY=${'MO,'.repeat(5000)}MO` }],
    ['a rule of a million times', { recurrence: 'FREQ=DAILY;COUNT=1000000' }],
    ['a rule each second', { recurrence: 'FREQ=SECONDLY' }],
    ['a rule with another line', { recurrence: 'FREQ=DAILY\nRRULE:FREQ=SECONDLY' }],
    ['a rule of digits that are none of ours', { recurrence: 'FREQ=DAILY;INTERVAL=٣' }],
    ['a million hours', { heures: 1_000_000, recurrence: undefined, debut: undefined, fin: undefined }],
    ['three years', { fin: '2033-01-07 00:00', recurrence: undefined }],
  ])('is refused %s', async (_, more) => {
    const [status, { error }] = await told('POST /mes-disponibilites', { ...always, ...more }, { as })
    expect([status, Object.keys(error)]).toEqual([422, [expect.stringMatching(/^(recurrence|heures|fin)$/)]])
  })

  it('is refused a rule that is longer than a body may be', async () => {
    const recurrence = `FREQ=WEEKLY;BYDAY=${'MO,'.repeat(33_333)}MO`
    expect(await told('POST /mes-disponibilites', { ...always, recurrence }, { as })).toEqual([
      413,
      { error: 'Le corps de la requête est trop grand' },
    ])
  })

  it.each(['/disponibilites', '/piquets', '/effectif-disponible'])(
    'GET %s shows no century',
    async (path) => {
      for (const days of ['du=1900-01-01&au=2099-12-31', 'au=2099-12-31']) {
        const [status, { error }] = await told(`GET ${path}?${days}`)
        expect([status, Object.keys(error)]).toEqual([422, ['au']])
      }
    },
  )
})

it('a SIS needs a hundred things at most', async () => {
  await sql(
    `insert into app.effectif_requis (designation, minimum)
     select 'Besoin ' || n, 1 from generate_series(1, 100 - (select count(*)::integer from app.effectif_requis)) n`,
  )
  expect(await told('POST /effectif-requis', { designation: 'Un de trop', minimum: 1 })).toEqual([
    409,
    { error: 'Un SIS a 100 effectifs requis au plus' },
  ])
  await sql("delete from app.effectif_requis where designation like 'Besoin %'")
})

describe('an exchange of standby', () => {
  const put = async (sapeur_id: number, debut = '2030-01-07 18:00', fin = '2030-01-14 18:00') =>
    Number((await told('POST /piquets', { sapeur_id, debut, fin }))[1].data.id)
  const ask = (id: number, sapeur_id: number, who = 'commandant@example.org') =>
    told(`POST /piquets/${id}/echange`, { sapeur_id }, { as: who })
  const accept = (id: number, who: string) =>
    told(`POST /piquets/${id}/echange/accepter`, undefined, { as: who })
  const holders = async () =>
    (await sql('select sapeur_id, repreneur_id from app.piquets order by debut, id')).map(
      ({ sapeur_id, repreneur_id }) => [Number(sapeur_id), repreneur_id && Number(repreneur_id)],
    )

  it('tells no names of people that one could not ask, nor who there is', async () => {
    const id = await put(moi)
    const left = await one(
      sql,
      "insert into app.sapeurs (nom, prenom) values ('Partie', 'Depuis longtemps') returning id",
    )
    const civil = await one(
      sql,
      "insert into app.sapeurs (nom, prenom, type) values ('Civile', 'Une', 1) returning id",
    )
    const answers = []
    for (const each of [left, civil, left + 1_000]) answers.push(await ask(id, each, as))
    const error = { sapeur_id: ['Ce sapeur n’existe pas, ou n’est pas en service ce jour-là.'] }
    expect(answers).toEqual(Array(3).fill([422, { error }]))
    expect((await ask(id, commandant, as))[0]).toBe(200)
  })

  it('is accepted once by those who accept at once', async () => {
    const id = await put(moi)
    await ask(id, chef)
    const asked = Array.from({ length: 6 }, () => accept(id, 'chef@example.org'))
    const statuses = (await Promise.all(asked)).map(([status]) => status)
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await holders()).toEqual([[chef, null]])
  })

  it('makes nobody hold two at a time, when they accept both at once', async () => {
    const ids = [await put(moi), await put(commandant, '2030-01-10 18:00', '2030-01-17 18:00')]
    for (const id of ids) await ask(id, chef)
    const statuses = (await Promise.all(ids.map((id) => accept(id, 'chef@example.org')))).map(
      ([status]) => status,
    )
    expect(statuses.sort()).toEqual([200, 409])
    expect((await holders()).filter(([sapeur]) => sapeur === chef)).toHaveLength(1)
  })

  it('crosswise is no exchange that both lose', async () => {
    const [mine, his] = [await put(moi), await put(chef)]
    await ask(mine, chef)
    await ask(his, moi)
    // Each would hold both for a moment.
    const both = await Promise.all([accept(mine, 'chef@example.org'), accept(his, as)])
    expect(both.map(([status]) => status)).toEqual([409, 409])
    expect((await holders()).map(([sapeur]) => sapeur).sort()).toEqual([moi, chef].sort())
  })

  it('is not accepted once the standby has begun, nor by who was asked before another', async () => {
    const id = await put(moi)
    await ask(id, chef)
    await ask(id, commandant)
    expect((await accept(id, 'chef@example.org'))[0]).toBeOneOf([403, 404])
    await ask(id, chef)
    await sql("update app.piquets set debut = now() - interval '1 second' where id = $1", [id])
    expect(await accept(id, 'chef@example.org')).toEqual([409, { error: 'Ce piquet a déjà commencé' }])
    expect(await holders()).toEqual([[moi, chef]])
  })

  it('and a plan of a year are whole or not at all, also when two are made at once', async () => {
    const rotation = (debut: string) => ({ sapeurs: [moi, commandant, chef], debut, semaines: 52 })
    const statuses = (
      await Promise.all(
        ['2030-03-18 18:00', '2030-03-18 18:00', '2030-03-20 18:00', '2030-04-08 18:00'].map((debut) =>
          told('POST /piquets/rotation', rotation(debut)),
        ),
      )
    ).map(([status]) => status)
    expect(statuses.sort()).toEqual([201, 409, 409, 409])
    expect(await holders()).toHaveLength(52)
  })
})
