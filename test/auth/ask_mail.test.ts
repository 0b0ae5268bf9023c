import { beforeEach, expect, it } from 'vitest'
import { call } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { look, mailsQueued } from '../support/users.ts'

const database = useDatabase()
beforeEach(async () => {
  await look(database, 'delete from graphile_worker._private_jobs')
})

const ask = async (genre: string, email: string | null) =>
  await call(await database.as('auth'), 'ask_mail', genre, email)

it('puts one mail into the queue for any address, known or unknown', async () => {
  await ask('reinitialisation', 'chef@example.org')
  await ask('reinitialisation', 'inconnue@example.org')
  expect(await mailsQueued(database)).toEqual([
    { genre: 'reinitialisation', email: 'chef@example.org' },
    { genre: 'reinitialisation', email: 'inconnue@example.org' },
  ])
})

it('keeps one mail of each kind in the queue, however often it is asked for', async () => {
  for (const email of ['chef@example.org', ' Chef@Example.ORG ', 'CHEF@example.org'])
    await ask('reinitialisation', email)
  await ask('confirmation', 'chef@example.org')
  expect(await mailsQueued(database)).toEqual([
    { genre: 'reinitialisation', email: 'chef@example.org' },
    { genre: 'confirmation', email: 'chef@example.org' },
  ])
})

it('puts only kind and address into the queue: no token, no name', async () => {
  await ask('confirmation', 'chef@example.org')
  const job = await look(
    database,
    "select to_jsonb(j) - 'id' - 'run_at' - 'created_at' - 'updated_at' - 'task_id' from graphile_worker._private_jobs j",
  )
  expect(job).toMatchObject({
    key: 'mail:confirmation:chef@example.org',
    payload: { genre: 'confirmation', email: 'chef@example.org' },
  })
})
