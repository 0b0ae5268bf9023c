import { beforeEach, describe, expect, it } from 'vitest'
import { composeMail } from '../../../src/worker/send/compose_mail.ts'
import type { Mail } from '../../../src/worker/send/letters.ts'
import { useDatabase } from '../../support/database.ts'
import { allPermissions } from '../../support/table.ts'
import { useInbox, useQueue } from './send_fixture.ts'

const database = useDatabase()
const inbox = useInbox()
const queue = useQueue(database)
let payload = { genre: 'convocation', sis_key: 'hs', exercice_id: 0, sapeur_id: 0 }
let email = ''
let count = 0

/** Runs a statement in hs with every permission; returns its first value. */
async function set(text: string, values: unknown[] = []): Promise<number> {
  const owner = await database.as('owner')
  await owner.query('begin')
  await owner.query("select request.open(null, 'hs', $1, null)", [allPermissions])
  const { rows } = await owner.query({ text, values, rowMode: 'array' })
  await owner.query('commit')
  return Number(rows[0]?.[0])
}

beforeEach(async () => {
  count += 1
  email = `anne.${count}@example.org`
  const sapeur_id = await set("insert into app.sapeurs (nom, prenom) values ('Rochat', 'Anne') returning id")
  await set('insert into app.particularites (sapeur_id, email) values ($1, $2)', [sapeur_id, email])
  const exercice_id = await set(
    `insert into app.exercices (designation, date, heure, duree, lieu, communications)
     values ('Échelle <1>', '2026-03-18', '19:30', 120, 'Hangar', E'Tenue de feu.\\nRepas après.') returning id`,
  )
  await set('insert into app.exercice_sapeurs (exercice_id, sapeur_id) values ($1, $2)', [
    exercice_id,
    sapeur_id,
  ])
  payload = { ...payload, exercice_id, sapeur_id }
})

/** The mails to the sapeur once the queue is worked off. */
async function sent() {
  await queue.add(payload)
  await queue.work({ smtp: inbox.smtp() })
  expect(await queue.waiting()).toEqual([])
  return await inbox.to(email)
}

describe('the mail that calls a sapeur to an exercice', () => {
  it('tells what the exercice is and by when to be excused, and has no link', async () => {
    const [mail, ...others] = await sent()
    expect([others, mail?.subject]).toEqual([[], 'Convocation : Échelle <1>, mercredi 18 mars 2026'])
    expect(mail?.text).toBe(`Bonjour Anne Rochat,

SIS Haute-Sorne vous convoque à l’exercice suivant :

Exercice : Échelle <1>
Date : mercredi 18 mars 2026
Heure : de 19 h 30 à 21 h 30
Lieu : Hangar
Communications : Tenue de feu.
Repas après.

Si vous ne pouvez pas venir, excusez-vous dans Caserne, au plus tard le mercredi 25 mars 2026.

-- 
Caserne. Message automatique : personne ne lit les réponses.
`)
    expect(mail?.html).toContain('<b>Exercice :</b> Échelle &lt;1&gt;</p>')
    expect(mail?.html).not.toContain('http')
  })

  it('says what the exercice is when the mail is sent', async () => {
    await set("update app.exercices set date = '2026-03-19', lieu = '' where id = $1", [payload.exercice_id])
    const [mail] = await sent()
    expect(mail?.subject).toContain('jeudi 19 mars 2026')
    expect(mail?.text).not.toContain('Lieu')
  })

  it.each([
    ['was taken off the list', 'delete from app.exercice_sapeurs where exercice_id = $1'],
    ['is no longer convoked', 'update app.exercice_sapeurs set convoque = false where exercice_id = $1'],
    ['is called to an exercice that was called off', 'update app.exercices set statut = 0 where id = $1'],
  ])('is not sent to who %s meanwhile', async (_what, text) => {
    await set(text, [payload.exercice_id])
    expect(await sent()).toEqual([])
  })

  it('is not sent to who has no e-mail any more, nor from another SIS', async () => {
    await queue.add({ ...payload, sis_key: 'test' })
    await set("update app.particularites set email = '' where sapeur_id = $1", [payload.sapeur_id])
    expect(await sent()).toEqual([])
  })

  it('keeps its head to one line whatever the texts of the service', () => {
    const exercice = {
      designation: 'A\r\nBcc: victime@example.org',
      ...{ date: '2026-03-18', heure: '19:30:00', duree: 120, annule: false, delai: '2026-03-25' },
      ...{ lieu: '', localite: '', categorie: '', communications: '' },
    }
    const mail: Mail = { genre: 'convocation', email, name: 'Anne', sis: 'SIS\r\nX', exercice }
    expect(composeMail(mail, null).subject).toBe(
      'Convocation : A Bcc: victime@example.org, mercredi 18 mars 2026',
    )
  })
})
