import { expect, it } from 'vitest'
import { scramVerifier } from '../../src/db/scram_verifier.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase('template_empty')

it('equals PostgreSQL’s verifier for the same password, salt and iterations', async () => {
  const admin = await database.as('admin')
  await admin.query("begin; create role scram_essai password 'pencil'")
  const { rows } = await admin.query("select rolpassword from pg_authid where rolname = 'scram_essai'")
  await admin.query('rollback')
  const [, iterations, salt = ''] = /^SCRAM-SHA-256\$(\d+):(.*?)\$/.exec(rows[0].rolpassword) ?? []
  expect(scramVerifier('pencil', Buffer.from(salt, 'base64'), Number(iterations))).toBe(rows[0].rolpassword)
})
