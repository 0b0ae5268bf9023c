import { afterAll, beforeAll, expect, vi } from 'vitest'
import { ALARM_CENTRE } from '../../../src/demo/demo_alarme.ts'
import { seal } from '../../../src/mail/seal.ts'
import { startWorker, type Worker } from '../../../src/worker/start_worker.ts'
import type { TestDatabase } from '../../support/database.ts'
import { login, type MailServer, mailServers } from '../../support/mail_servers.ts'
import { useReader } from '../../support/reader.ts'
import { workerOptions } from '../../support/worker_options.ts'
import { capture, letter, mailboxKey, soon } from '../mail_fixture.ts'

export const owners = ['*', 'hs', 'test'] as const
type Owner = (typeof owners)[number]
/** The id of all three mailboxes. */
export const ID = 7_000

/** A mailbox of the instance and one each of two SIS, all of one id, at three mail servers, read by one worker. */
export function useSameIds(database: TestDatabase) {
  const mail = {} as Record<Owner, MailServer>
  const reader = useReader()
  const { lines, log } = capture()
  let worker: Worker | undefined

  const query = async (text: string, values: unknown[] = []) =>
    (await (await database.as('admin')).query(text, values)).rows

  /** The SIS of the mailboxes whose relèves match a condition. */
  const sisWhere = async (condition: string) =>
    (await query(`select sis_key from jobs.releves where ${condition} order by sis_key`)).map(
      ({ sis_key }) => sis_key,
    )

  beforeAll(async () => {
    const kind = mailServers.findLast(({ absent }) => absent === null)
    if (kind === undefined) throw new Error('no mail server')
    for (const sis of owners) {
      mail[sis] = await kind.start()
      const place = { sis, host: '127.0.0.1', port: mail[sis].port, security: 'none', user: login.user }
      await query(
        `insert into app.messageries (sis_key, id, host, port, securite, utilisateur, mot_de_passe, expediteurs)
           overriding system value
         values ($1, $2, '127.0.0.1', $3, 'none', $4, $5, $6)`,
        [sis, ID, place.port, place.user, seal(login.password, mailboxKey, place), [ALARM_CENTRE]],
      )
    }
    const options = workerOptions(database.urls.worker, mailboxKey)
    worker = await startWorker({ ...options, reader, log, watchMs: 50 })
    const allRead = async () => expect(await sisWhere('last_success_at is not null')).toEqual([...owners])
    await vi.waitFor(allRead, soon)
  }, 60_000)

  afterAll(async () => {
    await worker?.stop()
    for (const each of Object.values(mail)) await each.remove()
  })

  /** Delivers a report to a mailbox. Its message gets this id, which a message of another ledger may have too. */
  async function deliver(to: Owner, adresse: string, id: number, ...sis: string[]): Promise<void> {
    await query(`alter sequence app.messages_id_seq restart with ${id}`)
    const named = sis.map((each) => `\r\nSIS: ${each}`).join('')
    await mail[to].deliver(letter(adresse, `Type: Feu\r\nAdresse: ${adresse}${named}`))
    const stored = () =>
      query('select id::integer from app.messages where sis_key = $1 and sujet = $2', [to, adresse])
    await expect.poll(stored, soon).toEqual([{ id }])
  }

  /** `[SIS, ledger of its mail, id of its mail]` of the alarms at an address. */
  async function alarmes(adresse: string): Promise<unknown[][]> {
    const rows = await query(
      `select sis_key, message_sis_key, message_id::integer from app.alarmes where adresse = $1
        order by sis_key, message_sis_key`,
      [adresse],
    )
    return rows.map(Object.values)
  }

  /** The states of the messages of one id, by SIS. */
  async function states(id: number): Promise<Record<string, string>> {
    const rows = await query('select sis_key, etat from app.messages where id = $1', [id])
    return Object.fromEntries(rows.map(({ sis_key, etat }) => [sis_key, etat]))
  }

  return { mail, lines, query, sisWhere, deliver, alarmes, states }
}
