import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { mailServers } from '../support/mail_servers.ts'
import { useServers } from '../support/servers.ts'
import { alarm, capture, soon, useMailbox } from './mail_fixture.ts'

const database = useDatabase()
const servers = useServers(database)

const ask = { as: 'commandant@example.org', sis: 'hs' }
const alarmes = async (query = '') => await servers.data(`/api/v2/alarmes${query}`, ask)
const listed = async (adresse: string, query = '') =>
  (await alarmes(query)).body.data.filter((each: { adresse: string }) => each.adresse === adresse).length

describe.each(mailServers)('when $name', (kind) => {
  const mailbox = useMailbox(kind, database)
  const name = kind.name.slice(0, 7)
  const lastError = async () => (await mailbox.releve()).last_error

  it('refuses the password, the mailbox shows it, and is read after the repair', async () => {
    await mailbox.configure('faux-mot-de-passe')
    mailbox.deliver(await alarm(`Password ${name}`))
    await mailbox.work()
    await expect.poll(lastError, soon).toContain('refuse l’utilisateur ou le mot de passe')
    expect(await lastError()).not.toContain('faux-mot-de-passe')
    expect((await mailbox.releve()).last_success_at).toBeNull()
    await mailbox.configure()
    await mailbox.ask()
    await expect.poll(() => listed(`Password ${name}`), soon).toBe(1)
  })

  it('is down, the mailbox shows it, and the mail of the meantime is read when it is back', async () => {
    const { lines, log } = capture()
    await mailbox.workIdle({ log })
    await mailbox.stop()
    await mailbox.ask()
    await expect.poll(lastError, soon).toMatch(/est injoignable|ne répond plus/)
    await mailbox.restart()
    mailbox.deliver(await alarm(`Down ${name}`))
    // Again and again: a server that is not quite back fails once more.
    const asked = async () => {
      await mailbox.ask()
      return await listed(`Down ${name}`)
    }
    await expect.poll(asked, { ...soon, interval: 500 }).toBe(1)
    const isWell = ({ last_success_at: well, last_error_at: ill }: Record<string, Date>) =>
      well !== undefined && ill !== undefined && well > ill
    await expect.poll(async () => isWell(await mailbox.releve()), soon).toBe(true)
    // Each failure is one line of the log, and so is the end of the failures.
    await expect.poll(() => lines.filter(({ msg }) => msg === 'mailbox read again').length, soon).toBe(1)
    const failures = lines.filter(({ level }) => level === 40)
    expect(failures.map(({ msg }) => msg)).toEqual(
      failures.map(() => expect.stringMatching(/est injoignable|ne répond plus/)),
    )
  })

  it('has new mail, GET /alarmes?force=true waits for it and shows it', async () => {
    await mailbox.workIdle()
    mailbox.deliver(await alarm(`Force ${name}`))
    expect(await listed(`Force ${name}`, '?force=true')).toBe(1)
  })

  it('is down, GET /alarmes?force=true answers 502, and without force the known alarms', async () => {
    mailbox.deliver(await alarm(`Known ${name}`))
    await mailbox.workIdle()
    await mailbox.stop()
    const { status, body } = await alarmes('?force=true')
    expect(status).toBe(502)
    expect(body).toEqual({ error: 'Serveur de messagerie injoignable' })
    const [line = ''] = servers
      .log()
      .split('\n')
      .filter((each) => each.includes('request refused'))
    expect(JSON.parse(line)).toMatchObject({ level: 40, reason: 'Serveur de messagerie injoignable' })
    expect(line).not.toContain('stack')
    expect(await listed(`Known ${name}`)).toBe(1)
  })
})
