import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { ALARM_CENTRE } from '../../../src/demo/demo_alarme.ts'
import { parseMessage } from '../../../src/mail/reading/parse_message.ts'
import { setInstanceMessagerie } from '../../../src/worker/instance_messagerie.ts'
import { storeMessage } from '../../../src/worker/releves/store_message.ts'
import { letter, plain } from '../../mail/corpus/letter.ts'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

it('dates an alarm without any date by the arrival of its mail', async () => {
  const box = { host: '127.0.0.1', port: 143, security: 'none', user: 'x', password: 'x' } as const
  const where = { ...box, folder: 'INBOX', moveTo: null, senders: [ALARM_CENTRE] }
  await setInstanceMessagerie(database.urls.worker, where, randomBytes(32).toString('base64'))
  const admin = await database.as('admin')
  const { rows } = await admin.query("select id::int from app.messageries where sis_key = '*'")
  const source = { sis_key: '*', messagerie_id: rows[0].id, expediteurs: [ALARM_CENTRE] }
  const raw = letter('Undated', { ...plain('Type: Feu\nAdresse: Rue Arrivée 1\nSIS: hs'), date: null })
  const message = { uid: 1, uidvalidity: 1n, raw, internalDate: new Date('2026-03-14T13:31:07Z') }
  const pool = new pg.Pool({ connectionString: database.urls.worker })
  const reader = { read: parseMessage, close: async () => undefined }
  try {
    expect(await storeMessage(pool, reader, source, message, pino({ level: 'silent' }))).toBe('seen')
  } finally {
    await pool.end()
  }
  const alarmes = await admin.query("select date from app.alarmes where adresse = 'Rue Arrivée 1'")
  expect(alarmes.rows).toEqual([{ date: new Date('2026-03-14T13:31:07Z') }])
})
