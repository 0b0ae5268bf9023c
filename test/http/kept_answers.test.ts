import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Operation } from '../../src/http/document/operation.ts'
import { type KeptAnswer, KeptAnswers } from '../../src/http/operation/kept_answers.ts'
import { Body } from '../../src/http/server/body.ts'
import { useDataApi } from './data_fixture.ts'
import { operations } from './every_operation/schema.ts'

const api = useDataApi({}, undefined, { alone: true })
const how = { as: 'commandant@example.org', sis: 'hs' }
const caller = {
  ...{ userId: 1, email: 'chef@example.org', issuedAt: 0, expiresAt: 0 },
  ...{ sisKey: 'hs', permissions: ['intervention.lecture'], sapeurId: null },
}
const operation = (id: string) => operations.find((each) => each.id === id) as Operation
const answer = (bytes: number): KeptAnswer => ({
  tag: { version: '', state: 'state', content: 'content' },
  body: new Body(randomBytes(bytes), 'again'),
  link: null,
})

async function grades(as = how.as) {
  const { status, headers, body } = await api.servers.data('/api/v2/grades', { ...how, as })
  return { status, etag: headers.get('etag'), body }
}

it('sends an answer again without building it, until the data change', async () => {
  const admin = await api.database.as('admin')
  const { rows } = await admin.query(
    "select pg_get_functiondef(p.oid) as text from pg_proc p where p.oid = 'api.list_grades'::regproc",
  )
  const first = await grades()
  // A server that is asked now would answer something else.
  await admin.query(
    rows[0].text.replace(/AS \$function\$.*\$function\$/s, () => "AS $$ select '[]'::json $$"),
  )
  expect(await grades()).toEqual(first)
  expect((await grades('admin@example.org')).body).toEqual({ data: [] })
  await admin.query("update app.grades set rang = rang + 1 where sis_key = 'hs' and id = 1")
  expect((await grades()).body).toEqual({ data: [] })
  await admin.query(rows[0].text)
})

it('asks first whether the account may still come in', async () => {
  expect((await grades('chef@example.org')).status).toBe(200)
  const admin = await api.database.as('admin')
  await admin.query("update auth.users set disabled_at = now() where email = 'chef@example.org'")
  expect((await grades('chef@example.org')).status).toBe(401)
})

it('keeps nothing private, nothing that no mark covers, and no answer of a write', () => {
  const kept = new KeptAnswers(1)
  expect(kept.keyOf(operation('list_grades'), caller, '/grades')).not.toBeNull()
  const privately = operations.filter(({ keptBy }) => keptBy === 'nobody')
  expect(privately.map(({ id }) => id)).toContain('list_mes_interventions')
  for (const each of [...privately, operation('list_journal'), operation('create_grade')])
    expect([each.id, kept.keyOf(each, caller, '/')]).toEqual([each.id, null])
})

it('tells callers and questions apart', () => {
  const kept = new KeptAnswers(1)
  const key = (changes: object, url = '/grades') =>
    kept.keyOf(operation('list_grades'), { ...caller, ...changes }, url)
  const keys = [
    key({}),
    key({ userId: 2 }),
    key({ sisKey: 'test' }),
    key({ permissions: [] }),
    key({ sapeurId: 3 }),
    key({}, '/grades?limit=2'),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})

it('never holds more than its size, and no answer that would take an eighth of it', () => {
  const kept = new KeptAnswers(1)
  for (let n = 0; n < 30; n++) kept.keep(`answer ${n}`, answer(100_000))
  const found = Array.from({ length: 30 }, (_, n) => kept.find(`answer ${n}`)).filter(Boolean)
  expect(found.length).toBe(10)
  kept.keep('long', answer(140_000))
  expect(kept.find('long')).toBeUndefined()
})

it('counts compressed forms, of which each is made once', async () => {
  const kept = new KeptAnswers(1)
  const keys = Array.from({ length: 9 }, (_, n) => `answer ${n}`)
  for (const key of keys) kept.keep(key, answer(100_000))
  expect(keys.filter((key) => kept.find(key))).toEqual(keys)
  const last = kept.find('answer 8')?.body as Body
  // Random bytes do not become shorter, so these forms and all answers are more than fits.
  const forms = [await last.in('gzip'), await last.in('br')] as const
  expect(keys.filter((key) => kept.find(key)).length).toBe(8)
  expect(kept.find('answer 8')?.body.in('gzip')).toBe(forms[0])
  expect(kept.find('answer 8')?.body.in('br')).toBe(forms[1])
  expect([gunzipSync(forms[0]), brotliDecompressSync(forms[1])]).toEqual([last.plain, last.plain])
})

it('puts no answer back that is no longer kept when its compressed form is ready', async () => {
  const kept = new KeptAnswers(1)
  const [old, young] = [answer(50_000), answer(50_000)]
  kept.keep('key', old)
  const made = old.body.in('gzip')
  kept.keep('key', young)
  await made
  expect(kept.find('key')?.body).toBe(young.body)
})

it('keeps nothing at all with a size of 0', () => {
  const kept = new KeptAnswers(0)
  expect(kept.keyOf(operation('list_grades'), caller, '/grades')).toBeNull()
})
