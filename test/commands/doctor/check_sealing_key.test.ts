import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { checkSealingKey } from '../../../src/commands/doctor/check_sealing_key.ts'
import { examine } from '../../../src/commands/doctor/examine.ts'
import type { Config } from '../../../src/config.ts'
import { readPushKey } from '../../../src/worker/envois/push_key.ts'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

it('another MAILBOX_KEY than the one that sealed the secrets is a fault', async () => {
  const [sealing, other] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const client = await database.as('owner')
  const levelWith = async (key: string) =>
    (await examine([checkSealingKey], { MAILBOX_KEY: key } as Config, { client, asOwner: true })).map(
      ({ level }) => level,
    )
  expect(await levelWith(other)).toEqual(['ok'])
  const pool = new pg.Pool({ connectionString: database.urls.worker })
  await readPushKey(pool, sealing, pino({ level: 'silent' })).finally(() => pool.end())
  expect(await levelWith(sealing)).toEqual(['ok'])
  expect(await levelWith(other)).toEqual(['fault'])
})
