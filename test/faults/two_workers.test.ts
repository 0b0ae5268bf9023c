import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { type Dovecot, dovecotMissing, startDovecot } from '../support/dovecot.ts'
import { killPrograms, type Program } from '../support/program.ts'
import { whole } from '../support/whole.ts'
import { letter } from '../worker/mail_fixture.ts'
import { addMailboxes, startWorkerProgram, withinAMinute } from './faults_fixture.ts'

const database = useDatabase()
const missing = dovecotMissing()
const mailboxes = whole ? 50 : 20
const users = Array.from({ length: mailboxes }, (_, n) => `poste-${n + 1}`)

let dovecot: Dovecot
let workers: [Program, Program]

beforeAll(async () => {
  if (missing) return
  dovecot = await startDovecot()
  const start = () => startWorkerProgram(database.urls.worker)
  workers = [start(), start()]
})

afterAll(async () => {
  await killPrograms()
  await dovecot?.remove()
})

const rows = async (query: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(query, values)).rows

// The number of mailboxes of each worker.
const held = async (): Promise<number[]> =>
  (
    await rows(
      `select count(b.messagerie_id)::integer as n
         from jobs.workers w
         left join jobs.baux b on b.pid = w.pid
        where jobs.is_alive(w)
        group by w.pid`,
    )
  ).map(({ n }) => n)

// The number of alarms and interventions of each address that begins with a text.
const made = async (adresse: string) => {
  const query = `select count(distinct a.id)::integer as alarmes, count(distinct a.intervention_id)::integer as interventions,
                        count(distinct a.adresse)::integer as adresses
                   from app.alarmes a where starts_with(a.adresse, $1)`
  return (await rows(query, [adresse]))[0]
}

function deliver(adresse: string): void {
  for (const user of users)
    dovecot.deliver(letter(adresse, `Type: Feu\r\nAdresse: ${adresse} ${user}\r\nSIS: hs`), user)
}

it.skipIf(missing !== null)(
  `two workers share ${mailboxes} mailboxes, take each mail once, and a killed one is replaced within a minute`,
  { timeout: 150_000 },
  async () => {
    const admin = await database.as('admin')
    await expect.poll(async () => (await held()).length, withinAMinute).toBe(2)
    deliver('Premier')
    deliver('Deuxième')
    await addMailboxes(admin, dovecot.port, users)
    await admin.query('select jobs.ask_releves()')
    const each = { alarmes: mailboxes, interventions: mailboxes, adresses: mailboxes }
    await expect.poll(() => made('Premier'), withinAMinute).toEqual(each)
    await expect.poll(() => made('Deuxième'), withinAMinute).toEqual(each)
    const shares = await held()
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(mailboxes)
    expect(Math.min(...shares)).toBeGreaterThan(0)

    await workers[0].kill('SIGKILL')
    deliver('Troisième')
    await expect.poll(() => made('Troisième'), withinAMinute).toEqual(each)
    expect(await held()).toEqual([mailboxes])
    expect(await rows('select etat, count(*)::integer as n from app.messages group by etat')).toEqual([
      { etat: 'alarm', n: 3 * mailboxes },
    ])
    await expect.poll(() => rows('select uid from jobs.marquages'), withinAMinute).toEqual([])
  },
)
