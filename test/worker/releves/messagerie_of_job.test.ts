import { expect, it } from 'vitest'
import { partsOf } from '../../../src/worker/releves/messagerie_key.ts'
import { messagerieOfJob } from '../../../src/worker/releves/messagerie_of_job.ts'
import { useDatabase } from '../../support/database.ts'
import { useMailboxes } from './messageries_fixture.ts'

const database = useDatabase()
const { add } = useMailboxes(database)

it('a job names its mailbox by SIS and id, or as release 0.1.0 did by an id that one SIS has', async () => {
  const worker = await database.as('worker')
  const [key, ofInstance] = [await add(1), await add(1, { sis: '*' })]
  const ask = (payload: unknown) => messagerieOfJob(worker, payload)
  const [sis_key, messagerie_id] = partsOf(key)
  expect(await ask({ sis_key, messagerie_id })).toBe(key)
  // Whether it is there, jobs.begin_releve says.
  expect(await ask({ sis_key: 'test', messagerie_id })).toBe(`test:${messagerie_id}`)
  expect(await ask({ messagerie_id })).toBe(key)
  expect(await ask({ messagerie_id: partsOf(ofInstance)[1] })).toBe(ofInstance)
  expect(await ask({ messagerie_id: 987_654 })).toBeNull()
  await (await database.as('admin')).query(
    `insert into app.messageries (sis_key, id, host, port, utilisateur, mot_de_passe) overriding system value
     values ('test', $1, 'imap.example.org', 993, 'x', '')`,
    [messagerie_id],
  )
  await expect(ask({ messagerie_id })).rejects.toMatchObject({
    code: 'PT409',
    message: `Plusieurs SIS ont une messagerie ${messagerie_id} : hs, test`,
  })
})
