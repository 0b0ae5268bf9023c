import { expect, it } from 'vitest'
import { openVal } from '../support/sis_val.ts'
import { whole } from '../support/whole.ts'
import type { Reply } from './every_operation/client.ts'
import { useDoors, type Who } from './every_operation/doors.ts'
import { operations } from './every_operation/schema.ts'
import type { Sample } from './samples/sample.ts'

// As in production: the check of answers sends objects, so it would pass by the kept bytes.
const doors = useDoors({ VALIDATE_RESPONSES: 'false' })
const revalidated = operations.filter(
  ({ readsJson, permissions, keptBy }) => readsJson && permissions !== null && keptBy !== 'nobody',
)
const writing = operations.filter(({ method, id }) => method !== 'get' && id !== 'relire_message')

// The same numbers each time: a linear congruence (Numerical Recipes).
let seed = 20_260_314
function pick<T>(list: readonly T[]): T {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
  return list[Math.floor((seed / 2 ** 32) * list.length)] as T
}

// .ci/run runs all of them.
const steps = whole ? 60 : 24

// A kept answer has a form for each.
const encodings = ['identity', 'gzip', 'br', 'gzip, deflate, br']

const askers: Who[] = [{}, { permissions: ['intervention.lecture', 'sapeur.lecture'], sapeur: false }]

/** One address for one caller, and every answer to them there with its ETag. */
interface Watched {
  ask(tag?: string): Promise<Reply>
  /** Asks at an address that was never asked before, for which no answer can be kept. @returns its text and link */
  build(): Promise<{ reply: Reply; text: string }>
  name: string
  given: Map<string, string>
}

async function watchAll(): Promise<Watched[]> {
  const watched: Watched[] = []
  for (const operation of revalidated)
    for (const [n, who] of askers.entries()) {
      const sample: Sample = await doors.sampleOf(operation)
      for (const query of [{}, { limit: '2' }]) {
        const ask = (tag?: string) => {
          const headers = { 'accept-encoding': pick(encodings), ...(tag && { 'if-none-match': tag }) }
          return doors.knock(operation, sample, { query, headers }, who)
        }
        const build = async () => {
          const ignored = `ignored=${++built}`
          const reply = await doors.knock(
            operation,
            sample,
            { query: { ...query, ignored: String(built) } },
            who,
          )
          return { reply, text: textOf(reply, new RegExp(`[?&]${ignored}`)) }
        }
        const { status } = await ask()
        if (status === 200)
          watched.push({
            ask,
            build,
            name: `${operation.id} ${n} ${JSON.stringify(query)}`,
            given: new Map(),
          })
      }
    }
  return watched
}

let built = 0

// Text of an answer, without a part of its link.
function textOf({ body, headers }: Reply, ignored: RegExp): string {
  return JSON.stringify(body) + String(headers.link ?? '').replace(ignored, '')
}

// Every way of writing.
const ways: Record<string, () => Promise<unknown>> = {
  rest: async () => {
    const operation = pick(writing)
    // After a change of the time zone, the days of some samples no longer fit the rows around them.
    const sample = await doors.sampleOf(operation).catch(() => undefined)
    return sample && (await doors.knock(operation, sample))
  },
  superuser: async () => {
    const admin = await doors.database.as('admin')
    const { rows } = await admin.query(
      `select c.relname as table, a.attname as column
         from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'app'::regnamespace and c.relkind = 'r'
          and a.atttypid = 'text'::regtype and a.attnum > 1 and a.attgenerated = ''
        order by 1, 2`,
    )
    const { table, column } = pick(rows)
    // A write that a rule of the table refuses.
    return await admin
      .query(
        `update app.${table} set ${column} = ${column} || 'x' where ctid in (select ctid from app.${table} limit 3)`,
      )
      .catch(() => undefined)
  },
  removal: async () => {
    const admin = await doors.database.as('admin')
    const table = pick(['interventions', 'exercices', 'sapeurs', 'alarmes', 'vehicules', 'grades', 'groupes'])
    return await admin
      .query(
        `delete from app.${table} where sis_key = 'hs' and id = (select max(id) from app.${table} where sis_key = 'hs')`,
      )
      .catch(() => undefined)
  },
  import: () =>
    doors.sql(
      `select * from api.import_lignes('vehicules', '[{"designation": "Tonne-pompe ${pick([1, 2, 3, 4])}"}]')`,
    ),
  copy: async () =>
    (await doors.database.as('admin')).query(
      `copy app.sis_contacts (sis_key, email, liste) from program 'printf "hs\\tc${seed}@example.org\\talarme\\n"'`,
    ),
  truncate: async () => (await doors.database.as('admin')).query('truncate app.sis_contacts'),
  shared: async () =>
    (await doors.database.as('admin')).query(
      "update app.unites set designation = designation || 'x' where id = 1",
    ),
  'time zone': () =>
    doors.sql('update app.sis set fuseau = $1', [
      pick(['Pacific/Kiritimati', 'Pacific/Niue', 'Europe/Zurich']),
    ]),
  'part taken back': async () => {
    const owner = await doors.database.as('owner')
    await owner.query('begin')
    await owner.query("select request.open(null, 'hs', '{sapeur.config}', null)")
    await owner.query('savepoint avant')
    await owner.query("update app.grades set rang = rang + 1 where id = 1 and sis_key = 'hs'")
    await owner.query('rollback to avant')
    await owner.query("update app.grades set rang = rang + 1 where id = 2 and sis_key = 'hs'")
    await owner.query('commit')
  },
  'one state throughout': async () => {
    const owner = await doors.database.as('owner')
    await owner.query('begin isolation level repeatable read')
    await owner.query("select request.open(null, 'hs', '{sapeur.config}', null)")
    await owner.query("update app.grades set rang = rang + 1 where id = 3 and sis_key = 'hs'")
    await owner.query('commit')
  },
}

it('answers 304, or sends a kept answer again, only when a new answer would be the same', async () => {
  const watched = await watchAll()
  expect(watched.length).toBeGreaterThan(80)
  const counts = { same: 0, sent: 0 }
  for (let step = 0; step < steps; step++) {
    const way = step < 20 ? (Object.keys(ways)[step % 10] as string) : pick(Object.keys(ways))
    await ways[way]?.()
    for (let n = 0; n < 25; n++) {
      const { ask, build, given, name } = pick(watched)
      const fresh = await ask()
      const { reply, text: body } = await build()
      if (reply.status === 200)
        expect({ step, way, name, body: textOf(fresh, /$/) }).toEqual({ step, way, name, body })
      for (const [tag, before] of given) {
        const { status } = await ask(tag)
        counts[status === 304 ? 'same' : 'sent']++
        if (status === 304) expect({ step, way, name, body }).toEqual({ step, way, name, body: before })
        else expect({ name, status }).toEqual({ name, status: fresh.status })
      }
      if (fresh.status === 200) given.set(String(fresh.headers.etag), body)
    }
  }
  expect(counts.same).toBeGreaterThan((100 * steps) / 60)
  expect(counts.sent).toBeGreaterThan((100 * steps) / 60)
}, 240_000)

it('distinguishes two simultaneous writers', async () => {
  const list = operations.find(({ id }) => id === 'list_fonctions')
  if (list === undefined) throw new Error('no such operation')
  const read = (tag = '') => doors.knock(list, {}, { headers: { 'if-none-match': tag } })
  const [slow, quick] = [await doors.database.as('owner'), await doors.database.as('admin')]
  const change = (id: number) =>
    `update app.fonctions set designation = designation || '!' where sis_key = 'hs' and id = ${id}`
  for (let turn = 0; turn < 3; turn++) {
    await slow.query('begin')
    await slow.query("select request.open(null, 'hs', '{sapeur.config}', null)")
    await slow.query(change(1))
    const first = await read()
    // This writer waits for nobody.
    await quick.query(change(2))
    const second = await read(String(first.headers.etag))
    expect(second.status).toBe(200)
    expect((await read(String(second.headers.etag))).status).toBe(304)
    await slow.query('commit')
    const third = await read(String(second.headers.etag))
    expect([third.status, third.body]).not.toEqual([200, second.body])
    expect(third.status).toBe(200)
  }
})

it('does not confuse a mark of a restored backup with that of a later transaction of the same number', async () => {
  const list = operations.find(({ id }) => id === 'list_fonctions')
  if (list === undefined) throw new Error('no such operation')
  const [owner, admin] = [await doors.database.as('owner'), await doors.database.as('admin')]
  await owner.query('begin')
  const { rows } = await owner.query(
    "select pg_current_xact_id()::text as n, request.open(null, 'hs', '{sapeur.config}', null)",
  )
  await admin.query('update audit.changements set changed_in = $1::xid8', [rows[0].n])
  const first = await doors.knock(list, {})
  await owner.query("update app.fonctions set designation = designation || '?' where id = 1")
  await owner.query('commit')
  const headers = { 'if-none-match': String(first.headers.etag) }
  expect((await doors.knock(list, {}, { headers })).status).toBe(200)
})

it('changes with an alarm that the worker stored', async () => {
  const val = await openVal(doors.database)
  const how = { as: 'admin@example.org', sis: 'val' }
  const read = async (path: string, tag = '') => {
    const { status, headers } = await doors.servers.data(`/api/v2${path}`, {
      ...how,
      headers: { 'if-none-match': tag },
    })
    return { status, tag: String(headers.get('etag')) }
  }
  for (const path of ['/alarmes', '/interventions', '/grades']) {
    const first = await read(path)
    expect((await read(path, first.tag)).status).toBe(304)
    await val.storeAlarm({ type: 'Alarme réelle', adresse: `Rue ${path}` })
    expect([path, (await read(path, first.tag)).status]).toEqual([path, path === '/grades' ? 304 : 200])
  }
})
