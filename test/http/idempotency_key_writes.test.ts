import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import { expectNone } from '../support/expect_none.ts'
import { useKeys } from './idempotency_fixture.ts'

const { database, servers, commandant, newKey, post, send } = useKeys()

const rows = async (query: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(query, values)).rows
const vehicules = async (designation: string) =>
  (await rows("select from app.vehicules where designation = $1 and sis_key = 'hs'", [designation])).length
describe('with its Idempotency-Key, a repeated', () => {
  const newVehicule = async (designation: string) =>
    (await post('/vehicules', newKey(), { designation })).body.data.id

  it('PUT does not undo what came after it', async () => {
    const [id, key] = [await newVehicule('Avant'), newKey()]
    const first = await send(`PUT /vehicules/${id}`, key, { designation: 'Entre' })
    await send(`PUT /vehicules/${id}`, newKey(), { designation: 'Après' })
    const again = await send(`PUT /vehicules/${id}`, key, { designation: 'Entre' })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([
      200,
      first.body,
      first.headers.get('etag'),
    ])
    expect([await vehicules('Entre'), await vehicules('Après')]).toEqual([0, 1])
  })

  it('DELETE is answered as done, with the If-Match of the first', async () => {
    const [id, key] = [await newVehicule('Vendu'), newKey()]
    const { headers } = await servers.data(`/api/v2/vehicules/${id}`, commandant)
    const request = {
      ...commandant,
      method: 'DELETE',
      headers: { 'idempotency-key': key, 'if-match': headers.get('etag') ?? '' },
    }
    for (let n = 0; n < 2; n += 1)
      expect((await servers.data(`/api/v2/vehicules/${id}`, request)).status).toBe(204)
    expect((await send(`DELETE /vehicules/${id}`, newKey())).status).toBe(404)
  })

  it('DELETE with a body is answered as done', async () => {
    const made = await post('/interventions', newKey(), {
      date_debut: '2026-05-07',
      heure_debut: '10:00',
      objet: 'Feu',
    })
    const path = `/interventions/${made.body.data.id}/vehicules`
    const id = await newVehicule('Engagé')
    await post(path, newKey(), { vehicules: [id] })
    const key = newKey()
    const first = await send(`DELETE ${path}`, key, { vehicules: [id] })
    await post(path, newKey(), { vehicules: [id] })
    const again = await send(`DELETE ${path}`, key, { vehicules: [id] })
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect((await servers.data(`/api/v2${path}`, commandant)).body.data).toHaveLength(1)
  })

  it('key of a DELETE is refused to a PUT of the same address', async () => {
    const [id, key] = [await newVehicule('Mêlé'), newKey()]
    expect((await send(`DELETE /vehicules/${id}`, key, {})).status).toBe(204)
    expect((await send(`PUT /vehicules/${id}`, key, {})).body).toEqual({
      error: { 'Idempotency-Key': ['Cette clé a déjà servi à une autre demande.'] },
    })
  })

  it('simulation is made again, and its key is not kept', async () => {
    const key = newKey()
    const path = '/decomptes/simulation'
    const [first, again] = [await post(path, key, {}), await post(path, key, { sapeur_ids: [] })]
    expect([first.status, again.status]).toEqual([422, 422])
    expect(again.body.error).not.toHaveProperty('Idempotency-Key')
    expect(await rows('select from request.reponses where cle = $1', [key])).toEqual([])
  })
})

it('an account that has used a thousand keys in a day waits, and its repeated requests do not', async () => {
  const key = newKey()
  const asked = { as: 'admin@example.org', sis: 'hs' }
  const first = await post('/vehicules', key, { designation: 'Le premier' }, asked)
  const fill = (count: number, age: string) =>
    rows(
      `insert into request.reponses (sis_key, user_id, cle, empreinte, created_at)
       select r.sis_key, r.user_id, $2 || n, '', now() - $2::interval
         from request.reponses r, generate_series(1, $3) n
        where r.cle = $1`,
      [key, age, count],
    )
  await fill(500, '25 hours')
  await fill(998, '23 hours')
  expect((await post('/vehicules', newKey(), { designation: 'Le millième' }, asked)).status).toBe(201)
  const refused = await post('/vehicules', newKey(), { designation: 'De trop' }, asked)
  expect(refused).toMatchObject({
    status: 429,
    body: { error: 'Trop de demandes avec une clé d’idempotence en un jour : réessayez plus tard' },
  })
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(3_000)
  expect(seconds).toBeLessThanOrEqual(3_600)
  expect(await vehicules('De trop')).toBe(0)
  expect((await post('/vehicules', key, { designation: 'Le premier' }, asked)).body).toEqual(first.body)
  expect((await post('/vehicules', newKey(), { designation: 'Un autre compte' })).status).toBe(201)
  await rows("delete from request.reponses where empreinte = ''")
})

it('an operation of the data API takes an Idempotency-Key if its function writes, and says so', async () => {
  const written = await rows(
    "select proname as id from pg_proc where pronamespace = 'api'::regnamespace and provolatile = 'v'",
  )
  const volatile = new Set(written.map(({ id }) => id))
  // It makes the entries, and takes them back.
  volatile.delete('simuler_imputation_intervention')
  const faults = readDocument('data').operations.filter(({ id, method, writes, parameters }) => {
    const says = parameters.some(({ name }) => name === 'Idempotency-Key')
    return says !== writes || (method !== 'get' && writes !== volatile.has(id))
  })
  expectNone(
    faults.map(({ id }) => id),
    'Mark an operation that does not write with `x-writes: false`.',
  )
})
