import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { soon, useMails, waitingMails } from '../support/mail_readback.ts'
import { doors, useServers } from '../support/servers.ts'
import { changeAccount, makeAccount } from '../support/users.ts'
import { tokenIn } from '../worker/send/send_fixture.ts'

const database = useDatabase()
const servers = useServers(database)
const mails = useMails(database)

const forget = (email: unknown) => servers.post('/forgotten-password', { email })
const sent = {
  status: 200,
  body: { message: 'Un email a été envoyé si cette adresse email existe.' },
}

beforeAll(async () => {
  for (const email of ['nina@example.org', 'patiente@example.org', 'lente@example.org', 'partie@example.org'])
    await makeAccount(database, { email, name: 'Nina Neuve' })
  await changeAccount(database, 'partie@example.org', 'disabled_at = now()')
})
beforeEach(async () => {
  await (await database.as('admin')).query('delete from graphile_worker._private_jobs')
})

describe('a forgotten password', () => {
  it.each(doors)(
    'is reported to the %s server under %s, with the same answer for any address',
    async (server, prefix) => {
      const answers = await Promise.all(
        ['nina@example.org', 'inconnue@example.org', 'partie@example.org', 'nouveau@example.org'].map(
          (email) => servers[server](`${prefix}/forgotten-password`, { method: 'POST', body: { email } }),
        ),
      )
      expect(answers).toMatchObject([sent, sent, sent, sent])
      const varying = ['date', 'x-request-id']
      const headers = answers.map((answer) => [...answer.headers].filter(([name]) => !varying.includes(name)))
      expect(headers[1]).toEqual(headers[0])
      expect(headers[2]).toEqual(headers[0])
    },
  )

  it('takes the same work for an unknown address: a job, and no lookup', async () => {
    await forget(' Nina@Example.org ')
    await forget('inconnue@example.org')
    expect(await waitingMails(database)).toEqual([
      { genre: 'reinitialisation', email: 'nina@example.org' },
      { genre: 'reinitialisation', email: 'inconnue@example.org' },
    ])
  })

  it('leads to a mail with a link for a new one', async () => {
    await mails.work()
    expect(await forget('nina@example.org')).toMatchObject(sent)
    const [mail, ...more] = await mails.to('nina@example.org')
    expect([mail?.subject, more]).toEqual(['Réinitialisation de votre mot de passe', []])
    expect(mail?.text).toContain('Bonjour Nina Neuve,')
    expect(mail?.text).toContain('Ce lien est valable 1 heure et ne sert qu’une fois.')
    expect(mail?.text).toContain(`https://app.example.org/reset-mdp?token=${tokenIn(mail)}`)
    const body = { token: tokenIn(mail), password: 'tout neuf' }
    expect((await servers.post('/reset-password', body)).status).toBe(200)
    expect((await servers.logIn('nina@example.org', 'tout neuf')).status).toBe(200)
    const [, notice, ...others] = await mails.to('nina@example.org')
    expect([notice?.subject, others]).toEqual(['Votre mot de passe a été changé', []])
    expect(notice?.text).not.toContain('token')
  })

  it('leads to no mail to an unknown address or a disabled account', async () => {
    const addresses = ['inconnue@example.org', 'partie@example.org']
    for (const email of addresses) await forget(email)
    await mails.work()
    for (const email of addresses) expect(await mails.to(email)).toEqual([])
  })
})

describe('while the mail server is down', () => {
  it('five requests lead to one mail, once it is back', async () => {
    const email = 'patiente@example.org'
    const startAgain = await mails.stopServer()
    await mails.work()
    for (let click = 0; click < 5; click += 1) expect(await forget(email)).toMatchObject(sent)
    const admin = await database.as('admin')
    const failed = async () => {
      const { rows } = await admin.query(
        "select from graphile_worker.jobs where last_error like '%ECONNREFUSED%' and key is not null and locked_at is null",
      )
      return [rows.length, await waitingMails(database)]
    }
    await expect.poll(failed, soon).toEqual([1, [{ genre: 'reinitialisation', email }]])
    await startAgain()
    await admin.query('update graphile_worker._private_jobs set run_at = now()')
    const [mail, ...more] = await mails.to(email)
    expect([mail?.subject, more]).toEqual(['Réinitialisation de votre mot de passe', []])
    const body = { token: tokenIn(mail), password: 'tout neuf' }
    expect((await servers.post('/reset-password', body)).status).toBe(200)
  })

  it('nothing is lost when the worker ends too', async () => {
    const email = 'lente@example.org'
    const startAgain = await mails.stopServer()
    await mails.work()
    await forget(email)
    await expect.poll(mails.log, soon).toContain('ECONNREFUSED')
    await mails.stopWork()
    await startAgain()
    await (await database.as('admin')).query('update graphile_worker._private_jobs set run_at = now()')
    await mails.work()
    expect((await mails.to(email)).map(({ subject }) => subject)).toEqual([
      'Réinitialisation de votre mot de passe',
    ])
  })
})

describe('input', () => {
  it.each([
    [{}, 'Ce champ est obligatoire.'],
    ['', 'Ce champ est obligatoire.'],
    [{ email: 'nina' }, 'Le format n’est pas valide (email).'],
    [{ email: 'nina@example.org\0' }, 'Le format n’est pas valide (email).'],
    [{ email: ['nina@example.org'] }, 'Ce champ doit être un texte.'],
    [{ email: null }, 'Ce champ doit être un texte.'],
  ])('%j is refused', async (body, sentence) => {
    expect(await servers.post('/forgotten-password', body)).toMatchObject({
      status: 422,
      body: { error: { email: [sentence] } },
    })
    expect(await waitingMails(database)).toEqual([])
  })
})
