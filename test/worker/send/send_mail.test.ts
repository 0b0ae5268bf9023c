import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Sent } from '../../../src/worker/send/send_mail.ts'
import { useDatabase } from '../../support/database.ts'
import { type SmtpServer, startSmtp, type Verdict } from '../../support/smtp.ts'
import { idOf, look, makeAccount, makeInvitation, roleOf } from '../../support/users.ts'
import { addressesOf, sha256, smtpAt, tokenIn, useInbox, useQueue } from './send_fixture.ts'

const database = useDatabase()
const inbox = useInbox()
const queue = useQueue(database)

let accounts = 0

/** E-mail of a new, unverified account. */
async function newcomer(name = 'Nina Neuve'): Promise<string> {
  accounts += 1
  const email = `nina.${accounts}@example.org`
  await makeAccount(database, { email, name })
  return email
}

const headersOf = (raw: string) => `\r\n${raw.slice(0, raw.indexOf('\r\n\r\n'))}`

describe('the task that sends mails', () => {
  it('sends a confirmation with a link that the database accepts', async () => {
    const email = await newcomer()
    await queue.ask('confirmation', email)
    await queue.work({ smtp: inbox.smtp() })
    const [mail, ...others] = await inbox.to(email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Confirmez votre adresse e-mail')
    expect(mail?.from?.value).toEqual([{ name: 'Caserne', address: 'ne-pas-repondre@caserne.example.org' }])
    const token = tokenIn(mail)
    expect(mail?.text).toContain(`\n\nhttps://app.example.org/confirmation?token=${token}\n\n`)
    expect(mail?.html).toContain(`<a href="https://app.example.org/confirmation?token=${token}"`)
    const auth = await database.as('auth')
    const { rows } = await auth.query('select auth.confirm_email($1) as session', [sha256(token)])
    expect(rows[0]?.session.user.email).toBe(email)
    expect(await queue.waiting()).toEqual([])
  })

  it('sends a reset with a link that the database accepts', async () => {
    const email = await newcomer()
    await queue.ask('reinitialisation', email)
    await queue.work({ smtp: inbox.smtp() })
    const [mail] = await inbox.to(email)
    expect(mail?.subject).toBe('Réinitialisation de votre mot de passe')
    const token = tokenIn(mail)
    expect(mail?.text).toContain(`\nhttps://app.example.org/reset-mdp?token=${token}\n`)
    const auth = await database.as('auth')
    const { rows } = await auth.query('select auth.reset_password($1, $2, 8, 4) as email', [
      sha256(token),
      'quelque chose',
    ])
    expect(rows[0]?.email).toBe(email)
  })

  it('reports a changed password without any link', async () => {
    const email = await newcomer()
    await queue.ask('mot_de_passe_change', email)
    await queue.work({ smtp: inbox.smtp() })
    const [mail] = await inbox.to(email)
    expect(mail?.subject).toBe('Votre mot de passe a été changé')
    expect(mail?.text).toContain(`Le mot de passe du compte Caserne ${email} vient d’être changé.`)
    expect(`${mail?.text}${mail?.html}`).not.toContain('http')
  })

  it('sends an invitation that names its maker and the SIS', async () => {
    const roles = [await roleOf(database, 'hs', 'Consultation')]
    await makeInvitation(database, 'hs', roles, { by: await idOf(database, 'commandant@example.org') })
    const id = await look(
      database,
      "update auth.invitations set email = 'invitee@example.org' where sis_key = 'hs' returning id::integer",
    )
    await queue.add({ genre: 'invitation', sis_key: 'hs', invitation_id: id })
    await queue.work({ smtp: inbox.smtp() })
    const [mail] = await inbox.to('invitee@example.org')
    expect(mail?.subject).toBe('Invitation à rejoindre SIS Haute-Sorne')
    expect(mail?.text).toContain('Ricarda Amsler vous invite à rejoindre SIS Haute-Sorne dans Caserne :')
    expect(mail?.text).toContain(`\nhttps://app.example.org/inscription?token=${tokenIn(mail)}\n`)
    const admin = await database.as('admin')
    const known = await admin.query('select genre from auth.tokens where token_hash = $1', [
      sha256(tokenIn(mail)),
    ])
    expect(known.rows).toEqual([{ genre: 'invitation' }])
  })

  it('ends at once without a recipient', async () => {
    await queue.ask('reinitialisation', 'personne@example.org')
    await queue.work({ smtp: inbox.smtp() })
    expect(await inbox.to('personne@example.org')).toEqual([])
    expect(await queue.waiting()).toEqual([])
  })

  it('marks a mail as automatic and dates it, in UTF-8, without the name of a program', async () => {
    const server = await startSmtp()
    const email = await newcomer('Éloïse Aïtken')
    await queue.ask('confirmation', email)
    const before = Date.now()
    await queue.work({ smtp: smtpAt(server.port) })
    await server.stop()
    const raw = server.received[0]?.toString('latin1') ?? ''
    const head = headersOf(raw)
    expect(head).toContain('\r\nAuto-Submitted: auto-generated\r\n')
    expect(head).toMatch(/\r\nMessage-ID: <confirmation\.\d+\.\d+@caserne\.example\.org>\r\n/)
    expect(head).toContain('\r\nTo: =?UTF-8?Q?=C3=89lo=C3=AFse_A=C3=AFtken?=')
    expect(head).not.toMatch(/mailer|^List-/im)
    const date = Date.parse(/\r\nDate: (.*)\r\n/.exec(head)?.[1] ?? '')
    expect(date).toBeGreaterThanOrEqual(before - 1000)
    expect(date).toBeLessThanOrEqual(Date.now())
    expect(raw.match(/^Content-Type: text\/(plain|html); charset=utf-8\r$/gm)).toHaveLength(2)
  })

  it('writes to one address, even when the account’s e-mail looks like two', async () => {
    const server = await startSmtp()
    await makeAccount(database, { email: 'a@example.org, b@example.org', name: 'Deux Adresses' })
    await queue.ask('confirmation', 'a@example.org, b@example.org')
    await queue.work({ smtp: smtpAt(server.port) })
    await server.stop()
    expect(server.received).toEqual([])
    expect(await queue.waiting()).toMatchObject([{ attempts: 1 }])
  })
})

describe('a mail server', () => {
  const servers: SmtpServer[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop()
  })

  async function serve(judge: Verdict): Promise<SmtpServer> {
    const server = await startSmtp({}, judge)
    servers.push(server)
    return server
  }

  it('that is down loses no mail: it is sent once, when the server is back', async () => {
    const email = await newcomer()
    const smtp = inbox.smtp()
    const restart = await inbox.stop()
    await queue.ask('confirmation', email)
    await queue.work({ smtp })
    await queue.work({ smtp })
    expect(await queue.waiting()).toMatchObject([
      { attempts: 2, last_error: expect.stringContaining('ECONNREFUSED') },
    ])
    await restart()
    await queue.work({ smtp })
    await queue.work({ smtp })
    expect(await inbox.to(email)).toHaveLength(1)
    expect(await queue.waiting()).toEqual([])
  })

  it('that accepts a mail without confirming gets it again: under the same Message-ID, with both links valid', async () => {
    let calls = 0
    const server = await serve(() => {
      calls += 1
      return calls === 1 ? 'hang up' : null
    })
    const email = await newcomer()
    await queue.ask('reinitialisation', email)
    await queue.work({ smtp: smtpAt(server.port) })
    await queue.work({ smtp: smtpAt(server.port) })
    for (const mail of server.received) inbox.append(mail)
    const mails = await inbox.to(email)
    expect(mails).toHaveLength(2)
    expect(mails[1]?.messageId).toBe(mails[0]?.messageId)
    const tokens = mails.map((mail) => sha256(tokenIn(mail)))
    const admin = await database.as('admin')
    const { rowCount } = await admin.query('select from auth.tokens where token_hash = any ($1)', [tokens])
    expect(rowCount).toBe(2)
  })

  it('that quotes the link in its refusal leaves it neither in the queue nor in the log', async () => {
    let token = ''
    const server = await serve((mail) => {
      token = /token=3D([\w=\r\n-]+)/.exec(mail.toString())?.[1]?.replaceAll('=\r\n', '').slice(0, 43) ?? ''
      return `554 5.7.1 https://app.example.org/reset-mdp?token=${token} looks like spam`
    })
    await queue.ask('reinitialisation', await newcomer())
    await queue.work({ smtp: smtpAt(server.port) })
    expect(token).toHaveLength(43)
    const [job] = await queue.waiting()
    expect(job?.last_error).toContain('Le serveur de messagerie a refusé le message (554)')
    expect(job?.last_error).not.toContain(token)
    expect(queue.log()).toContain('a refusé le message (554)')
    expect(queue.log()).not.toContain(token)
  })

  it('that stays silent does not delay the end of a worker, and the mail waits for the next', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const email = await newcomer()
    await queue.ask('confirmation', email)
    const connected = once(silent, 'connection')
    const runner = await queue.begin({ smtp: smtpAt((silent.address() as AddressInfo).port) })
    await connected
    await runner.stop()
    expect((await queue.waiting())[0]?.last_error).toMatch(/abort/i)
    await new Promise<void>((resolve) => silent.close(() => resolve()))
    await queue.work({ smtp: inbox.smtp() })
    expect(await inbox.to(email)).toHaveLength(1)
  })

  it('that rejects the recipient is quoted, for the operator', async () => {
    const server = await startSmtp({
      onRcptTo: (_address, _session, answer) =>
        answer(Object.assign(new Error('No such user'), { responseCode: 550 })),
    })
    await queue.ask('reinitialisation', await newcomer())
    await queue.work({ smtp: smtpAt(server.port) })
    await server.stop()
    expect((await queue.waiting())[0]?.last_error).toContain('550 No such user')
  })
})

describe('a listener for mails', () => {
  it('receives each mail, with its link, once it is sent', async () => {
    const told: Sent[] = []
    const email = await newcomer()
    await queue.ask('reinitialisation', email)
    await queue.work({ smtp: inbox.smtp(), announce: (sent) => told.push(sent) })
    const [mail] = await inbox.to(email)
    const subject = 'Réinitialisation de votre mot de passe'
    const link = `https://app.example.org/reset-mdp?token=${tokenIn(mail)}`
    expect(told).toEqual([{ to: email, subject, link }])
    expect(mail && addressesOf(mail)).toEqual([email])
  })
})
