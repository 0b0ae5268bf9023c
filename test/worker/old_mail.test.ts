import { beforeEach, describe, expect, it } from 'vitest'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import { setInstanceMessagerie } from '../../src/worker/instance_messagerie.ts'
import { useDatabase } from '../support/database.ts'
import { login, mailServers, onlooker } from '../support/mail_servers.ts'
import { letter, mailboxKey, soon, useMailbox } from './mail_fixture.ts'

const database = useDatabase()
const query = async (text: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(text, values)).rows

// Each test sets the mailbox up for the first time.
beforeEach(() => query("delete from app.messageries where sis_key = '*'"))

const HOUR = 3_600_000
const raison = 'Message arrivé avant la date « lire_depuis » de la messagerie.'

/** `[state, reason]` of the messages whose subject contains a text, in the order of the mailbox. */
async function told(sujet: string): Promise<unknown[]> {
  const rows = await query('select etat, raison from app.messages where strpos(sujet, $1) > 0 order by uid', [
    sujet,
  ])
  return rows.map(({ etat, raison }) => [etat, raison])
}

const made = async (lieu: string) =>
  (await query('select lieu from app.interventions where strpos(lieu, $1) > 0 order by lieu', [lieu])).map(
    (row) => row.lieu,
  )

describe.each(mailServers)('a worker that reads $name for the first time', (kind) => {
  const mailbox = useMailbox(kind, database)
  const name = kind.name.slice(0, 7)

  /** A fire that arrived some hours ago, with another date in its header. */
  async function arrive(subject: string, lieu: string, hours: number, from = ALARM_CENTRE): Promise<void> {
    const raw = letter(subject, `Type: Feu\r\nLieu: ${lieu}\r\nSIS: hs`, 'text/plain', from)
    await onlooker(mailbox.port(), (client) =>
      client.append('INBOX', raw, [], new Date(Date.now() - hours * HOUR)),
    )
  }

  it('makes alarms of mails received since the day before; older mails need a relecture, one by one', async () => {
    const lieu = `Rue du Passé ${name}`
    await arrive(`Passé ${name} 1`, `${lieu} 1`, 24 * 400)
    await arrive(`Passé ${name} 2`, `${lieu} 2`, 26)
    await arrive(`Passé ${name} 3`, `${lieu} 3`, 26, 'autre@example.org')
    await arrive(`Passé ${name} 4`, `${lieu} 4`, 20)
    await mailbox.workIdle()
    expect(await told(`Passé ${name}`)).toEqual([
      ['ignored', raison],
      ['ignored', raison],
      ['refused', 'Expéditeur non autorisé.'],
      ['alarm', ''],
    ])
    expect(await made(lieu)).toEqual([`${lieu} 4`])

    const [row] = await query('select id from app.messages where sujet = $1', [`Passé ${name} 2`])
    await (await database.as('owner')).query('select jobs.relire_message($1)', [row.id])
    await expect.poll(() => told(`Passé ${name} 2`), soon).toEqual([['alarm', '']])
    expect(await made(lieu)).toEqual([`${lieu} 2`, `${lieu} 4`])
  })

  it('reads from the instant that the operator names', async () => {
    const lieu = `Rue de Jadis ${name}`
    await arrive(`Jadis ${name} 1`, `${lieu} 1`, 24 * 12)
    await arrive(`Jadis ${name} 2`, `${lieu} 2`, 24 * 9)
    const since = new Date(Date.now() - 24 * 10 * HOUR).toISOString()
    const place = { host: '127.0.0.1', port: mailbox.port(), security: 'none' as const, folder: 'INBOX' }
    const settings = { ...place, ...login, moveTo: null, senders: [ALARM_CENTRE], since }
    await setInstanceMessagerie(database.urls.worker, settings, mailboxKey)
    await mailbox.workIdle()
    expect(await told(`Jadis ${name}`)).toEqual([
      ['ignored', raison],
      ['alarm', ''],
    ])
    expect(await made(lieu)).toEqual([`${lieu} 2`])
  })
})
