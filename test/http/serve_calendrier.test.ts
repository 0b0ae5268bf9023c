import { beforeEach, describe, expect, it } from 'vitest'
import { addReader, convoke, open, readEvents } from './calendrier_fixture.ts'
import { useDataApi } from './data_fixture.ts'
import { unique } from './samples/sample.ts'

const api = useDataApi()
const { told, sql } = api
let moi: Awaited<ReturnType<typeof addReader>>
beforeEach(async () => {
  moi = await addReader(api, unique('Calendrier').replace(' ', ''))
})

const make = async (designation?: string) => told('POST /mes-calendriers', { designation }, { as: moi.email })
const list = async () => (await told('GET /mes-calendriers', undefined, { as: moi.email }))[1].data
const remove = (id: number) => told(`DELETE /mes-calendriers/${id}`, undefined, { as: moi.email })
const adresse = async (): Promise<string> => (await make())[1].data.adresse

describe('a calendar', () => {
  it('is made with an address that is shown once, listed without it, and removed', async () => {
    const [status, { data }] = await make('Téléphone')
    expect([status, data]).toEqual([
      201,
      {
        id: expect.any(Number),
        designation: 'Téléphone',
        created_at: expect.any(String),
        adresse: expect.stringMatching(/^\/ics\/hs\.[\w-]{43}\.ics$/),
      },
    ])
    const { adresse, ...listed } = data
    expect(await list()).toEqual([listed])
    expect((await open(api, adresse)).status).toBe(200)
    expect(await remove(data.id)).toEqual([204, null])
    expect((await open(api, adresse)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  it('has at most four others', async () => {
    const made = [await make(), await make(), await make(), await make(), await make()]
    expect(made.map(([status]) => status)).toEqual([201, 201, 201, 201, 201])
    expect(await make()).toEqual([
      409,
      { error: 'Vous avez déjà cinq calendriers : supprimez-en un d’abord' },
    ])
    const [third] = (await list()).slice(2)
    await remove(third.id)
    expect((await make('à la place'))[0]).toBe(201)
  })

  it('tells no address again to a client that repeats its request', async () => {
    const headers = { 'idempotency-key': 'calendrier-1' }
    const send = () => told('POST /mes-calendriers', {}, { as: moi.email, headers })
    const [first, second] = [await send(), await send()]
    expect(first[1].data.adresse).toMatch(/^\/ics\//)
    expect(second).toEqual([201, { data: { ...first[1].data, adresse: null } }])
    expect(await list()).toHaveLength(1)
  })
})

describe('the file of a calendar', () => {
  it('holds the exercices of the person, and nobody else’s', async () => {
    const other = await addReader(api, 'Voisine')
    const [past, next] = [
      await convoke(api, moi.sapeur, -30, 'Passé'),
      await convoke(api, moi.sapeur, 30, 'Prochain'),
    ]
    await convoke(api, other.sapeur, 10, 'D’une autre')
    const { headers, text } = await open(api, await adresse())
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(readEvents(text).map(({ uid, titre, statut }) => [uid, titre, statut])).toEqual([
      [`exercice-${past}@hs`, 'Passé', 'CONFIRMED'],
      [`exercice-${next}@hs`, 'Prochain', 'CONFIRMED'],
    ])
  })

  it('reaches from a year ago to two years ahead', async () => {
    // No exercice without its accounting year.
    await sql(`insert into app.exercices_comptables (annee, designation, debut, fin)
      select extract(year from app.today()) + n, n, make_date(extract(year from app.today())::integer + n, 1, 1),
             make_date(extract(year from app.today())::integer + n, 12, 31)
        from unnest(array[-2, -1, 1, 2, 3]) as n
       where not exists (select from app.exercices_comptables x where x.annee = extract(year from app.today()) + n)`)
    for (const days of [-400, -360, 700, 740]) await convoke(api, moi.sapeur, days, `${days} jours`)
    const { text } = await open(api, await adresse())
    expect(readEvents(text).map(({ titre }) => titre)).toEqual(['-360 jours', '700 jours'])
  })

  it('is not sent again while it is the same', async () => {
    const id = await convoke(api, moi.sapeur, 5, 'Le même')
    const where = await adresse()
    const { headers } = await open(api, where)
    const known = { 'if-none-match': String(headers.get('etag')) }
    const again = await open(api, where, known)
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', headers.get('etag')])
    expect(again.headers.get('cache-control')).toBe('private, no-cache')
    await told(`PUT /exercices/${id}`, { lieu: 'Ailleurs' })
    expect((await open(api, where, known)).status).toBe(200)
  })

  it('counts up what changes, and calls off what is off, removed, or no more for this person', async () => {
    const ids = []
    for (const titre of ['Déplacé', 'Annulé', 'Supprimé', 'Sans moi', 'Excusé'])
      ids.push(await convoke(api, moi.sapeur, 5, titre))
    const [moved, off, removed, without, excused] = ids
    // A moment ago, for the difference.
    await sql(
      `update app.exercices set created_at = now() - interval '1 h', updated_at = now() - interval '1 h', version = version + 1
        where id = any ($1)`,
      [ids],
    )
    const where = await adresse()
    await told(`PUT /exercices/${moved}`, { heure: '20:15' })
    await told(`POST /exercices/${off}/annuler`)
    await told(`DELETE /exercices/${removed}`)
    await told(`DELETE /exercices/${without}/sapeurs`, { sapeurs: [moi.sapeur] })
    await told(`POST /mes-excuses/${excused}`, { excuse_type_id: 2 }, { as: moi.email })
    const events = readEvents((await open(api, where)).text)
    const byUid = new Map(events.map((each) => [each.uid, each]))
    const of = (id: number | undefined) => byUid.get(`exercice-${id}@hs`)
    expect(events).toHaveLength(5)
    expect(of(moved)?.debut).toMatch(/T20:15:00$/)
    expect([off, removed, without].map((id) => [of(id)?.titre, of(id)?.statut])).toEqual([
      ['Annulé : Annulé', 'CANCELLED'],
      ['Annulé : Supprimé', 'CANCELLED'],
      ['Annulé : Sans moi', 'CANCELLED'],
    ])
    expect([of(excused)?.titre, of(excused)?.statut]).toEqual(['Excusé (excusé)', 'CONFIRMED'])
    for (const { sequence } of events) expect(sequence).toBeGreaterThanOrEqual(3600)
    // Put back on the list, it is on again, and later than its end.
    await told(`POST /exercices/${without}/sapeurs`, { sapeurs: [moi.sapeur] })
    const back = readEvents((await open(api, where)).text).find(({ uid }) => uid === `exercice-${without}@hs`)
    expect(back).toMatchObject({ titre: 'Sans moi', statut: 'CONFIRMED' })
    expect(back?.sequence).toBeGreaterThanOrEqual(of(without)?.sequence ?? Number.POSITIVE_INFINITY)
  })

  it('is answered to HEAD without a body, and under the prefix of the API too', async () => {
    const where = await adresse()
    const head = await fetch(`${api.servers.urls().data}${where}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await open(api, `/api/v2${where}`)).status).toBe(200)
  })
})

describe('GET /exercices.ics', () => {
  const asked = async (query = '', as = 'commandant@example.org') => {
    const { accessToken } = await api.servers.signIn(as)
    const headers = { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' }
    return await open(api, `/api/v2/exercices.ics${query}`, headers)
  }

  it('has all exercices of the SIS, and those removed of late as called off', async () => {
    const id = await convoke(api, moi.sapeur, 3, 'Pour tous')
    const gone = await convoke(api, moi.sapeur, 4, 'Supprimé')
    await told(`DELETE /exercices/${gone}`)
    const { text, headers } = await asked()
    const events = readEvents(text)
    expect(headers.get('content-disposition')).toBe('inline; filename="caserne-hs.ics"')
    expect(events.find(({ uid }) => uid === `exercice-${id}@hs`)).toMatchObject({ titre: 'Pour tous' })
    expect(events.find(({ uid }) => uid === `exercice-${gone}@hs`)).toMatchObject({ statut: 'CANCELLED' })
    const [count] = await sql(
      `select count(*)::integer as n from app.exercices where date between app.today() - interval '1 year' and app.today() + interval '2 years'`,
    )
    expect(events.filter(({ titre }) => titre !== 'Annulé : Supprimé').length).toBe(count?.n)
  })

  it('has those of an accounting year when one is asked for', async () => {
    const [year] = await sql(
      'select exercice_comptable_id as id, count(*)::integer as n from app.exercices group by 1 order by 2 desc limit 1',
    )
    expect(readEvents((await asked(`?exercice_comptable_id=${year?.id}`)).text)).toHaveLength(Number(year?.n))
  })

  it('is for readers of exercices', async () => {
    expect((await asked('', 'lecteur@example.org')).status).toBe(403)
  })
})
