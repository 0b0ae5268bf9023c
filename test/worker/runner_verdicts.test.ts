import { describe, expect, it } from 'vitest'
import { buildAlarmMail } from '../../src/demo/demo_report.ts'
import { useDatabase } from '../support/database.ts'
import { mailServers } from '../support/mail_servers.ts'
import { alarm, letter, soon, useMailbox } from './mail_fixture.ts'

const database = useDatabase()

const alarmesAt = async (adresse: string) => {
  const admin = await database.as('admin')
  return (await admin.query('select sis_key from app.alarmes where adresse = $1', [adresse])).rows
}

describe.each(mailServers)('a worker that judges mails from $name', (kind) => {
  const mailbox = useMailbox(kind, database)
  const name = kind.name.slice(0, 7)

  it('records ignored and failed mails with their reasons, and reads the next', async () => {
    const broken = { from: 'cet@alarme.example.org', to: 'x@example.org', date: new Date() }
    mailbox.deliver(letter(`info ${name}`, 'Bonjour à tous'))
    mailbox.deliver(
      Buffer.concat([Buffer.from('Auto-Submitted: auto-replied\r\n'), letter(`away ${name}`, 'Absent')]),
    )
    mailbox.deliver(letter(`json ${name} 2`, '{"type":"Feu","adresse":12}', 'application/json'))
    const pdf = Buffer.from('%PDF-1.4 rien')
    mailbox.deliver(
      await buildAlarmMail({ ...broken, subject: `pdf ${name}`, messageId: `<${name[0]}@pdf>`, pdf }),
    )
    mailbox.deliver(await alarm(`After ${name}`))
    await mailbox.workIdle()
    expect(await mailbox.ledger(`info ${name}`)).toMatchObject([
      { etat: 'failed', raison: 'Aucun format d’alarme reconnu.' },
    ])
    expect(await mailbox.ledger(`away ${name}`)).toMatchObject([
      { etat: 'ignored', raison: 'Réponse automatique.' },
    ])
    expect(await mailbox.ledger(`json ${name} 2`)).toMatchObject([
      { etat: 'failed', raison: 'JSON : le champ « adresse » n’a pas la forme attendue.' },
    ])
    expect(await mailbox.ledger(`pdf ${name}`)).toMatchObject([
      { etat: 'failed', raison: expect.stringContaining('Le document PDF n’a pas pu être lu') },
    ])
    expect(await alarmesAt(`After ${name}`)).toEqual([{ sis_key: 'hs' }])
    expect((await mailbox.seen()).map(([, seen]) => seen)).toEqual([true, true, true, true, true])
  })

  it('keeps a mail as failed when the database refuses its alarm, and reads the next', async () => {
    const refused = letter(
      `zero ${name}`,
      `Type: Feu\r\nAdresse: Zero ${name}\r\nSIS: hs\r\nDate: 01.01.0000 10:00`,
    )
    mailbox.deliver(refused)
    mailbox.deliver(await alarm(`One ${name}`))
    await mailbox.workIdle()
    expect(await mailbox.ledger(`zero ${name}`)).toEqual([
      {
        sujet: `zero ${name}`,
        etat: 'failed',
        raison: 'La base a refusé l’alarme (22008).',
        contenu: refused,
      },
    ])
    expect(await alarmesAt(`One ${name}`)).toEqual([{ sis_key: 'hs' }])
    expect((await mailbox.seen()).map(([, seen]) => seen)).toEqual([true, true])
  })

  it('makes the alarm of a report with an impossible date, with a warning', async () => {
    mailbox.deliver(
      letter(`feb ${name}`, `Type: Feu\r\nAdresse: Feb ${name}\r\nSIS: hs\r\nDate: 31.02.2026 10:00`),
    )
    await mailbox.workIdle()
    expect(await mailbox.ledger(`feb ${name}`)).toMatchObject([
      { etat: 'alarm', raison: 'Date illisible : 31.02.2026 10:00.' },
    ])
    expect(await alarmesAt(`Feb ${name}`)).toEqual([{ sis_key: 'hs' }])
  })

  it('tries a mail again after an error of the database itself', async () => {
    await mailbox.workIdle()
    const admin = await database.as('admin')
    await admin.query('begin')
    await admin.query('lock table app.alarmes in share row exclusive mode')
    mailbox.deliver(await alarm(`Again ${name}`))
    const waiting = `select pid from pg_locks where not granted and relation = 'app.alarmes'::regclass`
    await expect.poll(async () => (await admin.query(waiting)).rowCount, soon).toBe(1)
    await admin.query(`select pg_terminate_backend(pid, 5000) from (${waiting}) as w`)
    await admin.query('commit')
    await expect.poll(async () => (await mailbox.releve()).last_error, soon).not.toBeNull()
    await mailbox.ask()
    await expect.poll(() => alarmesAt(`Again ${name}`), soon).toEqual([{ sis_key: 'hs' }])
  })
})
