import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { from, links, useInbox } from '../send/send_fixture.ts'
import { soon, useEnvois } from './envois_fixture.ts'
import { usePushService } from './push_service.ts'

const database = useDatabase()
const inbox = useInbox()
const { sql, addGroup, addPerson, addAlarme, work, ledger, ended } = useEnvois(database, usePushService())
const outgoing = () => ({ smtp: inbox.smtp(), from, links })

it('an alarm tells the confirmed address of an account, with a link and no place', async () => {
  const group = await addGroup()
  const one = await addPerson([group.id])
  const other = await addPerson([group.id])
  for (const { user } of [one, other])
    await sql("insert into app.appareils (type) values ('email')", [], user)
  const admin = await database.as('admin')
  await admin.query('update auth.users set email_verified_at = null where id = $1', [other.user])
  await work({ outgoing: outgoing() })
  const alarme = await addAlarme([group.no])
  await ended(alarme, 1)
  expect(await ledger(alarme)).toMatchObject([{ canal: 'email', etat: 'remis', code_http: null }])
  const [mail] = await inbox.to(one.email)
  expect(mail?.subject).toMatch(/^Alarme \(.+\)$/)
  expect(mail?.text).toMatch(/https:\/\/caserne\.example\.org\/r\/hs\.[\w-]{22}\s/)
  expect(mail?.text).toContain('ne remplace pas l’alarme de la centrale')
  expect(`${mail?.text}${mail?.html}`).not.toContain('Rue de la Gare')
  expect(await inbox.to(other.email)).toEqual([])
})

it('an alarm tells mails also where no key opens the push key', async () => {
  const group = await addGroup()
  const { user } = await addPerson([group.id])
  await sql("insert into app.appareils (type) values ('email')", [], user)
  await work({ outgoing: outgoing(), mailboxKey: Buffer.alloc(32, 8).toString('base64') })
  const alarme = await addAlarme([group.no])
  await ended(alarme, 1)
  expect(await ledger(alarme)).toMatchObject([{ canal: 'email', etat: 'remis' }])
})

it('the ledger says that a mail had no addressee left', async () => {
  const group = await addGroup()
  const { user } = await addPerson([group.id])
  await sql("insert into app.appareils (type) values ('email')", [], user)
  // A worker that sends no mail leaves it to another.
  await work()
  const alarme = await addAlarme([group.no])
  await expect.poll(async () => (await ledger(alarme)).length, soon).toBe(1)
  await sql('delete from app.appareils where user_id = $1', [user], user)
  await work({ outgoing: outgoing() })
  await ended(alarme, 1)
  expect(await ledger(alarme)).toMatchObject([
    { etat: 'echec', raison: 'L’appareil est désactivé ou retiré.', appareil_id: null },
  ])
})

it('the account that set up a webhook gets a mail when it is disabled', async () => {
  const { user, email } = await addPerson([])
  const [row] = await sql(
    `insert into app.webhooks (url, secret, evenements, actif, raison)
     values ('https://sms.example.org/secret?cle=1', '\\x00', '{alarme}', false, 'Le service a répondu 503.') returning id`,
    [],
    user,
  )
  await work({ outgoing: outgoing() })
  await sql("select graphile_worker.add_job('send_mail', $1)", [
    JSON.stringify({ genre: 'webhook_desactive', sis_key: 'hs', webhook_id: Number(row.id) }),
  ])
  await expect.poll(async () => (await inbox.to(email)).length, soon).toBe(1)
  const [mail] = await inbox.to(email)
  expect(mail?.subject).toBe('Webhook désactivé : sms.example.org')
  expect(mail?.text).toContain('Le service a répondu 503.')
  expect(mail?.text).not.toContain('cle=1')
})

it('the account whose last device was removed gets a mail', async () => {
  const { user, email } = await addPerson([])
  await work({ outgoing: outgoing() })
  await sql("select graphile_worker.add_job('send_mail', $1)", [
    JSON.stringify({ genre: 'appareils_retires', sis_key: 'hs', user_id: user }),
  ])
  await expect.poll(async () => (await inbox.to(email)).length, soon).toBe(1)
  const [mail] = await inbox.to(email)
  expect(mail?.subject).toBe('Vous n’êtes plus averti des alarmes de SIS Haute-Sorne')
  expect(mail?.text).toContain('inscrivez-le à nouveau')
})
