import { expect, it } from 'vitest'
import { identityOf } from '../../src/http/operation/opening.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()

it('the permissions of a caller reach PostgreSQL as they are', async () => {
  const admin = await database.as('admin')
  for (const permissions of [
    [],
    ['admin'],
    ['sapeur.lecture', 'sapeur.modification'],
    ['', 'a"b\\c', '{,}', 'null', 'é '],
  ]) {
    const caller = {
      userId: 1,
      email: '',
      issuedAt: 0,
      expiresAt: 0,
      sisKey: 'hs',
      permissions,
      sapeurId: null,
    }
    const { rows } = await admin.query('select $1::text[] as read', [identityOf(caller, 'api')[3]])
    expect(rows[0].read).toEqual(permissions)
  }
})
