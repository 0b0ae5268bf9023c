import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { sealedPlace, sealText } from '../../src/text/sealed_text.ts'
import { useDatabase } from '../support/database.ts'
import { envoisKey, soon, useEnvois } from '../worker/envois/envois_fixture.ts'
import { usePushService } from '../worker/envois/push_service.ts'
import { useReceiver } from '../worker/envois/webhook_receiver.ts'
import { from, links, useInbox } from '../worker/send/send_fixture.ts'

// Senders of alarms write every word of them. Their words are pushed, mailed and handed to webhooks.
const database = useDatabase()
const service = usePushService()
const receiver = useReceiver()
const inbox = useInbox()
const { sql, addGroup, addPerson, addBrowser, work, ended } = useEnvois(database, service)
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

beforeEach(async () => {
  await sql("update app.sis set contenu_alerte = 'complet'")
  await sql('delete from app.webhooks')
  await sql("insert into app.webhooks (url, secret, evenements) values ($1, $2, '{alarme}')", [
    receiver.url(),
    sealText(secret, envoisKey, sealedPlace.webhook('hs')),
  ])
})

/** Tells an alarm with this text in every field to a browser, a mail and a webhook of one person. */
async function tell(text: string) {
  const group = await addGroup()
  const { user, email } = await addPerson([group.id])
  const { browser } = await addBrowser(user)
  await sql("insert into app.appareils (type) values ('email')", [], user)
  await work({ outgoing: { smtp: inbox.smtp(), from, links } })
  const [row] = await sql(
    `with a as (
       insert into app.alarmes (date, type, code, adresse, complement, description, intervention_voulue)
       values (now(), $1, $1, $1, $1, $1, false) returning *
     ), g as (
       insert into app.alarme_groupes (alarme_id, no, nom) select a.id, $2, $1 from a
     )
     select id from a`,
    [text, group.no],
  )
  await sql('select app.tell_alarme(a) from app.alarmes a where a.id = $1', [row.id])
  await ended(Number(row.id), 3)
  await expect.poll(async () => (await inbox.to(email)).length, soon).toBe(1)
  const [mail] = await inbox.to(email)
  return { pushed: service.toldOf(browser)[0], mail, hook: receiver.received[0] }
}

describe('an alarm whose every field', () => {
  it('holds header lines adds none to a mail', async () => {
    const { pushed, mail } = await tell(
      'Feu\r\nBcc: victime@example.org\r\n\r\nContent-Type: text/html\u2028fin',
    )
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.subject).not.toMatch(/[\r\n\u2028]/)
    expect([...(mail?.headers.keys() ?? [])].sort()).toEqual(
      expect.arrayContaining(['from', 'subject', 'to']),
    )
    expect(await inbox.to('victime@example.org')).toEqual([])
    expect(pushed?.message.titre).toContain('Feu')
  })

  it('holds markup is shown as text everywhere', async () => {
    const markup = '"><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}'
    const { pushed, mail, hook } = await tell(markup)
    expect(mail?.html).not.toMatch(/<script|<img/)
    expect(mail?.html).toContain('&lt;script&gt;')
    expect(pushed?.message.texte).toContain(markup)
    expect(JSON.parse(hook?.body ?? '').data).toMatchObject({ adresse: markup, description: markup })
  })

  // Push services refuse a message of more than 4096 bytes, and then nobody hears of the alarm.
  it.each([
    ['of four bytes', '🔥'],
    ['that JSON writes with six', '\u0007'],
    ['that JSON writes with two', '"'],
  ])('is full of signs %s is still pushed', async (_, sign) => {
    const { pushed, hook } = await tell(sign.repeat(4_000))
    expect(service.faults).toEqual([])
    expect(pushed?.message.titre.startsWith(sign)).toBe(true)
    expect(pushed?.message.texte.startsWith(sign.repeat(400))).toBe(true)
    expect(pushed?.message.lien).toMatch(/\/r\/hs\.[\w-]{22}$/)
    expect(JSON.parse(hook?.body ?? '').data.description).toHaveLength(sign.length * 4_000)
  })
})

it('neither the queue nor the journal keeps a link', async () => {
  const { pushed } = await tell('Feu')
  const token = pushed?.message.lien.split('.').at(-1) ?? ''
  const hash = createHash('sha256').update(token).digest('hex')
  const { rows } = await (await database.as('admin')).query(
    `select (select count(*) from graphile_worker._private_jobs j where j::text ~ $1)
          + (select count(*) from audit.journal j where j::text ~ $1 or j::text ~ $2)
          + (select count(*) from app.envois e where e::text ~ $1) as n,
            (select count(*) from app.envois e where encode(e.token_hash, 'hex') = $2) as hashed`,
    [token, hash],
  )
  expect(rows).toEqual([{ n: '0', hashed: '1' }])
})
