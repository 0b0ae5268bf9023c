import { beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../src/http/document/operation.ts'
import { inOrder } from '../support/in_order.ts'
import type { Reply } from './every_operation/client.ts'
import { useDoors } from './every_operation/doors.ts'
import { operations } from './every_operation/schema.ts'
import type { Sample } from './samples/sample.ts'

const doors = useDoors()
const changing = operations.filter(({ method, records }) => method !== 'get' && records.changed !== null)
const stale = [412, { error: 'Modifié entre-temps : relisez avant d’enregistrer' }]

const versionIn = ({ headers }: Reply) => /^W\/"(\d*)\.[\w-]*\.[\w-]+"$/.exec(String(headers.etag))?.[1]

const makesRecord = ({ records: { answered } }: Operation) =>
  typeof answered?.id === 'object' && 'answer' in answered.id

/** The stored version of the record that an operation changes; null when there is none. */
async function versionOf({ records }: Operation, { path = {} }: Sample): Promise<string | null> {
  const { table, id } = records.changed ?? { table: '', id: 'sis' as const }
  const key = typeof id === 'object' && 'path' in id ? String(path[id.path]) : 'hs'
  const [row] = await doors.sql('select app.version_of($1, $2)::text as version', [table, key])
  return row?.version as string | null
}

it('concerns every operation that changes or deletes the record at its address', () => {
  expect(changing.length).toBeGreaterThan(80)
})

describe.each(changing)('$id', { ...inOrder, timeout: 60_000 }, (operation) => {
  let sample: Sample = {}
  beforeAll(async () => {
    sample = await doors.sampleOf(operation)
    // The record missing in the demo is made by a change.
    if ((await versionOf(operation, sample)) === null) await doors.knock(operation, sample)
  })

  it('is refused when the record has another version than the client’s, and changes nothing', async () => {
    const [before, written] = [await versionOf(operation, sample), await doors.written()]
    for (const tag of ['"99"', 'W/"0.x.y", "88..z"', '"..abc"', '""', 'x']) {
      const { status, body } = await doors.knock(operation, sample, { headers: { 'if-match': tag } })
      expect([tag, status, body]).toEqual([tag, ...stale])
    }
    expect([await versionOf(operation, sample), await doors.written()]).toEqual([before, written])
  })

  it('succeeds with the current version, and answers the new one', async () => {
    const before = await versionOf(operation, sample)
    const headers = { 'if-match': `"77", W/"${before}.state.content"` }
    const reply = await doors.knock(operation, sample, { headers })
    expect(reply).toMatchObject({ status: expect.toBeOneOf([200, 201, 202, 204]) })
    const after = await versionOf(operation, sample)
    if (reply.status === 204) expect(reply.headers.etag).toBeUndefined()
    else expect(versionIn(reply)).toBe(makesRecord(operation) ? '1' : after)
    // A deleted record has no version, and an answer does not change its alarm.
    expect(after === null || Number(after) > Number(before)).toBe(operation.id !== 'repondre_alarme')
    if (after === null || operation.id === 'repondre_alarme') return
    const again = await doors.knock(operation, sample, { headers })
    // An operation possible only once reports that first.
    expect([again.status, again.body]).toEqual(
      again.status === 412 ? stale : [expect.toBeOneOf([404, 409, 422]), again.body],
    )
  })

  it('succeeds with any version when the client names none, or *', async () => {
    for (const headers of [{}, { 'if-match': '*' }, { 'if-match': '' }]) {
      const { status } = await doors.knock(operation, await doors.sampleOf(operation), { headers })
      expect([200, 201, 202, 204]).toContain(status)
    }
  })
})

describe('of simultaneous changes of one record with the same ETag', () => {
  it.each([
    ['put', '/interventions/{id}', (n: number) => ({ objet: `Feu ${n}` })],
    ['put', '/grades/{id}', () => ({ designation: 'Colonel divisionnaire' })],
    ['put', '/sapeurs/{id}', (n: number) => ({ iban: '', prenom: `Léa ${n}` })],
    ['patch', '/alarmes/{id}', () => ({ validated: true })],
  ])('exactly one succeeds: %s %s', async (method, path, body) => {
    const operation = operationOf(method, path)
    const sample = await doors.sampleOf(operation)
    const tag = `"${await versionOf(operation, sample)}"`
    const asked = Array.from({ length: 8 }, (_, n) => ({ body: body(n), headers: { 'if-match': tag } }))
    const replies = await doors.knockAll(operation, sample, asked)
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
  })
})

describe('the version of a record', () => {
  const presences = operationOf('post', '/interventions/{id}/sapeurs')
  const valider = operationOf('post', '/interventions/{id}/valider')

  it('is in its ETag, and rises when a line of the record changes', async () => {
    const sample = await doors.sampleOf(presences)
    const read = async () => {
      const replies = await Promise.all(
        ['/interventions/{id}', '/interventions/{id}/sapeurs', '/interventions/{id}/phases'].map((path) =>
          doors.knock(operationOf('get', path), { path: sample.path ?? {} }),
        ),
      )
      expect(new Set(replies.map(versionIn)).size).toBe(1)
      return replies[0] as Reply
    }
    const first = await read()
    const added = await doors.knock(presences, sample)
    const second = await read()
    expect(Number(versionIn(second))).toBeGreaterThan(Number(versionIn(first)))
    expect(versionIn(added)).toBe(versionIn(second))
    // Its own fields stay as they were: other clients rely on updated_at.
    expect(second.body.data.updated_at).not.toBe(undefined)
    const put = operationOf('put', '/interventions/{id}')
    const late = { body: { objet: 'Feu' }, headers: { 'if-match': String(first.headers.etag) } }
    expect((await doors.knock(put, sample, late)).status).toBe(412)
    const known = { body: { objet: 'Feu' }, headers: { 'if-match': String(second.headers.etag) } }
    expect((await doors.knock(put, sample, known)).status).toBe(200)
  })

  it('of the intervention alone is compared when its alarm is written as well', async () => {
    const sample = await doors.sampleOf(valider)
    const [alarme] = await doors.sql(
      `update app.alarmes set intervention_id = $1, validated = false
        where id = (select min(id) from app.alarmes) returning id, version`,
      [sample.path?.id],
    )
    await doors.sql('update app.alarmes set adresse = adresse where id = $1', [alarme?.id])
    const headers = { 'if-match': `"${await versionOf(valider, sample)}"` }
    expect(await doors.knock(valider, sample, { headers })).toMatchObject({ status: 200, body: { data: 2 } })
  })

  it('rises with every change of a line: even by a superuser outside any request', async () => {
    const admin = await doors.database.as('admin')
    const { rows } = await admin.query(
      `select s.id, s.version::integer, t.id as telephone
         from app.sapeurs s join app.telephones t using (sis_key)
        where s.sis_key = 'hs' and t.sapeur_id = s.id limit 1`,
    )
    const { id, version, telephone } = rows[0]
    const now = async () => {
      const { rows } = await admin.query(
        'select version::integer, updated_at from app.sapeurs where id = $1',
        [id],
      )
      return rows[0]
    }
    const before = await now()
    await admin.query('update app.telephones set priorite = priorite + 1 where id = $1', [telephone])
    expect(await now()).toEqual({ ...before, version: version + 1 })
    await admin.query('delete from app.telephones where id = $1', [telephone])
    expect(await now()).toEqual({ ...before, version: version + 2 })
  })
})

function operationOf(method: string, path: string): Operation {
  const found = operations.find((each) => each.method === method && each.path === path)
  if (found === undefined) throw new Error(`no ${method} ${path}`)
  return found
}
