import { expect, it } from 'vitest'
import { checkJit } from '../../../src/commands/doctor/check_jit.ts'
import { examine } from '../../../src/commands/doctor/examine.ts'
import type { Config } from '../../../src/config.ts'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()
const found = async () =>
  await examine([checkJit], {} as Config, { client: await database.as('api'), asOwner: false })

it('logins for which PostgreSQL compiles statements are a fault, with the remedy', async () => {
  const admin = await database.as('admin')
  expect(await found()).toEqual([{ check: 'JIT', level: 'ok', sentence: 'éteint pour tous les logins' }])
  await admin.query(`alter role caserne_worker in database ${database.name} set jit = on`)
  const [login] = await found()
  expect(login).toMatchObject({
    level: 'fault',
    sentence: 'allumé pour caserne_worker : un mail peut attendre des secondes',
    sql: `alter role caserne_worker in database ${database.name} set jit = off;`,
  })
  await admin.query(login?.sql ?? '')
  expect((await found())[0]?.level).toBe('ok')
  // As after a restore.
  await admin.query(`alter database ${database.name} reset jit`)
  const [every] = await found()
  expect(every).toMatchObject({ level: 'fault', remedy: 'Lancez caserne migrate.' })
  expect(every?.sentence).toMatch(/^allumé pour (?!.*caserne_worker).*caserne_api.*caserne_auth/)
})
