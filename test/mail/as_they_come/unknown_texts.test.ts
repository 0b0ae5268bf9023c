import { describe, expect, it } from 'vitest'
import { parseMessage } from '../../../src/mail/reading/parse_message.ts'
import { dispatches } from '../corpus/dispatches.ts'
import { type Content, html, letter, multipart, plain, text } from '../corpus/letter.ts'
import { readLetter } from './read_letter.ts'

describe('a text in an unknown layout', () => {
  it.each(dispatches)('is failed, so that people read it: %j', async (body) => {
    expect(await readLetter(body)).toEqual({
      etat: 'failed',
      raison: 'Aucun format d’alarme reconnu.',
      format: null,
    })
    expect(await readLetter(html(`<p>${body.replaceAll('\n', '<br>')}</p>`))).toMatchObject({
      etat: 'failed',
    })
  })

  it.each([
    'Rapport disponible : https://rapports.example.org/4711',
    'Le rapport est ici :\nhttps://rapports.example.org/4711\n\nSalutations',
  ])('that refers elsewhere is failed, and says so: %j', async (body) => {
    expect(await readLetter(body)).toEqual({
      etat: 'failed',
      raison: 'Aucun format d’alarme reconnu. Un lien qu’il contient n’est pas suivi.',
      format: null,
    })
  })

  it('with a file in yEnc is failed', async () => {
    const body = '=ybegin line=128 size=12 name=rapport.pdf\nabcdefghijkl\n=yend size=12\n'
    expect(await readLetter(body)).toMatchObject({
      etat: 'failed',
      raison: 'Le texte du message contient un fichier (yEnc), qui n’est pas lu.',
    })
  })

  it('beside an answer that was enclosed is failed', async () => {
    const bounce = letter('Absent', {
      headers: ['Auto-Submitted: auto-replied', ...text()],
      body: 'Je suis absent.',
    })
    const enclosed: Content = { headers: ['Content-Type: message/rfc822'], body: bounce }
    expect(await readLetter(multipart('mixed', plain('À lire'), enclosed))).toMatchObject({ etat: 'failed' })
  })
})

describe('a mail that certainly is no alarm is ignored', () => {
  it.each(['', 'Alarme', 'Essai'])('an empty one, with the subject "%s"', async (subject) => {
    expect(await readLetter('  \n', subject)).toEqual({
      etat: 'ignored',
      raison: 'Le message est vide.',
      format: null,
    })
  })

  it('but not one that says all in its subject', async () => {
    expect(await readLetter('', 'Incendie Bassecourt')).toMatchObject({ etat: 'failed' })
    expect(await readLetter('', 'Fumée à la rue Principale 1')).toMatchObject({ etat: 'failed' })
  })

  it('an automatic answer', async () => {
    const raw = letter('Absent', {
      headers: ['Auto-Submitted: auto-replied', ...text()],
      body: 'Je suis absent.',
    })
    expect(await parseMessage(raw)).toMatchObject({ etat: 'ignored', raison: 'Réponse automatique.' })
  })

  it('but not one that a program sent', async () => {
    const raw = letter('Rapport', {
      headers: ['Auto-Submitted: auto-generated', ...text()],
      body: 'B2 Brand',
    })
    expect(await parseMessage(raw)).toMatchObject({ etat: 'failed' })
  })
})
