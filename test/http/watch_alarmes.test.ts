import { beforeEach, describe, expect, it } from 'vitest'
import { soon, useStreams } from './live/streams_fixture.ts'

// The limits of streams are those of one server.
const streams = useStreams({}, { alone: true })
const { listen, listenUp, alarm, ask, told, sql } = streams

beforeEach(async () => {
  await sql('update app.alarmes set validated = true where not validated')
})

const lists = async () => (await ask('GET /alarmes')).body.data

describe('a stream', () => {
  it('begins with the alarms not validated, as GET /alarmes shows them, and reports the end of this beginning', async () => {
    const ids = [await alarm('première'), await alarm('seconde')]
    const stream = await listenUp()
    expect([stream.status, stream.retry]).toEqual([200, 3000])
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    expect(stream.events.map(({ event, data }) => [event, data.id])).toEqual([
      ['alarme', ids[0]],
      ['alarme', ids[1]],
      ['a_jour', undefined],
    ])
    expect(stream.data().toReversed()).toEqual(await lists())
    expect(stream.data('a_jour')).toEqual([{ complet: true }])
    expect(stream.events.at(-1)?.id).toMatch(/^1\.\d+-\d+-[\d_]*$/)
  })

  it('shows an alarm once, with its people and its intervention, when the report is stored', async () => {
    const stream = await listenUp()
    const [box] = await sql(
      "insert into app.messageries (host, port, utilisateur, mot_de_passe) values ('mail.example.org', 993, 'flux', '') returning id::integer",
    )
    const message = {
      sis_key: 'hs',
      messagerie_id: box?.id,
      uidvalidity: 1,
      uid: 1,
      sha256: 'flux',
      expediteur: '',
      sujet: '',
    }
    const personnes = [{ nom: 'Inconnu Jean', telephones: [], reponse: 'vient' }]
    const report = {
      type: 'Alarme réelle',
      code: 'FEU BAT',
      couleur: 'ROUGE',
      adresse: '2854 Bassecourt, Rue du Flux 1',
      complement: '',
      description: '',
      sis: ['hs'],
      groupes: [{ titre: '*90 EM, SIS Haute-Sorne', personnes }],
      personnes: [],
      avertissements: [],
    }
    const worker = await streams.database.as('worker')
    const { rows } = await worker.query('select jobs.store_message($1, null, $2) as stored', [
      JSON.stringify({ ...message, taille: 1, etat: 'alarm', raison: '' }),
      JSON.stringify(report),
    ])
    expect(rows[0]?.stored).toMatchObject({ etat: 'alarm' })
    await expect.poll(() => stream.data(), soon).not.toEqual([])
    expect(stream.data()).toEqual(await lists())
    expect(stream.data()[0]).toMatchObject({
      adresse: report.adresse,
      intervention_id: expect.any(Number),
      groups: [{ name: 'EM', number: '90', sis: 'hs' }],
      unresolved: [{ fullname: 'Inconnu Jean' }],
    })
  })

  it('shows an alarm again when it has been validated, and not after a write without a change', async () => {
    const id = await alarm('à valider')
    const stream = await listenUp()
    expect((await told(`PATCH /alarmes/${id}`, { validated: false }))[0]).toBe(200)
    expect((await told(`PATCH /alarmes/${id}`, { validated: true }))[0]).toBe(200)
    await expect.poll(() => stream.data().at(-1).validated, soon).toBe(true)
    expect(stream.data().map(({ validated }) => validated)).toEqual([false, true])
  })

  it('shows nothing of a rolled back transaction', async () => {
    const stream = await listenUp()
    await expect(
      sql(`with a as (insert into app.alarmes (date, type, adresse, intervention_voulue)
           values (now(), '', 'jamais', false) returning id) select 1 / (id - id) from a`),
    ).rejects.toThrow('division')
    await alarm('bien là')
    await expect.poll(() => stream.data().map(({ adresse }) => adresse), soon).toEqual(['bien là'])
  })
})

describe('a client that reconnects', () => {
  it('gets the changes since the last event that it has seen, and nothing else', async () => {
    const first = await listenUp()
    const seen = await alarm('vue')
    await expect.poll(() => first.data(), soon).toHaveLength(1)
    const last = first.events.at(-1)?.id ?? ''
    first.close()
    await alarm('manquée')
    await told(`PATCH /alarmes/${seen}`, { validated: true })
    for (const how of [
      { headers: { 'last-event-id': last } },
      { query: `?apres=${last}` },
      { headers: { 'last-event-id': last }, query: '?apres=9-9-' },
    ]) {
      const again = await listenUp(how)
      const changes = again.data().map(({ adresse, validated }) => [adresse, validated])
      expect(changes.sort()).toEqual([
        ['manquée', false],
        ['vue', true],
      ])
      expect(again.data('a_jour')).toEqual([{ complet: false }])
    }
  })

  it('begins again when it has not seen the beginning to its end', async () => {
    for (const adresse of ['a', 'b']) await alarm(adresse)
    const first = await listenUp()
    const ids = first.events.map(({ id }) => id)
    expect(ids).toEqual(['0', '0', expect.stringMatching(/^1\.\d+-\d+-[\d_]*$/)])
    const again = await listenUp({ headers: { 'last-event-id': '0' } })
    expect(again.events.map(({ event, data }) => data.adresse ?? [event, data])).toEqual([
      'a',
      'b',
      ['a_jour', { complet: true }],
    ])
    expect((await listenUp({ headers: { 'last-event-id': ids[2] ?? '' } })).data()).toEqual([])
  })

  it.each([
    '',
    'abc',
    '9999999.1-1-',
    'x.1-1-',
    '12',
    '9-7-',
    '7-9-8_7',
    '7-9-9',
    '0-1-',
    '1-2',
    '9-9999999999999999999-',
    '7-9999999999999999999999-',
  ])('begins again after %j, which is no place here', async (last) => {
    await alarm('ouverte')
    const stream = await listenUp({ headers: { 'last-event-id': last } })
    expect(stream.data().map(({ adresse }) => adresse)).toEqual(['ouverte'])
    expect(stream.data('a_jour')).toEqual([{ complet: true }])
  })
})

describe('a stream is refused before it begins:', () => {
  const refused = async (listening: Parameters<typeof listen>[0]) => {
    const stream = await listen(listening)
    await stream.ended
    return [stream.status, JSON.parse(stream.refusal)]
  }

  it('without Sis-Key, token or right, and for a faulty place', async () => {
    expect(await refused({ headers: { 'sis-key': '' } })).toEqual([401, { error: 'Sis non sélectionné' }])
    expect(await refused({ headers: { authorization: 'Bearer x' } })).toEqual([
      401,
      { error: 'Accès refusé' },
    ])
    expect(await refused({ payload: { exp: 1 } })).toEqual([401, { error: 'Token expiré' }])
    expect(await refused({ headers: { 'sis-key': 'test' } })).toEqual([
      403,
      { error: 'Aucun droit pour ce SIS' },
    ])
    expect(await refused({ permissions: ['sapeur.lecture'] })).toEqual([
      403,
      { error: 'Permission requise : intervention.lecture' },
    ])
    expect(await refused({ query: '?apres=hier' })).toMatchObject([
      422,
      { error: { apres: [expect.any(String)] } },
    ])
    expect(await refused({ user: 987_654 })).toEqual([401, { error: 'Accès refusé' }])
  })

  it('as the twenty-first of an account, but not of another', async () => {
    const mine = await Promise.all(Array.from({ length: 20 }, () => listenUp()))
    const one = await listen()
    await one.ended
    expect([one.status, one.headers['retry-after'], JSON.parse(one.refusal)]).toEqual([
      429,
      '30',
      { error: 'Trop de flux ouverts : réessayez plus tard' },
    ])
    await listenUp({ user: 2 })
    mine[0]?.close()
    await expect.poll(async () => (await listen()).status, soon).toBe(200)
  })

  it('HEAD answers its headers, and ends', async () => {
    const { status, headers, body } = await ask('HEAD /alarmes/flux')
    expect([status, headers.get('content-type'), body]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      null,
    ])
  })
})

describe('a stream ends', () => {
  it('with the token', async () => {
    const exp = Math.floor(Date.now() / 1000) + 2
    const stream = await listenUp({ payload: { exp } })
    await stream.ended
    expect(Date.now()).toBeGreaterThanOrEqual(exp * 1000)
  })

  it('before an alarm is shown to an account that was disabled, whose tokens were revoked, or whose sapeur left', async () => {
    const admin = await streams.database.as('admin')
    const other = await listenUp({ user: 3 })
    const places = (stream: typeof other) => stream.data().map(({ adresse }) => adresse)
    for (const [spoil, mend] of [
      ['users set disabled_at = now() where id', 'users set disabled_at = null where id'],
      [
        "users set tokens_valid_from = now() + interval '1 hour' where id",
        "users set tokens_valid_from = '-infinity' where id",
      ],
      ['memberships set parti_at = now() where user_id', 'memberships set parti_at = null where user_id'],
    ] as const) {
      const stream = await listenUp({ user: 2 })
      await admin.query(`update auth.${spoil} = 2`)
      await alarm(spoil)
      await stream.ended
      expect(places(stream)).not.toContain(spoil)
      await expect.poll(() => places(other), soon).toContain(spoil)
      await admin.query(`update auth.${mend} = 2`)
    }
  })
})
