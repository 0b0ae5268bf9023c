import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

const database = useDatabase()
const settings = () => ({ DATABASE_URL: database.urls.admin })
const run = useCommands(settings)
const byProgram = usePrograms(settings)
const raw = 'Subject: x\r\n\r\nTexte\n'
let ids: number[] = []

beforeEach(async () => {
  const admin = await database.as('admin')
  await admin.query('delete from app.messageries')
  ids = []
  for (const [sis, etat, sujet, contenu] of [
    ['*', 'failed', 'Illi\u001b[2Jsible', raw],
    ['hs', 'failed', `Très long ${'x'.repeat(60)}`, raw],
    ['hs', 'refused', 'Publicité', null],
  ]) {
    const { rows } = await admin.query(
      `with b as (
         insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe, active)
         values ($1, 'mail.example.org', 993, 'alarmes ' || md5($3), '', false) returning id
       )
       insert into app.messages (sis_key, messagerie_id, uidvalidity, uid, message_id, sha256, expediteur, sujet, date, taille, etat,
                                 raison, contenu, created_at)
       select $1, id, 7, 1, '<1@x>', 'x', 'cet@example.org', $3, '2026-03-14 13:34Z', 21, $2, 'Raison.', $4, '2026-03-14 13:35Z'
         from b returning id::integer`,
      [sis, etat, sujet, contenu],
    )
    ids.push(rows[0].id)
  }
})

const lines = (said: string) =>
  said
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/))

describe('mail list', patience, () => {
  it('lists the messages of every mailbox, including the instance’s, newest first', async () => {
    const { code, said } = await byProgram(['mail', 'list'])
    expect(code).toBe(0)
    const head = ['Id', 'SIS', 'État', 'Reçu', 'Tent.', 'Expéditeur', 'Sujet', 'Raison']
    const row = (n: number, sis: string, etat: string, sujet: string) => [
      String(ids[n]),
      sis,
      etat,
      '2026-03-14T13:35:00Z',
      '1',
      'cet@example.org',
      sujet,
      'Raison.',
    ]
    const long = `Très long ${'x'.repeat(29)}…`
    expect(lines(said)).toEqual([
      head,
      row(2, 'hs', 'refused', 'Publicité'),
      row(1, 'hs', 'failed', long),
      row(0, '*', 'failed', 'Illi[2Jsible'),
    ])
    const some = await run(['mail', 'list', '--etat', 'failed', '--sis', 'hs', '--limit', '5'])
    expect(lines(some.said)).toEqual([head, row(1, 'hs', 'failed', long)])
    expect(await run(['mail', 'list', '--sis', 'ailleurs'])).toEqual({
      code: 1,
      said: 'SIS inconnu : ailleurs (voyez : npm run caserne -- sis list)\n',
    })
  })

  it('refuses an unknown state', async () => {
    expect(await run(['mail', 'list', '--etat', 'perdu'])).toMatchObject({
      code: 1,
      said: '--etat <état> : l’un de : received, alarm, ignored, refused, failed\n',
    })
  })
})

describe('mail show', patience, () => {
  it('shows a message, and its raw text byte for byte', async () => {
    const { said } = await byProgram(['mail', 'show', String(ids[0])])
    expect(Object.fromEntries(lines(said))).toEqual({
      Message: String(ids[0]),
      SIS: '*',
      Messagerie: expect.stringMatching(/^alarmes [a-f0-9]{32} @ mail\.example\.org, INBOX$/),
      État: 'failed',
      Raison: 'Raison.',
      Expéditeur: 'cet@example.org',
      Sujet: 'Illi[2Jsible',
      Date: '2026-03-14T13:34:00Z',
      Reçu: '2026-03-14T13:35:00Z',
      Taille: '21 octets',
      Tentatives: '1',
      'Message-ID': '<1@x>',
      UID: '1',
      'Texte brut': 'conservé (--raw)',
    })
    expect(await byProgram(['mail', 'show', String(ids[0]), '--raw'])).toEqual({ code: 0, said: raw })
    const none = await run(['mail', 'show', '--raw', String(ids[2])])
    expect(none).toEqual({ code: 1, said: `Le texte du message ${ids[2]} n’est pas conservé.\n` })
    expect(await run(['mail', 'show', '987654'])).toEqual({ code: 1, said: 'Message inconnu : 987654\n' })
  })
})

describe('mail relire', patience, () => {
  it('queues a message for a relecture, or explains why not', async () => {
    const said = `Le message ${ids[0]} sera relu dès qu’un worker est libre.\n`
    expect(await byProgram(['mail', 'relire', String(ids[0])])).toEqual({ code: 0, said })
    const admin = await database.as('admin')
    const { rows } = await admin.query(
      'select etat, (select count(*)::integer from graphile_worker.jobs where key = $2) as jobs from app.messages where id = $1',
      [ids[0], `relecture:*:${ids[0]}`],
    )
    expect(rows).toEqual([{ etat: 'received', jobs: 1 }])
    expect(await run(['mail', 'relire', String(ids[2])])).toEqual({
      code: 1,
      said: 'Le texte de ce message est à chercher dans sa messagerie, qui n’est pas active\n',
    })
  })
})
