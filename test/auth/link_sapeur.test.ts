import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { plant } from '../support/table.ts'
import { changeAccount, look, makeAccount } from '../support/users.ts'

const database = useDatabase()
let number = 0
let email = ''
beforeEach(async () => {
  number += 1
  email = `essai.${number}@example.org`
})

/** Makes a sapeur in hs and one in test, with this e-mail (default: none in use). */
const carried = (nom: string, address = '') =>
  plant(
    database,
    `with s as (insert into app.sapeurs (nom, prenom) values ('${nom}', 'Léa') returning id)
     insert into app.particularites (sapeur_id, email) select id, '${address}' from s`,
  )
const carries = (nom: string, address: string) =>
  plant(
    database,
    `update app.particularites p set email = '${address}' from app.sapeurs s where s.id = p.sapeur_id and s.nom = '${nom}'`,
  )
const makeConfirmed = async () => {
  const id = await makeAccount(database, { email })
  await changeAccount(database, email, 'email_verified_at = now()')
  return id
}
const linked = async (user: number) =>
  await look(
    database,
    `select coalesce(array_agg(m.sis_key || ' ' || s.nom order by m.sis_key), '{}')
       from auth.memberships m join app.sapeurs s on s.sis_key = m.sis_key and s.id = m.sapeur_id
      where m.user_id = $1`,
    [user],
  )

it('links a confirmed account to the sapeur who gets its e-mail, in each SIS separately', async () => {
  const user = await makeConfirmed()
  await carried(`Nouveau ${number}`, email.toUpperCase())
  expect(await linked(user)).toEqual([`hs Nouveau ${number}`, `test Nouveau ${number}`])
})

it('links on a change of the e-mail too, and keeps the link when the e-mail changes again', async () => {
  const user = await makeConfirmed()
  await carried(`Nouveau ${number}`)
  expect(await linked(user)).toEqual([])
  await carries(`Nouveau ${number}`, email)
  const both = [`hs Nouveau ${number}`, `test Nouveau ${number}`]
  expect(await linked(user)).toEqual(both)
  await carries(`Nouveau ${number}`, 'autre.adresse@example.org')
  expect(await linked(user)).toEqual(both)
})

it('does not link an unconfirmed or disabled account', async () => {
  const unconfirmed = await makeAccount(database, { email })
  await carried(`Nouveau ${number}`, email)
  expect(await linked(unconfirmed)).toEqual([])
  await changeAccount(database, email, 'email_verified_at = now(), disabled_at = now()')
  await carries(`Nouveau ${number}`, email)
  expect(await linked(unconfirmed)).toEqual([])
})

it('links neither an account linked to another sapeur, nor a sapeur linked to another account', async () => {
  const user = await makeConfirmed()
  await carried(`Premier ${number}`, email)
  await carries(`Premier ${number}`, '')
  await carried(`Second ${number}`, email)
  expect(await linked(user)).toEqual([`hs Premier ${number}`, `test Premier ${number}`])
  email = `autre.${number}@example.org`
  const other = await makeConfirmed()
  await carries(`Premier ${number}`, email)
  expect(await linked(other)).toEqual([])
})

it('links nobody by an e-mail that two sapeurs share', async () => {
  await carried(`Premier ${number}`, email)
  await carried(`Second ${number}`, email)
  const user = await makeConfirmed()
  await carries(`Second ${number}`, email)
  expect(await linked(user)).toEqual([])
})
