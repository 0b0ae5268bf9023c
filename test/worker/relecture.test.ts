import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { mailServers, onlooker } from '../support/mail_servers.ts'
import { alarm, letter, soon, useMailbox } from './mail_fixture.ts'

const database = useDatabase()
const query = async (text: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(text, values)).rows

/** Asks for a relecture of the message with a subject, as the operator does. */
async function retry(sujet: string): Promise<void> {
  const [row] = await query('select id from app.messages where sujet = $1', [sujet])
  await (await database.as('owner')).query('select jobs.relire_message($1)', [row.id])
}

/** `[state, reason, attempts]` of the messages with these subjects, in their order. */
async function told(...sujets: string[]): Promise<unknown[]> {
  const text = 'select etat, raison, tentatives from app.messages where sujet = any ($1) order by uid'
  return (await query(text, [sujets])).map((row) => [row.etat, row.raison, row.tentatives])
}

const made = (adresse: string) => query('select i.lieu from app.interventions i where i.lieu = $1', [adresse])

describe.each(mailServers)('a worker that reads $name', (kind) => {
  const mailbox = useMailbox(kind, database)
  const name = kind.name.slice(0, 7)

  it('reads a kept message again, even when the worker that began it was killed', async () => {
    const worker = await mailbox.workIdle()
    const sujet = `Illisible ${name}`
    mailbox.deliver(letter(sujet, '{"type": 1}', 'application/json'))
    const raison = 'JSON : le champ « type » n’a pas la forme attendue.'
    await expect.poll(() => told(sujet), soon).toEqual([['failed', raison, 1]])
    await retry(sujet)
    await expect.poll(() => told(sujet), soon).toEqual([['failed', raison, 2]])

    // As after a repair of the parser: the unreadable text is replaced by a readable one.
    await worker.stop()
    const adresse = `2854 Bassecourt, Relu ${name}`
    await query('update app.messages set contenu = $2 where sujet = $1', [sujet, await alarm(adresse)])
    await retry(sujet)
    await query(
      "update graphile_worker._private_jobs set locked_by = 'mort', locked_at = now() where key ~ '^relecture'",
    )
    await mailbox.work()
    await (await database.as('worker')).query('select jobs.ask_relectures()')
    await expect.poll(() => made(adresse), soon).toHaveLength(1)
    expect(
      (await query('select etat, tentatives from app.messages where sujet ~ $1', ['Rapport'])).at(-1),
    ).toEqual({
      etat: 'alarm',
      tentatives: 3,
    })
  })

  it('fetches a refused message again, by today’s list of senders, while the server has it', async () => {
    await mailbox.workIdle()
    const from = `${name.replace(/\W/g, '')}@nouveau.example.org`
    const [mine, gone, other] = ['Nouveau', 'Parti', 'Ailleurs'].map((text) => `${text} ${name}`) as [
      string,
      string,
      string,
    ]
    const adresse = `2800 Delémont, ${name}`
    for (const sujet of [mine, gone, other])
      mailbox.deliver(letter(sujet, `Type: Feu\r\nLieu: ${adresse}\r\nSIS: hs`, 'text/plain', from))
    const refused = ['refused', 'Expéditeur non autorisé.', 1]
    await expect.poll(() => told(mine, gone, other), soon).toEqual([refused, refused, refused])
    await retry(mine)
    await expect.poll(() => told(mine), soon).toEqual([['refused', 'Expéditeur non autorisé.', 2]])
    expect(await made(adresse)).toEqual([])

    await query("update app.messageries set expediteurs = expediteurs || $1::text where sis_key = '*'", [
      from,
    ])
    await onlooker(mailbox.port(), (client) => client.messageDelete({ subject: gone }))
    await query('update app.messages set uidvalidity = uidvalidity + 1 where sujet = $1', [other])
    for (const sujet of [mine, gone, other]) await retry(sujet)
    const lost = ['failed', 'Le message n’est plus dans la messagerie.', 2]
    await expect.poll(() => told(mine, gone, other), soon).toEqual([['alarm', '', 3], lost, lost])
    expect(await made(adresse)).toEqual([{ lieu: adresse }])
    // The flag follows the commit.
    await expect.poll(mailbox.seen, soon).toEqual([
      [mine, true],
      [other, false],
    ])
  })
})
