import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { report, useJobs } from '../jobs_fixture.ts'

const database = useDatabase()
const { store, read, releve } = useJobs(database)

const alarmesAt = async (adresse: string) =>
  await read('hs', 'select code from app.alarmes where adresse = $1', [adresse])

it('takes a message with the same Message-ID once, even with another hash', async () => {
  const message = { message_id: '<same@x>' }
  expect(await store(report({ adresse: 'B 1' }), { ...message, sha256: 'one' })).toMatchObject({
    nouveau: true,
  })
  expect(await store(report({ adresse: 'B 1' }), { ...message, sha256: 'two' })).toEqual({ nouveau: false })
  expect(await alarmesAt('B 1')).toEqual([{ code: 'FEU BAT' }])
})

it('takes a message without Message-ID once, by its hash', async () => {
  const message = { message_id: null }
  await store(report({ adresse: 'B 2' }), { ...message, sha256: 'first' })
  expect(await store(report({ adresse: 'B 2' }), { ...message, sha256: 'first' })).toEqual({ nouveau: false })
  expect(await store(report({ adresse: 'B 2', code: 'AA' }), { ...message, sha256: 'second' })).toMatchObject(
    {
      nouveau: true,
    },
  )
  expect(await alarmesAt('B 2')).toEqual([{ code: 'FEU BAT' }, { code: 'AA' }])
})

it('takes the same message from two mailboxes, once in each', async () => {
  const message = { message_id: '<two-boxes@x>' }
  expect(await store(null, message)).toMatchObject({ nouveau: true })
  expect(await store(null, { ...message, sis_key: 'hs' })).toMatchObject({ nouveau: true })
})

it('takes the genuine mail after a refused mail with its Message-ID', async () => {
  const forged = { message_id: '<forged@x>', etat: 'refused', raison: 'Expéditeur non autorisé.' }
  const refused = await store(null, { ...forged, expediteur: 'x@evil.example' })
  const real = await store(report({ adresse: 'B 3' }), { message_id: '<forged@x>', sujet: 'Vrai' })
  expect(real).toMatchObject({ nouveau: true, id: refused.id, etat: 'alarm', sis: ['hs'] })
  expect(await alarmesAt('B 3')).toHaveLength(1)
  const query = 'select etat, raison, sujet, expediteur from app.messages where id = $1'
  const row = [{ etat: 'alarm', raison: '', sujet: 'Vrai', expediteur: 'cet@example.org' }]
  expect(await read('*', query, [real.id])).toEqual(row)
  expect(await store(null, forged)).toEqual({ nouveau: false })
  expect(await read('*', query, [real.id])).toEqual(row)
})

it('advances the read position with each message, known ones too, and never moves it back', async () => {
  await store(null, { uidvalidity: '7', uid: 500, message_id: '<c1@x>' })
  expect(await releve('*')).toMatchObject({ uidvalidity: '7', last_uid: '500' })
  await store(null, { uidvalidity: '7', uid: 501, message_id: '<c1@x>' })
  expect(await releve('*')).toMatchObject({ last_uid: '501' })
  await store(null, { uidvalidity: '7', uid: 400, message_id: '<c2@x>' })
  expect(await releve('*')).toMatchObject({ last_uid: '501' })
})

it('starts again under another UIDVALIDITY, and recognises known messages', async () => {
  await store(report({ adresse: 'B 4' }), { uidvalidity: '7', uid: 600, message_id: '<v@x>' })
  expect(await store(report({ adresse: 'B 4' }), { uidvalidity: '8', uid: 3, message_id: '<v@x>' })).toEqual({
    nouveau: false,
  })
  expect(await releve('*')).toMatchObject({ uidvalidity: '8', last_uid: '3' })
  expect(await alarmesAt('B 4')).toHaveLength(1)
})
