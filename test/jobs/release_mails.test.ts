import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()

/** A mail that a worker took so long ago. */
async function taken(email: string, worker: string, since: string): Promise<void> {
  const owner = await database.as('owner')
  await owner.query("select auth.ask_mail('reinitialisation', $1)", [email])
  await owner.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::interval
      where key = 'mail:reinitialisation:' || $3`,
    [worker, since, email],
  )
}

it('has mails tried again that a worker took five minutes ago, and leaves those of living ones', async () => {
  await taken('ancien@example.org', 'mort', '5 minutes')
  await taken('recent@example.org', 'vivant', '4 minutes')
  await (await database.as('worker')).query('select jobs.release_mails()')
  const { rows } = await (await database.as('owner')).query(
    'select key, locked_by from graphile_worker._private_jobs order by key',
  )
  expect(rows).toEqual([
    { key: 'mail:reinitialisation:ancien@example.org', locked_by: null },
    { key: 'mail:reinitialisation:recent@example.org', locked_by: 'vivant' },
  ])
})
