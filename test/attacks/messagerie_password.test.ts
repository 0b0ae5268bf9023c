import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setInstanceMessagerie } from '../../src/worker/instance_messagerie.ts'
import { type MessagerieKey, partsOf } from '../../src/worker/releves/messagerie_key.ts'
import { asSomeone, useDatabase } from '../support/database.ts'
import { type ScriptedImap, startScriptedImap } from '../support/scripted_imap.ts'
import { allPermissions, outcome } from '../support/table.ts'
import { mailboxKey, useMailboxes } from '../worker/releves/messageries_fixture.ts'

const database = useDatabase()
const { read, add, releve } = useMailboxes(database)
const everything = { sis: 'hs', permissions: allPermissions }
const instance = { sis: '*', permissions: allPermissions }

let right: ScriptedImap
let wrong: ScriptedImap
beforeAll(async () => {
  right = await startScriptedImap()
  wrong = await startScriptedImap()
})
afterAll(() => {
  right.close()
  wrong.close()
})

const admin = async (text: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(text, values)).rows

/** Expects a mailbox to be read without sending its password to its present server. */
async function keepsItsPassword(key: MessagerieKey): Promise<void> {
  const reading = read()
  await reading.read(key).catch(() => undefined)
  await reading.close()
  expect((await releve(key)).last_error).toContain('ne peut pas être déchiffré pour ce serveur')
  expect(wrong.lines.join('\n')).not.toMatch(/LOGIN|AUTHENTICATE|essai/i)
}

describe('an attacker with the password of caserne_api', () => {
  it.each([
    ['host', "'localhost'"],
    ['port', '7'],
    ['securite', "'tls'"],
    ['utilisateur', "'un autre'"],
  ])('cannot move a mailbox to another %s and keep its password', async (column, value) => {
    const [, id] = partsOf(await add(right.port))
    const api = await database.as('api')
    await asSomeone(api, everything, async () => {
      const update = `update app.messageries set ${column} = ${value} where id = ${id}`
      await api.query('savepoint s')
      await expect(api.query(update)).rejects.toMatchObject({ code: 'PT422', detail: 'password' })
      await api.query('rollback to savepoint s')
      // Nor in steps: the first change deletes the password.
      expect(await outcome(api, `${update} returning mot_de_passe`)).toBe('42501')
      expect(await outcome(api, `update app.messageries set mot_de_passe = mot_de_passe`)).toBe('42501')
      expect(
        await outcome(
          api,
          `update app.messageries set mot_de_passe = '\\x00', ${column} = ${value} where id = ${id}`,
        ),
      ).toBe(1)
    })
  })

  it('neither sees nor touches the mailbox, messages and journal of the instance, not even through definer functions', async () => {
    const box = {
      host: '127.0.0.1',
      port: right.port,
      security: 'none' as const,
      user: 'cet',
      password: 'essai',
    }
    await setInstanceMessagerie(
      database.urls.worker,
      { ...box, folder: 'INBOX', moveTo: null, senders: ['cet@example.org'] },
      mailboxKey,
    )
    const [{ id }] = await admin("select id::integer from app.messageries where sis_key = '*'")
    const [{ id: message }] = await admin(
      `insert into app.messages (sis_key, messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille, etat)
       values ('*', $1, 1, 1, 'x', 'x@example.org', 'secret', 1, 'failed') returning id::integer`,
      [id],
    )
    const api = await database.as('api')
    await asSomeone(api, instance, async () => {
      // Sets the settings that request.open sets, as anyone can.
      await api.query("select set_config('request.sis_key', '*', true)")
      for (const table of ['app.messageries', 'app.messages', 'audit.journal'])
        expect(await outcome(api, `select sis_key, id from ${table}`)).toBe(0)
      expect(await outcome(api, "update app.messageries set host = 'localhost'")).toBe(0)
      expect(await outcome(api, 'delete from app.messageries')).toBe(0)
      const insert =
        "insert into app.messageries (host, port, utilisateur, mot_de_passe) values ('x', 1, 'x', '')"
      expect(await outcome(api, insert)).toBe('42501')
      const { rows } = await api.query(
        `select app.messagerie_sante($1) as sante, api.messagerie_json($1) as boite, api.list_messages($1) as messages,
                api.get_message($1, $2) as message, api.relire_message($1, $2) as relu, api.update_messagerie($1, '{}') as change,
                api.delete_messagerie($1) as supprime`,
        [id, message],
      )
      expect(new Set(Object.values(rows[0]))).toEqual(new Set([null]))
    })
    expect(
      await admin(
        "select host, etat from app.messageries b join app.messages m on m.messagerie_id = b.id where b.sis_key = '*'",
      ),
    ).toEqual([{ host: '127.0.0.1', etat: 'failed' }])
  })
})

describe('a sealed password', () => {
  it('does not open in a row moved past the trigger', async () => {
    const key = await add(right.port)
    await admin('alter table app.messageries disable trigger _020_mot_de_passe')
    await admin('update app.messageries set port = $1 where id = $2', [wrong.port, partsOf(key)[1]])
    await admin('alter table app.messageries enable trigger _020_mot_de_passe')
    await keepsItsPassword(key)
  })

  it.each(['hs', 'test'])('does not open when copied into another row, of %s', async (sis) => {
    const [key, thief] = [await add(right.port), await add(wrong.port, { sis })]
    await admin(
      'update app.messageries set mot_de_passe = (select mot_de_passe from app.messageries where id = $1) where id = $2',
      [partsOf(key)[1], partsOf(thief)[1]],
    )
    await keepsItsPassword(thief)
  })

  it('does not open for the mailbox of another SIS at the same server', async () => {
    const key = await add(right.port, { user: 'commun' })
    const other = await add(right.port, { user: 'commun', sis: 'test' })
    await admin(
      'update app.messageries set mot_de_passe = (select mot_de_passe from app.messageries where id = $1) where id = $2',
      [partsOf(key)[1], partsOf(other)[1]],
    )
    await keepsItsPassword(other)
  })

  it('opens at its own server', async () => {
    const key = await add(right.port)
    const reading = read()
    await reading.read(key)
    await reading.close()
    expect(await releve(key)).toMatchObject({ last_error: null, last_success_at: expect.any(Date) })
    expect(right.lines.join('\n')).toMatch(/LOGIN|AUTHENTICATE/)
  })
})
