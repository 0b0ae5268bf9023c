import { describe, expect, it } from 'vitest'
import { useKeys } from './idempotency_fixture.ts'

const { database, servers, commandant, newKey, post } = useKeys()

const rows = async (query: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(query, values)).rows
const vehicules = async (designation: string) =>
  (await rows("select from app.vehicules where designation = $1 and sis_key = 'hs'", [designation])).length
const exercices = async (designation: string, sis = 'hs') =>
  (await rows('select from app.exercices where designation = $1 and sis_key = $2', [designation, sis])).length
const exercice = (designation: string) => ({ designation, date: '2026-05-05', heure: '19:30', duree: 120 })

describe('a POST repeated with its Idempotency-Key', () => {
  it('gets the first answer, and creates nothing', async () => {
    const key = newKey()
    const first = await post('/vehicules', key, { designation: 'Tonne-pompe' })
    const again = await post('/vehicules', key, { designation: 'Tonne-pompe' })
    expect(first.status).toBe(201)
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([
      201,
      first.body,
      first.headers.get('etag'),
    ])
    expect(await vehicules('Tonne-pompe')).toBe(1)
  })

  it('gets the first answer even when the record was changed or deleted since', async () => {
    const key = newKey()
    const first = await post('/vehicules', key, { designation: 'Passager' })
    const path = `/api/v2/vehicules/${first.body.data.id}`
    expect((await servers.data(path, { ...commandant, method: 'DELETE' })).status).toBe(204)
    expect((await post('/vehicules', key, { designation: 'Passager' })).body).toEqual(first.body)
    expect(await vehicules('Passager')).toBe(0)
  })

  it('works for lines of an intervention, and for a tablet’s report', async () => {
    const made = await post('/interventions', newKey(), {
      date_debut: '2026-05-05',
      heure_debut: '10:00',
      objet: 'Feu',
    })
    const appel = { date: '2026-05-05 10:05', numero: '118', nom: 'Appel répété' }
    for (const [path, body] of [
      [`/interventions/${made.body.data.id}/appels`, { appels: [appel] }],
      [
        '/interventions-complet',
        { date_debut: '2026-05-06', heure_debut: '10:00', objet: 'Tablette', sapeurs: [] },
      ],
    ] as const) {
      const key = newKey()
      const first = await post(path, key, body)
      expect(first.status).toBe(201)
      const again = await post(path, key, body)
      expect([again.status, again.body]).toEqual([201, first.body])
    }
  })

  it('works for a mailbox, whose password is sealed differently each time', async () => {
    const key = newKey()
    const body = {
      host: 'imap.example.org',
      port: 993,
      security: 'tls',
      user: 'u',
      password: 'secret',
      folder: 'INBOX',
      senders: ['cet@example.org'],
    }
    const first = await post('/messageries', key, body)
    expect([first.status, first.body.error]).toEqual([201, undefined])
    expect((await post('/messageries', key, body)).body).toEqual(first.body)
  })

  it('is carried out when the first was refused: refusals are not kept', async () => {
    const key = newKey()
    expect((await post('/vehicules', key, { designation: '' })).status).toBe(422)
    expect((await post('/vehicules', key, { designation: 'Corrigé' })).status).toBe(201)
  })

  it('is carried out again after 30 days, and not before', async () => {
    const key = newKey()
    const age = (days: number) =>
      rows('update request.reponses set created_at = now() - make_interval(days => $2) where cle = $1', [
        key,
        days,
      ])
    const first = await post('/exercices', key, exercice('Hier'))
    await age(29)
    expect((await post('/exercices', key, exercice('Hier'))).body).toEqual(first.body)
    await age(31)
    expect((await post('/exercices', key, exercice('Hier'))).status).toBe(201)
    expect(await exercices('Hier')).toBe(2)
  })
})

describe('an Idempotency-Key', () => {
  it('is refused with another body or path', async () => {
    const key = newKey()
    await post('/vehicules', key, { designation: 'Échelle' })
    const sentence = { error: { 'Idempotency-Key': ['Cette clé a déjà servi à une autre demande.'] } }
    expect(await post('/vehicules', key, { designation: 'Échelle 2' })).toMatchObject({
      status: 422,
      body: sentence,
    })
    expect(await post('/materiels', key, { designation: 'Échelle' })).toMatchObject({
      status: 422,
      body: sentence,
    })
    expect(await vehicules('Échelle 2')).toBe(0)
  })

  it('is independent in another SIS and for another account', async () => {
    const key = newKey()
    const admin = { as: 'admin@example.org' }
    const made = await Promise.all([
      post('/exercices', key, exercice('Partout'), commandant),
      post('/exercices', key, exercice('Partout'), { ...admin, sis: 'hs' }),
      post('/exercices', key, exercice('Partout'), { ...admin, sis: 'test' }),
    ])
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    expect([await exercices('Partout'), await exercices('Partout', 'test')]).toEqual([2, 1])
  })

  it('answers 409 during the first request, and the first answer afterwards', async () => {
    const key = newKey()
    const owner = await database.as('owner')
    await owner.query('begin')
    await owner.query("select request.open(null, 'hs', '{intervention.config}', null)")
    await owner.query("insert into app.vehicules (designation) values ('Lent')")
    const first = post('/vehicules', key, { designation: 'Lent' })
    const waiting = async () =>
      (
        await rows(
          "select from pg_stat_activity where wait_event = 'transactionid' and datname = current_database()",
        )
      ).length
    await expect.poll(waiting).toBe(1)
    const meanwhile = await post('/vehicules', key, { designation: 'Lent' }).finally(() =>
      owner.query('rollback'),
    )
    expect(meanwhile).toMatchObject({
      status: 409,
      body: { error: 'La première demande avec cette clé est encore en cours' },
    })
    expect((await first).status).toBe(201)
    expect((await post('/vehicules', key, { designation: 'Lent' })).body).toEqual((await first).body)
    expect(await vehicules('Lent')).toBe(1)
  })

  it('lets one of twenty simultaneous requests through', async () => {
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('/vehicules', key, { designation: 'Vingt fois' })),
    )
    expect(answers.map(({ status }) => status).filter((status) => ![201, 409].includes(status))).toEqual([])
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id)
    expect(new Set(ids).size).toBe(1)
    expect(await vehicules('Vingt fois')).toBe(1)
  })

  it.each([
    ['longer than 255 characters', 'x'.repeat(256)],
    ['with characters other than visible ASCII', 'clé'],
  ])('is refused %s', async (_how, key) => {
    expect(await post('/vehicules', key, { designation: 'Jamais' })).toMatchObject({
      status: 422,
      body: { error: { 'Idempotency-Key': [expect.stringContaining('255')] } },
    })
    expect(await vehicules('Jamais')).toBe(0)
  })

  it('gives a kept answer only to a caller who still has the right', async () => {
    const key = newKey()
    await post('/vehicules', key, { designation: 'Secret' })
    expect(
      (await post('/vehicules', key, { designation: 'Secret' }, { as: 'lecteur@example.org', sis: 'hs' }))
        .status,
    ).toBe(403)
    const autre = await post(
      '/vehicules',
      key,
      { designation: 'Secret' },
      { as: 'autre@example.org', sis: 'hs' },
    )
    expect(autre.status).toBe(403)
  })

  it('shows no answer to SQL of the API’s login', async () => {
    const api = await database.as('api')
    await expect(api.query('select * from request.reponses')).rejects.toThrow('permission denied')
    await expect(api.query('delete from request.reponses')).rejects.toThrow('permission denied')
  })
})

it('loses its answer after 30 days, with other expired rows', async () => {
  const [recent, old] = [newKey(), newKey()]
  for (const key of [recent, old]) await post('/vehicules', key, { designation: 'Gardé' })
  await rows("update request.reponses set created_at = now() - interval '31 days' where cle = $1", [old])
  await (await database.as('worker')).query('select jobs.purge_tokens()')
  const kept = await rows('select cle from request.reponses where cle = any ($1)', [[recent, old]])
  expect(kept).toEqual([{ cle: recent }])
})
