import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import {
  changeAccount,
  idOf,
  look,
  makeAccount,
  makeInvitation,
  makeToken,
  roleOf,
  sapeurOf,
} from '../support/users.ts'

const database = useDatabase()
let number = 0
let email = ''
let user = 0
beforeEach(async () => {
  number += 1
  email = `essai.${number}@example.org`
  user = await makeAccount(database, { email })
})

const confirm = async (token: Buffer | null) => await call(await database.as('auth'), 'confirm_email', token)
const verifiedAt = () => look(database, 'select email_verified_at from auth.users where id = $1', [user])
const makeConfirmation = (valid?: string) => makeToken(database, 'confirmation', user, valid)

/** Marks the e-mail of a sapeur as vouched for by someone who may link accounts. */
const carries = (sis: string, nom: string, address: string) =>
  look(
    database,
    `update app.particularites set email = $3
       from request.open(null, $1, '{utilisateur.tout}', null)
      where sis_key = $1 and sapeur_id = (select id from app.sapeurs where sis_key = $1 and nom_prenom = $2)`,
    [sis, nom, address],
  )

describe('a confirmation token', () => {
  it('verifies its account, and answers like a login', async () => {
    const answer = await confirm(await makeConfirmation())
    expect(answer).toMatchObject({
      user: { id: user, email },
      issued_at: expect.any(Number),
      claims: { id: user, validated: true, permissions: {}, sapeurs: {}, mobiles: [] },
    })
    expect(answer.user.email_verified_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{15}Z$/)
  })

  it('is valid once, and invalidates the other tokens of its account', async () => {
    const [first, second] = [await makeConfirmation(), await makeConfirmation()]
    const other = await makeToken(database, 'confirmation', await idOf(database, 'nouveau@example.org'))
    expect(await confirm(first)).not.toBeNull()
    const at = await verifiedAt()
    expect([await confirm(first), await confirm(second)]).toEqual([null, null])
    expect(await verifiedAt()).toEqual(at)
    const { rows } = await (await database.as('owner')).query(
      'select token_hash from auth.tokens where token_hash = any ($1)',
      [[first, second, other]],
    )
    expect(rows).toEqual([{ token_hash: other }])
  })

  it('is valid until its last moment and not after, and never when unknown', async () => {
    expect(await confirm(await makeConfirmation('0'))).toBeNull()
    expect(await confirm(randomBytes(32))).toBeNull()
    expect(await confirm(null)).toBeNull()
    expect(await verifiedAt()).toBeNull()
    expect(await confirm(await makeConfirmation('1 minute'))).not.toBeNull()
  })

  it('is not accepted when it is of another kind', async () => {
    const reset = await makeToken(database, 'reinitialisation', user)
    const invitation = await makeInvitation(database, 'hs', [await roleOf(database, 'hs', 'Consultation')])
    expect([await confirm(reset), await confirm(invitation)]).toEqual([null, null])
    expect(await verifiedAt()).toBeNull()
  })

  it('does not verify a disabled account, and is kept until the account is enabled again', async () => {
    const token = await makeConfirmation()
    await changeAccount(database, email, 'disabled_at = now()')
    expect(await confirm(token)).toBeNull()
    await changeAccount(database, email, 'disabled_at = null')
    expect(await confirm(token)).not.toBeNull()
  })
})

describe('the account becomes', () => {
  it('the sapeur with its e-mail, in each SIS, in any case', async () => {
    await carries('hs', 'Erard Fabienne', email.toUpperCase())
    await carries('test', 'Donzé Laure', email)
    expect((await confirm(await makeConfirmation())).claims).toMatchObject({
      sapeurs: {
        hs: await sapeurOf(database, 'hs', 'Erard Fabienne'),
        test: await sapeurOf(database, 'test', 'Donzé Laure'),
      },
      mobiles: [],
    })
  })

  it('nobody in a SIS where two sapeurs share its e-mail, and the one sapeur in the other SIS', async () => {
    await carries('hs', 'Froidevaux Cédric', email)
    await carries('hs', 'Gigon Nathalie', email)
    await carries('test', 'Eggertswyler Marc', email)
    expect((await confirm(await makeConfirmation())).claims.sapeurs).toEqual({
      test: await sapeurOf(database, 'test', 'Eggertswyler Marc'),
    })
  })

  it('nobody when the sapeur already has an account', async () => {
    await carries('hs', 'Tobler Daniel', email)
    expect((await confirm(await makeConfirmation())).claims.sapeurs).toEqual({})
    const chef = await idOf(database, 'chef@example.org')
    expect(
      await look(
        database,
        'select user_id::integer from auth.memberships where sis_key = $1 and sapeur_id = $2',
        ['hs', await sapeurOf(database, 'hs', 'Tobler Daniel')],
      ),
    ).toBe(chef)
  })

  it('nobody else when it is linked already, but keeps its alerts where it was not linked', async () => {
    const someone = await sapeurOf(database, 'hs', 'Hulmann Grégory')
    const insert =
      'insert into auth.memberships (sis_key, user_id, sapeur_id, mobile) values ($1, $2, $3, true)'
    await look(database, insert, ['hs', user, someone])
    await look(database, insert, ['test', user, null])
    await carries('hs', 'Jeannerat Céline', email)
    await carries('test', 'Farine Corinne', email)
    expect((await confirm(await makeConfirmation())).claims).toMatchObject({
      sapeurs: { hs: someone, test: await sapeurOf(database, 'test', 'Farine Corinne') },
      mobiles: ['hs', 'test'],
    })
  })

  it('nobody by an e-mail that only resembles the sapeur’s', async () => {
    await carries('hs', 'Kottelat Alain', `x${email}`)
    await carries('test', 'Girardin Thierry', email.replace('.', '_'))
    expect((await confirm(await makeConfirmation())).claims.sapeurs).toEqual({})
  })
})
