import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { one } from './samples/sample.ts'

const { told, sql } = useDataApi()
let service: number[] = []

// Monday, 7 January 2030.
const day = 'GET /effectif-disponible?du=2030-01-07&au=2030-01-07'

beforeAll(async () => {
  const rows = await sql(
    `select s.id::integer as id from app.sapeurs s
      where s.type <> 1 and app.is_actif(s.sis_key, s.id, s.type, s.desactive, '2030-01-07') order by s.id`,
  )
  service = rows.map(({ id }) => Number(id))
})
beforeEach(async () => {
  await sql('delete from app.indisponibilites')
  await sql('delete from app.piquets')
  await sql('delete from app.effectif_requis')
})

const require = async (body: object) =>
  (await told('POST /effectif-requis', { designation: 'Jour', minimum: service.length, ...body }))[1].data
const absent = (sapeur: number, debut: string, fin: string) =>
  sql(
    `insert into app.indisponibilites (sapeur_id, debut, fin)
     select $1, request.read_instant($2, app.fuseau()), request.read_instant($3, app.fuseau())`,
    [sapeur, debut, fin],
  )
interface Heure {
  debut: string
  requis: boolean
  disponibles: number
  piquets: number
  manque: number
}
const read = async (door = day) => (await told(door))[1].data[0] as { heures: Heure[]; manques: object[] }
const counts = (heures: Heure[]) => heures.map(({ disponibles }) => disponibles - service.length)

describe('who is available', () => {
  it('is everybody in service who has not said that they cannot come, hour by hour', async () => {
    await require({})
    expect(service.length).toBeGreaterThan(3)
    expect(counts((await read()).heures)).toEqual(Array(24).fill(0))
    await absent(Number(service[0]), '2030-01-07 08:30', '2030-01-07 10:00')
    await absent(Number(service[0]), '2030-01-07 09:00', '2030-01-07 11:00')
    await absent(Number(service[1]), '2030-01-07 10:59', '2030-01-07 11:01')
    const { heures, manques } = await read()
    expect(counts(heures).slice(7, 13)).toEqual([0, -1, -1, -2, -1, 0])
    expect(heures.map(({ manque }) => manque).slice(7, 13)).toEqual([0, 1, 1, 2, 1, 0])
    expect(manques).toEqual([
      {
        debut: '2030-01-07T08:00:00+01:00',
        fin: '2030-01-07T12:00:00+01:00',
        disponibles: service.length - 2,
      },
    ])
  })

  it('does not count people who have left', async () => {
    await require({})
    const rows = await sql(
      `update app.mutations set sortie = '2030-01-08' where sapeur_id = $1 and sortie is null returning id`,
      [service[0]],
    )
    expect(rows).toHaveLength(1)
    const { heures } = await read('GET /effectif-disponible?du=2030-01-08&au=2030-01-09')
    expect([counts(heures)[0], counts(heures)[23], counts(heures)[24]]).toEqual([0, 0, -1])
    await sql('update app.mutations set sortie = null where id = $1', [rows[0]?.id])
  })

  it('meets the whole condition', async () => {
    const porteurs = await one(
      sql,
      `select count(*) as id from app.sapeurs s
        where porteur and s.type <> 1 and app.is_actif(s.sis_key, s.id, s.type, s.desactive, '2030-01-07')`,
    )
    await require({ minimum: 1, condition: { porteur: true } })
    expect((await read()).heures[0]?.disponibles).toBe(porteurs)
    const grouped = await one(
      sql,
      `select count(*) as id from app.sapeurs s join app.groupe_sapeurs g on g.sapeur_id = s.id
        where porteur and s.type <> 1 and g.groupe_id = 1 and app.is_actif(s.sis_key, s.id, s.type, s.desactive, '2030-01-07')`,
    )
    const [{ id }] = (await told('GET /effectif-requis'))[1].data
    await told(`PUT /effectif-requis/${id}`, { condition: { groupe_id: 1 } })
    expect((await read()).heures[0]?.disponibles).toBe(grouped)
    // Null takes a condition away, and leaves the other.
    const [, { data }] = await told(`PUT /effectif-requis/${id}`, { condition: { porteur: null } })
    expect(data.condition).toEqual({ porteur: null, fonction_id: null, permis_type_id: null, groupe_id: 1 })
  })

  it('is counted by fonction and by licence as they are today', async () => {
    const who = Number(service[0])
    const fonction = await one(
      sql,
      "insert into app.fonctions (designation) values ('Plongeur') returning id",
    )
    const permis = await one(sql, "insert into app.permis_types (designation) values ('Bateau') returning id")
    await require({ minimum: 1, condition: { fonction_id: fonction, permis_type_id: permis } })
    expect((await read()).heures[0]).toMatchObject({ disponibles: 0, manque: 1 })
    await sql(
      "insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut) values ($1, $2, '2020-01-01')",
      [who, fonction],
    )
    expect((await read()).heures[0]?.disponibles).toBe(0)
    await sql(
      "insert into app.sapeur_permis (sapeur_id, permis_type_id, date) values ($1, $2, '2020-01-01')",
      [who, permis],
    )
    expect((await read()).heures[0]?.disponibles).toBe(1)
  })

  it('is shown with the people on standby, unless they are absent', async () => {
    await require({})
    await sql(
      "insert into app.piquets (sapeur_id, debut, fin) values ($1, '2030-01-07 06:00+01', '2030-01-07 10:00+01')",
      [service[2]],
    )
    await absent(Number(service[2]), '2030-01-07 08:00', '2030-01-07 09:00')
    expect((await read()).heures.map(({ piquets }) => piquets).slice(5, 11)).toEqual([0, 1, 1, 0, 1, 0])
  })
})

describe('a requirement', () => {
  const required = async (door = day) =>
    (await read(door)).heures.map(({ requis }) => Number(requis)).join('')

  it('counts in its hours only, past midnight by the day before', async () => {
    await require({ plage: { jours: [1], debut: '18:00', fin: '06:00' } })
    expect(await required('GET /effectif-disponible?du=2030-01-06&au=2030-01-08')).toBe(
      `${'0'.repeat(24)}${'0'.repeat(18)}111111${'111111'}${'0'.repeat(18)}`,
    )
  })

  it('counts in the hours of the day between two others, or the whole day', async () => {
    const { id } = await require({ plage: { debut: '07:00', fin: '19:00' } })
    expect(await required()).toBe(`${'0'.repeat(7)}${'1'.repeat(12)}${'0'.repeat(5)}`)
    await told(`PUT /effectif-requis/${id}`, { plage: { debut: '00:00', fin: '00:00', jours: [2] } })
    expect(await required()).toBe('0'.repeat(24))
  })

  it('has 23 hours on the day on which clocks go forward', async () => {
    await require({})
    const { heures } = await read('GET /effectif-disponible?du=2030-03-31&au=2030-03-31')
    expect([heures.length, heures[2]?.debut]).toEqual([23, '2030-03-31T03:00:00+02:00'])
  })

  it('is refused by name where something is wrong', async () => {
    const make = (body: object) => told('POST /effectif-requis', { designation: 'Nuit', minimum: 3, ...body })
    expect(await make({ condition: { groupe_id: 99_999 } })).toEqual([
      422,
      { error: { 'condition.groupe_id': ['Ce groupe n’existe pas.'] } },
    ])
    expect((await make({ plage: { debut: '18:30' } }))[0]).toBe(422)
    expect((await make({ plage: { jours: [8] } }))[0]).toBe(422)
    expect((await make({}))[0]).toBe(201)
    expect(await make({})).toEqual([409, { error: 'Cette désignation existe déjà' }])
    expect(
      (
        await told(
          'POST /effectif-requis',
          { designation: 'Soir', minimum: 3 },
          { as: 'lecteur@example.org' },
        )
      )[0],
    ).toBe(403)
    expect(await told('GET /effectif-disponible?du=2030-01-01&au=2030-02-01')).toEqual([
      422,
      { error: { au: ['La période ne doit pas dépasser 31 jours.'] } },
    ])
  })
})
