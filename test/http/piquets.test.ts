import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { one, sapeurOf } from './samples/sample.ts'

const { told, sql } = useDataApi()
const as = 'sapeur@example.org'
const chef = 'chef@example.org'
let moi = 0
let commandant = 0
let tiers = 0

beforeAll(async () => {
  moi = await sapeurOf(sql, as)
  commandant = await sapeurOf(sql, 'commandant@example.org')
  tiers = await one(
    sql,
    `select max(s.id) as id from app.sapeurs s
      where s.id not in ($1, $2) and app.is_actif(s.sis_key, s.id, s.type, s.desactive, app.today())`,
    [moi, commandant],
  )
})
beforeEach(() => sql('delete from app.piquets'))

const night = { debut: '2030-01-07 18:00', fin: '2030-01-14 18:00' }
const put = async (sapeur_id: number, week: object = night) =>
  (await told('POST /piquets', { sapeur_id, ...week }))[1].data
const plan = async () =>
  (await told('GET /piquets?du=2030-01-01&au=2030-12-31'))[1].data as { sapeur_id: number; debut: string }[]

describe('a standby', () => {
  it('is seen by staff in the plan, and by themselves', async () => {
    const made = await put(moi)
    expect(made).toEqual({
      id: expect.any(Number),
      sapeur_id: moi,
      nom_prenom: expect.any(String),
      groupe_id: null,
      fonction_id: null,
      debut: '2030-01-07T18:00:00+01:00',
      fin: '2030-01-14T18:00:00+01:00',
      repreneur_id: null,
      repreneur: null,
    })
    expect(await plan()).toEqual([made])
    expect(await told('GET /mes-piquets', undefined, { as })).toMatchObject([200, { data: [made] }])
    expect((await told('GET /piquets', undefined, { as }))[0]).toBe(403)
    expect((await told('POST /piquets', { sapeur_id: moi, ...night }, { as }))[0]).toBe(403)
  })

  it('is never double, even when two ask at the same time', async () => {
    const asked = Array.from({ length: 6 }, () => told('POST /piquets', { sapeur_id: moi, ...night }))
    const statuses = (await Promise.all(asked)).map(([status]) => status)
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(
      await told('POST /piquets', { sapeur_id: moi, debut: '2030-01-14 17:59', fin: '2030-01-15 18:00' }),
    ).toEqual([409, { error: 'Ce sapeur est déjà de piquet à ce moment' }])
    expect(
      (
        await told('POST /piquets', { sapeur_id: moi, debut: '2030-01-14 18:00', fin: '2030-01-15 18:00' })
      )[0],
    ).toBe(201)
  })

  it('is made for weeks in turn, or not at all, by the clock of the wall', async () => {
    const rotation = { sapeurs: [moi, commandant, tiers], debut: '2030-03-18 18:00', semaines: 4 }
    const [status, { data }] = await told('POST /piquets/rotation', rotation)
    expect([status, data.map((each: { sapeur_id: number }) => each.sapeur_id)]).toEqual([
      201,
      [moi, commandant, tiers, moi],
    ])
    expect(data.map((each: { debut: string }) => each.debut)).toEqual([
      '2030-03-18T18:00:00+01:00',
      '2030-03-25T18:00:00+01:00',
      '2030-04-01T18:00:00+02:00',
      '2030-04-08T18:00:00+02:00',
    ])
    expect((await told('POST /piquets/rotation', { ...rotation, debut: '2030-04-08 20:00' }))[0]).toBe(409)
    expect(await plan()).toHaveLength(4)
    expect(await told('POST /piquets/rotation', { ...rotation, sapeurs: [moi, 99_999] })).toEqual([
      422,
      { error: { 'sapeurs.1': ['Cet élément n’existe pas.'] } },
    ])
  })
})

describe('an exchange', () => {
  const ask = (id: number, sapeur_id: number, who = as) =>
    told(`POST /piquets/${id}/echange`, { sapeur_id }, { as: who })
  const accept = (id: number, who = 'commandant@example.org') =>
    told(`POST /piquets/${id}/echange/accepter`, undefined, { as: who })

  it('takes effect when the other accepts', async () => {
    const { id } = await put(moi)
    expect(await ask(id, commandant)).toMatchObject([
      200,
      { data: { sapeur_id: moi, repreneur_id: commandant, repreneur: expect.any(String) } },
    ])
    expect(await accept(id, as)).toEqual([
      403,
      { error: 'Seul celui qui est prié de reprendre ce piquet peut l’accepter' },
    ])
    expect(await accept(id)).toMatchObject([200, { data: { sapeur_id: commandant, repreneur_id: null } }])
    expect(await accept(id)).toEqual([409, { error: 'Personne n’est prié de reprendre ce piquet' }])
    expect((await told('GET /mes-piquets', undefined, { as }))[1].data).toEqual([])
  })

  it('is seen and declined by the sapeur who was asked, though they have no permission', async () => {
    const { id } = await put(commandant)
    expect((await ask(id, moi, 'commandant@example.org'))[0]).toBe(200)
    expect((await told('GET /mes-piquets', undefined, { as }))[1].data).toMatchObject([
      { id, nom_prenom: expect.any(String), repreneur_id: moi },
    ])
    expect((await told(`DELETE /piquets/${id}/echange`, undefined, { as }))[0]).toBe(204)
    expect((await told('GET /mes-piquets', undefined, { as }))[1].data).toEqual([])
    expect(await plan()).toMatchObject([{ sapeur_id: commandant }])
  })

  it('begins with the people who could take it over, told also to a sapeur without permission', async () => {
    const { id } = await put(moi)
    await put(tiers, { debut: '2030-01-13 18:00', fin: '2030-01-20 18:00' })
    const [status, { data }] = await told(`GET /piquets/${id}/echange`, undefined, { as })
    const found = data.map(({ sapeur_id }: { sapeur_id: number }) => sapeur_id)
    expect([status, found.includes(commandant), found.includes(tiers), found.includes(moi)]).toEqual([
      200,
      true,
      false,
      false,
    ])
    expect((await told(`GET /piquets/${id}/echange`))[1].data).toEqual(data)
    const other = await put(commandant)
    expect((await told(`GET /piquets/${other.id}/echange`, undefined, { as }))[0]).toBe(404)
  })

  it('of another’s standby is for officers, and unknown to others', async () => {
    const { id } = await put(commandant)
    expect(await ask(id, moi)).toEqual([404, { error: 'Piquet inconnu' }])
    // They see it, but it is not theirs.
    await ask(id, moi, 'commandant@example.org')
    expect(await ask(id, tiers)).toEqual([403, { error: 'Permission requise : sapeur.modification' }])
    expect((await ask(id, tiers, chef))[0]).toBeOneOf([403, 404])
    expect((await ask(id, tiers, 'commandant@example.org'))[0]).toBe(200)
    expect(await told(`POST /piquets/${id}/echange`, { sapeur_id: tiers }, { sis: 'test' })).toEqual([
      404,
      { error: 'Piquet inconnu' },
    ])
  })

  it('is refused where the other is on standby already, has it, is unknown, or it has begun', async () => {
    const { id } = await put(moi)
    expect(await ask(id, moi)).toEqual([422, { error: { sapeur_id: ['Ce sapeur a déjà ce piquet.'] } }])
    expect(await ask(id, 99_999)).toEqual([
      422,
      { error: { sapeur_id: ['Ce sapeur n’existe pas, ou n’est pas en service ce jour-là.'] } },
    ])
    await put(commandant, { debut: '2030-01-10 18:00', fin: '2030-01-11 18:00' })
    await ask(id, commandant)
    expect(await accept(id)).toEqual([409, { error: 'Ce sapeur est déjà de piquet à ce moment' }])
    await sql("update app.piquets set debut = now() - interval '1 minute' where id = $1", [id])
    expect(await ask(id, tiers)).toEqual([409, { error: 'Ce piquet a déjà commencé' }])
  })

  it('is forgotten when an officer changes the time or the person', async () => {
    const { id } = await put(moi)
    await ask(id, commandant)
    expect((await told(`PUT /piquets/${id}`, { groupe_id: 1 }))[1].data.repreneur_id).toBe(commandant)
    expect((await told(`PUT /piquets/${id}`, { fin: '2030-01-15 18:00' }))[1].data.repreneur_id).toBe(null)
  })
})
