import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { createPool } from '../../../src/db/pool.ts'
import { seal } from '../../../src/mail/seal.ts'
import { HostList } from '../../../src/text/host_list.ts'
import { type MessagerieKey, messagerieKey, partsOf } from '../../../src/worker/releves/messagerie_key.ts'
import { MessagerieLocks } from '../../../src/worker/releves/messagerie_locks.ts'
import { Messageries, type MessageriesOptions } from '../../../src/worker/releves/messageries.ts'
import type { TestDatabase } from '../../support/database.ts'
import { useReader } from '../../support/reader.ts'

/** MAILBOX_KEY of the test file. */
export const mailboxKey = randomBytes(32).toString('base64')

const log = pino({ level: 'silent' })
const usual = {
  sis: 'hs',
  host: '127.0.0.1',
  securite: 'none',
  user: '',
  password: 'essai',
  folder: 'INBOX',
}
let users = 0

/** Mailboxes of SIS, and relèves of them by workers, for one test file. */
export function useMailboxes(database: TestDatabase) {
  const closing: (() => Promise<unknown>)[] = []
  const reader = useReader()
  // Not a shared client: tests run at the same time.
  const admin = createPool(database.urls.admin, 2, log, { connection: 20_000 })
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
    await admin.end()
  })

  /** The mailbox reader of a worker, by default with little patience. */
  const read = (options: Partial<MessageriesOptions> = {}): Messageries => {
    const pool = createPool(database.urls.worker, 5, log, { connection: 20_000 })
    const locks = new MessagerieLocks(database.urls.worker, log)
    const all = { key: mailboxKey, privateHosts: HostList.all, silenceMs: 300, ...options }
    const made = new Messageries(pool, locks, reader, all, log)
    closing.push(async () => {
      await made.close()
      await pool.end()
    })
    return made
  }

  /** A mailbox of a SIS. */
  const add = async (port: number, changes: Partial<typeof usual> = {}): Promise<MessagerieKey> => {
    users += 1
    const { sis, host, securite, user, password, folder } = { ...usual, user: `user${users}`, ...changes }
    const place = { sis, host, port, security: securite, user }
    const { rows } = await admin.query(
      `insert into app.messageries (sis_key, host, port, securite, utilisateur, mot_de_passe, dossier, expediteurs)
       values ($1, $2, $3, $4, $5, $6, $7, '{cet@example.org}') returning id`,
      [sis, host, port, securite, user, seal(password, mailboxKey, place), folder],
    )
    return messagerieKey({ sis_key: sis, messagerie_id: Number(rows[0].id) })
  }

  /** The results of a mailbox's relèves. */
  const releve = async (key: MessagerieKey) => {
    const query = 'select * from jobs.releves where sis_key = $1 and messagerie_id = $2'
    return (await admin.query(query, partsOf(key))).rows[0]
  }

  /** UID and state of the messages of a mailbox. */
  const ledger = async (key: MessagerieKey): Promise<[number, string][]> => {
    const query =
      'select uid, etat from app.messages where sis_key = $1 and messagerie_id = $2 order by uid, id'
    return (await admin.query(query, partsOf(key))).rows.map(({ uid, etat }) => [Number(uid), etat])
  }

  return { read, add, releve, ledger }
}
