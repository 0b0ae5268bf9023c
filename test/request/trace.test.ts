import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

const payloads = async () => {
  const { rows } = await (await database.as('admin')).query(
    'select p.payload from graphile_worker._private_jobs p order by p.id',
  )
  return rows.map(({ payload }) => payload)
}

it('a job carries the trace of the request that queued it, and only of that one', async () => {
  const auth = await database.as('auth')
  await auth.query("select auth.ask_mail('confirmation', 'un@example.org') from request.follow($1, null)", [
    trace,
  ])
  await auth.query("select auth.ask_mail('confirmation', 'deux@example.org')")
  expect(await payloads()).toEqual([
    { genre: 'confirmation', email: 'un@example.org', trace },
    { genre: 'confirmation', email: 'deux@example.org' },
  ])
})

it('the account passes through unchanged, also within request.open', async () => {
  const api = await database.as('api')
  const { rows } = await api.query(
    'select request.user_id()::integer as user from request.open(request.follow($1, $2), null, null, null)',
    [trace, 7],
  )
  expect(rows).toEqual([{ user: 7 }])
})
