import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { sapeurOf } from './samples/sample.ts'

const { database, told, sql } = useDataApi()
const as = 'sapeur@example.org'
const lecteur = 'bureau@example.org'
let moi = 0
let autre = 0

beforeAll(async () => {
  await makeAccount(database, { email: lecteur, permissions: { hs: ['sapeur.lecture'] } })
  moi = await sapeurOf(sql, as)
  autre = await sapeurOf(sql, 'commandant@example.org')
})
beforeEach(() => sql('delete from app.indisponibilites'))

const add = (body: object, door = 'POST /mes-disponibilites', who = as) => told(door, body, { as: who })
const week = 'GET /disponibilites?du=2026-03-16&au=2026-03-22'
const listed = async (door = week, who = 'commandant@example.org') =>
  (await told(door, undefined, { as: who }))[1].data
const refused = (field: string, sentence: string) => [422, { error: { [field]: [sentence] } }]

describe('a period in which a sapeur cannot come', () => {
  it('is stored once, shown to themselves and to officers, and changed and removed by themselves', async () => {
    const [status, { data }] = await add({
      debut: '2026-03-16 08:00',
      fin: '2026-03-16T17:00:00+01:00',
      motif: 'travail',
    })
    expect([status, data]).toEqual([
      201,
      {
        id: expect.any(Number),
        sapeur_id: moi,
        debut: '2026-03-16T08:00:00+01:00',
        fin: '2026-03-16T17:00:00+01:00',
        motif: 'travail',
        recurrence: null,
        dernier_jour: '2026-03-16',
      },
    ])
    expect(await listed('GET /mes-disponibilites', as)).toEqual([data])
    expect(await listed()).toMatchObject([{ id: data.id, sapeur_id: moi, motif: 'travail' }])
    const changed = { ...data, fin: '2026-03-17T12:00:00+01:00', dernier_jour: '2026-03-17' }
    const put = await told(`PUT /mes-disponibilites/${data.id}`, { fin: '2026-03-17 12:00' }, { as })
    expect(put).toEqual([200, { data: changed }])
    expect((await told(`DELETE /mes-disponibilites/${data.id}`, undefined, { as }))[0]).toBe(204)
    expect(await listed()).toEqual([])
  })

  it('begins now and lasts some hours when nothing else is said', async () => {
    const [, { data }] = await add({ heures: 3 })
    expect(data.motif).toBe('indisponible')
    const [begun, ended] = [Date.parse(data.debut), Date.parse(data.fin)]
    expect(ended - begun).toBe(3 * 3_600_000)
    expect(Math.abs(Date.now() - begun)).toBeLessThan(60_000)
  })

  it('is shown without its motif to those who may not read it', async () => {
    await add({ heures: 3, motif: 'vacances' })
    expect(await listed('GET /disponibilites', lecteur)).toMatchObject([{ sapeur_id: moi, motif: null }])
    const [status] = await told('GET /disponibilites', undefined, { as })
    expect(status).toBe(403)
  })

  it('of another is noted by officers only', async () => {
    const body = { sapeur_id: autre, heures: 2, motif: 'absence' }
    expect((await add(body, 'POST /disponibilites', as))[0]).toBe(403)
    expect((await add(body, 'POST /disponibilites', lecteur))[0]).toBe(403)
    const [status, { data }] = await add(body, 'POST /disponibilites', 'commandant@example.org')
    expect([status, data.sapeur_id]).toEqual([201, autre])
    // Their own page changes only their own periods, even though the commander may change all of them.
    const [, { data: mine }] = await add({ heures: 2 })
    for (const [door, who] of [
      [`/mes-disponibilites/${data.id}`, as],
      [`/mes-disponibilites/${mine.id}`, 'commandant@example.org'],
    ] as const) {
      expect((await told(`PUT ${door}`, { motif: 'travail' }, { as: who }))[0]).toBe(404)
      expect((await told(`DELETE ${door}`, undefined, { as: who }))[0]).toBe(404)
    }
    const [, { data: seen }] = await told(`GET /disponibilites/${mine.id}`)
    expect(seen).toEqual(mine)
    const [changed] = await told(`PUT /disponibilites/${mine.id}`, { motif: 'travail' })
    expect(changed).toBe(200)
    expect((await told(`DELETE /disponibilites/${mine.id}`))[0]).toBe(204)
  })

  it('is refused by name when it ends before it begins, has no end, or two', async () => {
    expect(await add({ debut: '2026-03-16 17:00', fin: '2026-03-16 08:00' })).toEqual(
      refused('fin', 'La fin doit être après le début.'),
    )
    expect(await add({ debut: '2026-03-16 17:00' })).toEqual(refused('fin', 'Ce champ est obligatoire.'))
    expect(await add({ fin: '2030-01-01 08:00', heures: 3 })).toEqual(
      refused('heures', 'Indiquez la fin ou le nombre d’heures, pas les deux.'),
    )
    expect(await add({ debut: '2026-03-16 08:00', fin: '2028-03-17 08:00' })).toEqual(
      refused('fin', 'Une période ne doit pas dépasser deux ans.'),
    )
    expect(await told('GET /disponibilites?du=2026-03-16&au=2026-03-15')).toEqual(
      refused('au', 'Ce jour doit suivre le premier.'),
    )
    expect(await told('GET /disponibilites?du=2026-03-16&au=2026-05-17')).toEqual(
      refused('au', 'La période ne doit pas dépasser 62 jours.'),
    )
  })
})

describe('a period that repeats', () => {
  const work = { debut: '2026-03-16 08:00', fin: '2026-03-16 17:00' }
  const days = async (recurrence: string, door = 'GET /disponibilites?du=2026-03-16&au=2026-05-16') => {
    await sql('delete from app.indisponibilites')
    const [status, body] = await add({ ...work, recurrence })
    if (status !== 201) return body.error
    return (await listed(door)).map(({ debut }: { debut: string }) => debut.slice(5, 10)).join(' ')
  }

  it('is listed once for each time', async () => {
    expect(await days('FREQ=DAILY;COUNT=3')).toBe('03-16 03-17 03-18')
    expect(await days('FREQ=DAILY;INTERVAL=3;UNTIL=20260325')).toBe('03-16 03-19 03-22 03-25')
    expect(await days('FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4')).toBe('03-16 03-18 03-23 03-25')
    expect(await days('FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;UNTIL=20260413T060000Z')).toBe(
      '03-16 03-22 03-30 04-05 04-13',
    )
    expect(await days('freq=weekly;wkst=MO;count=2')).toBe('03-16 03-23')
  })

  it('keeps the hours of the clock when clocks change', async () => {
    await add({ ...work, recurrence: 'FREQ=WEEKLY;COUNT=3' })
    expect(
      (await listed('GET /disponibilites?du=2026-03-16&au=2026-04-01')).map(
        (each: { debut: string }) => each.debut,
      ),
    ).toEqual(['2026-03-16T08:00:00+01:00', '2026-03-23T08:00:00+01:00', '2026-03-30T08:00:00+02:00'])
  })

  it('counts at night for both of its days', async () => {
    const night = { debut: '2026-03-16 22:00', fin: '2026-03-17 06:00', recurrence: 'FREQ=DAILY;COUNT=2' }
    const [, { data }] = await add(night)
    expect(data.dernier_jour).toBe('2026-03-18')
    expect(await listed('GET /disponibilites?du=2026-03-18&au=2026-03-18')).toMatchObject([
      { debut: '2026-03-17T22:00:00+01:00', fin: '2026-03-18T06:00:00+01:00' },
    ])
  })

  it('ends after two years when it has no end', async () => {
    const [, { data }] = await add({ ...work, recurrence: 'FREQ=DAILY' })
    expect(data.dernier_jour).toBe('2028-03-16')
    expect(await listed('GET /disponibilites?du=2028-03-16&au=2028-04-16')).toHaveLength(1)
  })

  it('is refused by name where it cannot be understood', async () => {
    const not = (part: string) => ({
      recurrence: [
        `« ${part} » n’est pas reconnu : FREQ (DAILY ou WEEKLY), INTERVAL, BYDAY, COUNT et UNTIL le sont.`,
      ],
    })
    expect(await days('FREQ=MONTHLY')).toEqual(not('FREQ=MONTHLY'))
    expect(await days('FREQ=WEEKLY;BYDAY=1MO')).toEqual(not('BYDAY=1MO'))
    expect(await days('FREQ=DAILY;UNTIL=20260231')).toEqual(not('UNTIL=20260231'))
    expect(await days('FREQ=DAILY;BYMONTH=3')).toEqual(not('BYMONTH=3'))
    expect(await days('FREQ=DAILY;INTERVAL=0')).toEqual(not('INTERVAL=0'))
    expect(await days('INTERVAL=2')).toEqual({
      recurrence: ['La répétition doit commencer par FREQ=DAILY ou FREQ=WEEKLY.'],
    })
    expect(await days('FREQ=DAILY;FREQ=WEEKLY')).toEqual({
      recurrence: ['FREQ ne peut figurer qu’une fois.'],
    })
    expect(await days('FREQ=DAILY;COUNT=2;UNTIL=20260320')).toEqual({
      recurrence: ['COUNT et UNTIL s’excluent.'],
    })
    const late = { recurrence: ['La répétition doit finir dans les deux ans.'] }
    expect(await days('FREQ=WEEKLY;COUNT=106')).toEqual(late)
    expect(await days('FREQ=WEEKLY;UNTIL=20280401')).toEqual(late)
    expect(await days('FREQ=WEEKLY;BYDAY=TU')).toEqual({
      debut: ['Le premier jour doit être l’un de ceux de la répétition.'],
    })
  })
})
