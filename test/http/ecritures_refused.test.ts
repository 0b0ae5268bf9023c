import { beforeAll, describe, expect, it } from 'vitest'
import { beginInHs, untilBlocked } from '../support/waiting.ts'
import { useDataApi } from './data_fixture.ts'

const { database, ask, told, sql } = useDataApi()

let years: Record<string, number> = {}

const openYear = async (annee: number) =>
  (await told('POST /exercices-comptable', { annee }))[1].data.id as number

beforeAll(async () => {
  years = { open: await openYear(2040), closed: await openYear(2041) }
})

/** An entry of another module, or one in a décompte. */
async function addMade(columns: Record<string, unknown>): Promise<number> {
  const row = {
    exercice_comptable_id: years.open,
    date: '2040-03-14',
    designation: 'Faite',
    total: 10,
    ...columns,
  }
  const places = Object.keys(row).map((_, n) => `$${n + 1}`)
  const rows = await sql(
    `insert into app.ecritures (${Object.keys(row).join(', ')}) values (${places.join(', ')}) returning id`,
    Object.values(row),
  )
  return Number(rows[0]?.id)
}

async function addDecompte(): Promise<number> {
  const rows = await sql(
    "insert into app.decomptes (exercice_comptable_id, designation, date) values ($1, 'Essai', '2040-06-30') returning id",
    [years.open],
  )
  return Number(rows[0]?.id)
}

const repas = {
  date: '2040-03-14',
  designation: 'Repas',
  tarif: '12.50',
  compte_id: 5,
  ecriture_categorie_id: 5,
}
const elsewhere =
  'Seuls les divers et les remboursements se saisissent à la main : les autres écritures se changent là d’où elles viennent'

describe('an entry cannot be written by hand', () => {
  it.each([1, 2, 3, 4, 5])('for module %i, which is made from something else', async (module) => {
    const refused = [409, { error: elsewhere }]
    expect(await told('POST /ecritures', { ...repas, module })).toEqual(refused)
    const made = await addMade({ module })
    expect(await told(`PUT /ecritures/${made}`, { designation: 'Autre' })).toEqual(refused)
    expect(await told(`PUT /ecritures/${made}`, { module: 0 })).toEqual(refused)
    expect(await told(`DELETE /ecritures/${made}`)).toEqual(refused)
    const own = (await told('POST /ecritures', repas))[1].data.id
    expect(await told(`PUT /ecritures/${own}`, { module })).toEqual(refused)
  })

  it('once it is in a décompte', async () => {
    const id = await addMade({ decompte_id: await addDecompte() })
    const refused = [409, { error: 'Cette écriture est dans un décompte : elle ne peut plus être modifiée' }]
    expect(await told(`PUT /ecritures/${id}`, { designation: 'Autre' })).toEqual(refused)
    expect(await told(`DELETE /ecritures/${id}`)).toEqual(refused)
  })

  it('in a closed year', async () => {
    const [id, moved] = [
      await addMade({ exercice_comptable_id: years.closed }),
      (await told('POST /ecritures', repas))[1].data.id,
    ]
    await told(`PUT /exercices-comptable/${years.closed}`, { boucle: true })
    const refused = [409, { error: 'Exercice comptable bouclé' }]
    expect(await told('POST /ecritures', { ...repas, date: '2041-03-14' })).toEqual(refused)
    expect(await told(`PUT /ecritures/${id}`, { designation: 'Autre' })).toEqual(refused)
    const change = { date: '2041-03-14', exercice_comptable_id: years.closed }
    expect(await told(`PUT /ecritures/${moved}`, change)).toEqual(refused)
    expect(await told(`DELETE /ecritures/${id}`)).toEqual(refused)
    await told(`PUT /exercices-comptable/${years.closed}`, { boucle: false })
    expect((await told(`DELETE /ecritures/${id}`))[0]).toBe(204)
  })

  it('while someone puts it into a décompte', async () => {
    const [id, decompte] = [(await told('POST /ecritures', repas))[1].data.id, await addDecompte()]
    const other = await beginInHs(database, ['comptabilite.modification'])
    try {
      await other.query('update app.ecritures set decompte_id = $1 where id = $2', [decompte, id])
      const change = told(`PUT /ecritures/${id}`, { quantite: 9 })
      await untilBlocked(database)
      await other.query('commit')
      expect((await change)[0]).toBe(409)
    } finally {
      await other.end()
    }
  })

  it('over a change of someone else', async () => {
    const { id } = (await told('POST /ecritures', repas))[1].data
    const etag = (await ask(`GET /ecritures/${id}`)).headers.get('etag') ?? ''
    expect((await told(`PUT /ecritures/${id}`, { quantite: 2 }))[0]).toBe(200)
    const stale = { headers: { 'if-match': etag } }
    expect((await ask(`PUT /ecritures/${id}`, { quantite: 3 }, stale)).status).toBe(412)
    expect((await told(`GET /ecritures/${id}`))[1].data.quantite).toBe('2.00')
  })
})

describe('an entry names its faulty field', () => {
  const outside = {
    date: ['La date doit être dans l’exercice comptable 2040, du 01.01.2040 au 31.12.2040.'],
  }

  it('where its day is not in its accounting year', async () => {
    const sent = { ...repas, exercice_comptable_id: years.open }
    for (const date of ['2039-12-31', '2041-01-01'])
      expect(await told('POST /ecritures', { ...sent, date })).toEqual([422, { error: outside }])
    for (const date of ['2040-01-01', '2040-12-31'])
      expect((await told('POST /ecritures', { ...sent, date }))[0]).toBe(201)
    const own = (await told('POST /ecritures', repas))[1].data.id
    expect(await told(`PUT /ecritures/${own}`, { date: '2041-01-01' })).toEqual([422, { error: outside }])
    expect(await told(`PUT /ecritures/${own}`, { exercice_comptable_id: years.closed })).toEqual([
      422,
      { error: { date: ['La date doit être dans l’exercice comptable 2041, du 01.01.2041 au 31.12.2041.'] } },
    ])
    expect((await told(`GET /ecritures/${own}`))[1].data).toMatchObject({
      date: '2040-03-14',
      exercice_comptable_id: years.open,
    })
    const moved = { date: '2041-01-01', exercice_comptable_id: null }
    expect((await told(`PUT /ecritures/${own}`, moved))[1].data.exercice_comptable_id).toBe(years.closed)
  })

  it('but keeps a day of another year that release 0.1.0 wrote', async () => {
    const old = await addMade({ date: '2039-12-31' })
    expect((await told(`PUT /ecritures/${old}`, { designation: 'Autre' }))[0]).toBe(200)
    expect(await told(`PUT /ecritures/${old}`, { date: '2039-12-30' })).toEqual([422, { error: outside }])
  })

  const faulty = [
    'NaN',
    'Infinity',
    '-Infinity',
    '1e3',
    '0x10',
    '',
    '100000000',
    '99999999999.00',
    '1.005',
    1e300,
  ]
  it.each([
    ['tarif', [...faulty, '-100000000']],
    ['quantite', [...faulty, '-1', -0.01]],
    ['total', [...faulty, '-100000000']],
  ])('where %s is no amount', async (field, values) => {
    const own = (await told('POST /ecritures', repas))[1].data.id
    for (const value of values)
      for (const door of ['POST /ecritures', `PUT /ecritures/${own}`]) {
        const [status, { error }] = await told(door, { ...repas, [field]: value })
        expect([door, value, status, Object.keys(error)]).toEqual([door, value, 422, [field]])
      }
  })

  it('where the total of two amounts is too large', async () => {
    const sent = { ...repas, tarif: '99999999.99', quantite: '2' }
    const error = { total: ['Le total ne doit pas dépasser 99999999.99.'] }
    expect(await told('POST /ecritures', sent)).toEqual([422, { error }])
    expect(await told('POST /ecritures', { ...sent, tarif: '-99999999.99' })).toEqual([422, { error }])
  })
})
