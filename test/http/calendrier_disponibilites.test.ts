import { beforeEach, describe, expect, it } from 'vitest'
import { addReader, open, readEvents } from './calendrier_fixture.ts'
import { useDataApi } from './data_fixture.ts'
import { one, unique } from './samples/sample.ts'

const api = useDataApi()
const { told, sql } = api
type Reader = Awaited<ReturnType<typeof addReader>>
let moi: Reader
beforeEach(async () => {
  moi = await addReader(api, unique('Piquet').replace(' ', ''))
})

const made = async (as = moi) => (await told('POST /mes-calendriers', {}, { as: as.email }))[1].data.adresse
const events = async (adresse: string) =>
  readEvents((await open(api, adresse)).text).map(({ uid, titre, statut }) => [uid, titre, statut])

// A week from today on, at midnight.
const addPiquet = (of: Reader, weeks: number, more = '') =>
  one(
    sql,
    `insert into app.piquets (sapeur_id, debut, fin${more === '' ? '' : ', groupe_id, fonction_id'})
     select $1, (app.today() + 7 * $2::integer)::timestamp at time zone app.fuseau(),
            (app.today() + 7 * $2::integer + 7)::timestamp at time zone app.fuseau() ${more} returning id`,
    [of.sapeur, weeks],
  )
const absent = (values: string) =>
  one(
    sql,
    `insert into app.indisponibilites (sapeur_id, motif, debut, fin, recurrence) values ($1, ${values}) returning id`,
    [moi.sapeur],
  )

describe('standby in a calendar', () => {
  it('is that of the person, with group and function', async () => {
    const other = await addReader(api, unique('Autre').replace(' ', ''))
    await addPiquet(other, 2)
    const plain = await addPiquet(moi, 1)
    const named = await addPiquet(
      moi,
      3,
      ", (select id from app.groupes where no = '90'), (select min(id) from app.fonctions)",
    )
    const [names] = await sql(
      "select (select designation from app.groupes where no = '90') as groupe, (select designation from app.fonctions order by id limit 1) as fonction",
    )
    expect(await events(await made())).toEqual([
      [`piquet-${plain}@hs`, 'Piquet', 'CONFIRMED'],
      [`piquet-${named}@hs`, `Piquet : ${names?.groupe}, ${names?.fonction}`, 'CONFIRMED'],
    ])
  })

  it('that somebody takes over moves from one calendar to the other, and is called off in the first', async () => {
    const other = await addReader(api, unique('Repreneuse').replace(' ', ''))
    const id = await addPiquet(moi, 1)
    const [mine, theirs] = [await made(), await made(other)]
    await told(`POST /piquets/${id}/echange`, { sapeur_id: other.sapeur }, { as: moi.email })
    expect([await events(mine), await events(theirs)]).toEqual([
      [[`piquet-${id}@hs`, 'Piquet', 'CONFIRMED']],
      [],
    ])
    expect(
      (await told(`POST /piquets/${id}/echange/accepter`, undefined, { as: other.email }))[0],
    ).toBeLessThan(300)
    expect([await events(mine), await events(theirs)]).toEqual([
      [[`piquet-${id}@hs`, 'Annulé : Piquet', 'CANCELLED']],
      [[`piquet-${id}@hs`, 'Piquet', 'CONFIRMED']],
    ])
    await told(`DELETE /piquets/${id}`)
    for (const adresse of [mine, theirs])
      expect(await events(adresse)).toEqual([[`piquet-${id}@hs`, 'Annulé : Piquet', 'CANCELLED']])
  })
})

describe('absences in a calendar', () => {
  it('are those of the person, and go when they are taken back', async () => {
    const other = await addReader(api, unique('Voisin').replace(' ', ''))
    await sql(
      "insert into app.indisponibilites (sapeur_id, debut, fin) values ($1, now(), now() + interval '4 h')",
      [other.sapeur],
    )
    const id = await absent("'vacances', now(), now() + interval '4 h', null")
    const adresse = await made()
    expect(await events(adresse)).toEqual([[`absence-${id}@hs`, 'Vacances', 'CONFIRMED']])
    await told(`DELETE /mes-disponibilites/${id}`, undefined, { as: moi.email })
    expect(await events(adresse)).toEqual([])
  })

  it.each([
    ['FREQ=DAILY', /^FREQ=DAILY;UNTIL=\d{8}T\d{6}Z$/],
    ['FREQ=WEEKLY;INTERVAL=2', /^FREQ=WEEKLY;INTERVAL=2;UNTIL=/],
    ['freq=daily;count=3', /^FREQ=DAILY;UNTIL=/],
    ['FREQ=DAILY;BYDAY=SU,SA,MO,TU,WE,TH,FR;COUNT=5', /^FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA,SU;UNTIL=/],
  ])('repeat as the service unfolds them: %s', async (recurrence, rule) => {
    await absent(`'travail', '2026-10-20 08:00+02', '2026-10-20 17:00+02', '${recurrence}'`)
    const text = (await open(api, await made())).text
    expect(readEvents(text)[0]?.regle).toMatch(rule)
  })
})

it('counts up when standby and absences change', async () => {
  await absent("'travail', now() + interval '1 h', now() + interval '4 h', null")
  const id = await addPiquet(moi, 1)
  const adresse = await made()
  expect(readEvents((await open(api, adresse)).text).map(({ sequence }) => sequence)).toEqual([0, 0])
  // The journal cannot be changed: a moment must pass.
  const later = async () => {
    await told(`PUT /piquets/${id}`, { fonction_id: 1 })
    await told(`PUT /piquets/${id}`, { fonction_id: null })
    return readEvents((await open(api, adresse)).text).find(({ uid }) => uid === `piquet-${id}@hs`)?.sequence
  }
  await expect.poll(later, { timeout: 10_000, interval: 200 }).toBeGreaterThan(0)
})
