import type pg from 'pg'
import { expect, vi } from 'vitest'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import { addMailboxes, mailboxKey } from '../faults/faults_fixture.ts'
import { type Dovecot, startDovecot } from '../support/dovecot.ts'
import { type Program, runProgram } from '../support/program.ts'
import { letter } from '../worker/mail_fixture.ts'

/** The mailboxes of an upgrade, one of the instance and one of hs, and the workers that read them. */
export interface UpgradeMails {
  /** Starts a worker of a release beside those that run. */
  start(checkout: string): Promise<void>
  /** Stops the worker that was started first. */
  stopFirst(): Promise<void>
  /** Delivers a mail to each mailbox, and waits until each is one alarm of hs and is marked as read. */
  arrive(phase: string): Promise<void>
  /** Ends the workers and the mail server. */
  end(): Promise<void>
}

const OWN = 'poste-hs'
const seconds = 60_000

/** @param env what the programs get, with DATABASE_URL @param admin superuser */
export async function openMails(env: Record<string, string>, admin: pg.Client): Promise<UpgradeMails> {
  const dovecot: Dovecot = await startDovecot()
  const workers: Program[] = []
  const settings = {
    ...env,
    LOG_LEVEL: 'info',
    MAILBOX_KEY: mailboxKey,
    MAILBOX_PRIVATE_HOSTS: 'true',
    IMAP_URL: `imap://${dovecot.user}:${dovecot.password}@127.0.0.1:${dovecot.port}/INBOX?security=none`,
    IMAP_SENDERS: ALARM_CENTRE,
  }
  await addMailboxes(admin, dovecot.port, [OWN])
  const stopFirst = async () => {
    const worker = workers.shift()
    expect((await worker?.kill('SIGTERM'))?.code).toBe(0)
  }
  return {
    start: async (checkout) => {
      const worker = runProgram(['worker'], settings, { checkout })
      workers.push(worker)
      await worker.says(/worker started/)
    },
    stopFirst,
    arrive: async (phase) => {
      const text = (adresse: string) => letter(adresse, `Type: Feu\r\nAdresse: ${adresse}\r\nSIS: hs`)
      dovecot.deliver(text(`${phase}, instance`))
      dovecot.deliver(text(`${phase}, hs`), OWN)
      const stored = async () => {
        const query = `select a.adresse, m.sis_key from app.alarmes a
                         join app.messages m on m.id = a.message_id and m.etat = 'alarm' and m.raison = ''
                        where a.sis_key = 'hs' and starts_with(a.adresse, $1) order by 1`
        const marked = (await admin.query('select from jobs.marquages')).rowCount === 0
        return { alarmes: (await admin.query(query, [phase])).rows, marked }
      }
      const alarmes = [
        { adresse: `${phase}, hs`, sis_key: 'hs' },
        { adresse: `${phase}, instance`, sis_key: '*' },
      ]
      const once = async () => expect(await stored()).toEqual({ alarmes, marked: true })
      await vi.waitFor(once, { timeout: seconds, interval: 50 }).catch((cause: unknown) => {
        const said = workers.map((each) => each.output()).join('\n')
        throw new Error(`mails of the phase « ${phase} » are not read; the workers said:\n${said}`, { cause })
      })
    },
    end: async () => {
      while (workers.length > 0) await stopFirst()
      await dovecot.remove()
    },
  }
}
