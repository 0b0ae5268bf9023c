import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { askTable, evaluate, first, inHs, outcome } from '../support/table.ts'

const database = useDatabase()

askTable(database, {
  table: 'messages',
  seed: `
    with messagerie as (
      insert into app.messageries (host, port, utilisateur, mot_de_passe)
      values ('mail.example.org', 993, 'alarme', '\\x00')
      returning id
    )
    insert into app.messages (messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille)
    select id, 1, 1, 'a', 'cet@alarme.example.org', 'Alarme', 10 from messagerie`,
  rows: { hs: 1, test: 1 },
  read: ['sis.config'],
  add: {
    with: ['sis.config'],
    row: {
      messagerie_id: first('messageries'),
      uidvalidity: '1',
      uid: '2',
      sha256: "'b'",
      expediteur: "'cet@alarme.example.org'",
      sujet: "'Alarme'",
      taille: '10',
    },
  },
  change: { with: ['sis.config'], set: 'raison = sujet' },
})

it('is in the ledger once, by its Message-ID or else its hash', async () => {
  const owner = await database.as('owner')
  const [id] = await evaluate(database, [first('messageries')])
  await asSomeone(owner, inHs(['sis.config']), async () => {
    const insert = `
      insert into app.messages (messagerie_id, uidvalidity, uid, message_id, sha256, expediteur, sujet, taille)
      values ($1, 1, 9, $2, $3, 'cet@alarme.example.org', 'Alarme', 10)`
    expect(await outcome(owner, insert, [id, null, 'a'])).toBe('23505')
    expect(await outcome(owner, insert, [id, '<1@example.org>', 'a'])).toBe(1)
    expect(await outcome(owner, insert, [id, '<1@example.org>', 'c'])).toBe('23505')
  })
})
