import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { report, useJobs, vient } from '../jobs_fixture.ts'

const database = useDatabase()
const { store, read, alarme, personnes } = useJobs(database)

const em = (sis: string, ...names: string[]) => ({
  titre: `90 EM, ${sis}`,
  personnes: names.map((name) => vient(name)),
})

it('stores an alarm with the facts of the report', async () => {
  const stored = await store(report())
  expect(stored).toEqual({ nouveau: true, id: expect.any(Number), etat: 'alarm', raison: '', sis: ['hs'] })
  expect(await alarme('hs', stored)).toEqual({
    sis_key: 'hs',
    id: expect.any(String),
    empreinte: expect.stringMatching(/^[0-9a-f]{64}$/),
    changed_in: expect.any(String),
    version: expect.any(String),
    message_sis_key: '*',
    message_id: String(stored.id),
    date: new Date('2026-03-14T13:29:45Z'),
    type: 'Alarme réelle',
    code: 'FEU BAT',
    couleur: 'ROUGE',
    adresse: '2854 Bassecourt, Rue du Colonel-Hoffmeyer 12',
    complement: 'Cheminée',
    description: 'Feu bâtiment',
    date_creation: new Date('2026-03-14T13:28:15Z'),
    debut: new Date('2026-03-14T13:29:45Z'),
    fin: new Date('2026-03-14T13:33:37Z'),
    lat: '47.343965',
    lon: '7.246531',
    lv95_e: '2584110.00',
    lv95_n: '1243760.00',
    test: false,
    incomplet: false,
    avertissements: [],
    validated: false,
    intervention_refus: '',
    intervention_voulue: true,
    intervention_id: expect.any(String),
    created_at: expect.any(Date),
  })
})

it('keeps the message unchanged, with the raw text', async () => {
  const stored = await store(null, { raison: 'Avis météo.', sha256: 'abc', message_id: '<m@x>' })
  expect(await read('*', 'select * from app.messages where id = $1', [stored.id])).toEqual([
    {
      sis_key: '*',
      corps: null,
      id: String(stored.id),
      messagerie_id: expect.any(String),
      uidvalidity: '7',
      uid: expect.any(String),
      message_id: '<m@x>',
      sha256: 'abc',
      expediteur: 'cet@example.org',
      sujet: 'Alarme',
      date: new Date('2026-03-14T13:34:00Z'),
      taille: 1000,
      etat: 'ignored',
      raison: 'Avis météo.',
      tentatives: 1,
      incomplet: false,
      contenu: Buffer.from('raw'),
      created_at: expect.any(Date),
      version: '1',
    },
  ])
})

it('makes one alarm for each SIS concerned, with only its own groups and people', async () => {
  const groupes = [em('SIS Haute-Sorne', 'Amsler Ricarda', 'Inconnu Jean'), em('SIS Test', 'Aubry Pascal')]
  const stored = await store(report({ adresse: 'A 2', groupes }))
  expect(stored.sis).toEqual(['hs', 'test'])
  expect(await personnes('hs', stored)).toEqual([
    ['EM', 'Amsler Ricarda', true],
    ['EM', 'Inconnu Jean', false],
  ])
  expect(await personnes('test', stored)).toEqual([['EM', 'Aubry Pascal', true]])
  expect((await alarme('hs', stored)).adresse).toBe('A 2')
  expect((await alarme('test', stored)).adresse).toBe('A 2')
})

it('skips a group of an unknown SIS, and notes it', async () => {
  const groupes = [em('SIS Haute-Sorne'), em('SIS Ailleurs', 'Amsler Ricarda')]
  const stored = await store(report({ adresse: 'A 3', groupes }))
  expect(stored).toMatchObject({
    etat: 'alarm',
    sis: ['hs'],
    raison: 'Groupe sans SIS connu, ignoré : 90 EM, SIS Ailleurs.',
  })
  expect(await personnes('hs', stored)).toEqual([])
})

it('marks a report as failed that concerns no SIS of the instance', async () => {
  const stored = await store(report({ groupes: [em('SIS Ailleurs')] }))
  expect(stored).toMatchObject({
    nouveau: true,
    etat: 'failed',
    sis: [],
    raison: 'Aucun SIS de cette instance n’est nommé. Groupe sans SIS connu, ignoré : 90 EM, SIS Ailleurs.',
  })
  expect(await alarme('hs', stored)).toBeUndefined()
})

it('makes alarms only for the SIS of the mailbox, whatever the report says', async () => {
  const groupes = [em('SIS Test', 'Aubry Pascal'), em('SIS Haute-Sorne', 'Amsler Ricarda')]
  const stored = await store(report({ adresse: 'A 4', groupes, sis: ['test'] }), { sis_key: 'hs' })
  expect(stored).toMatchObject({
    sis: ['hs'],
    raison: 'Groupe sans SIS connu, ignoré : 90 EM, SIS Test.',
  })
  expect(await personnes('hs', stored)).toEqual([['EM', 'Amsler Ricarda', true]])
  expect(await alarme('test', stored)).toBeUndefined()
  const other = await store(report({ adresse: 'A 5', groupes: [em('SIS Test')] }), { sis_key: 'hs' })
  expect(await alarme('hs', other)).toMatchObject({ adresse: 'A 5' })
  expect(await alarme('test', other)).toBeUndefined()
})

it('shows each of several SIS the people of a plain text that it knows, and those that no SIS knows', async () => {
  const people = [vient('Amsler Ricarda'), vient('Aubry Pascal'), vient('Inconnu Jean', '+41790000000')]
  const stored = await store(
    report({ adresse: 'A 6', sis: ['hs', 'SIS Test'], groupes: [], personnes: people }),
  )
  expect(await personnes('hs', stored)).toEqual([
    ['', 'Amsler Ricarda', true],
    ['', 'Inconnu Jean', false],
  ])
  expect(await personnes('test', stored)).toEqual([
    ['', 'Aubry Pascal', true],
    ['', 'Inconnu Jean', false],
  ])
  const alone = await store(report({ adresse: 'A 7', sis: ['hs'], groupes: [], personnes: people }))
  expect(await personnes('hs', alone)).toEqual([
    ['', 'Amsler Ricarda', true],
    ['', 'Aubry Pascal', false],
    ['', 'Inconnu Jean', false],
  ])
})

it('notes only the people who come', async () => {
  const answers = ['ne_vient_pas', 'pas_atteint', 'aucune'] as const
  const people = answers.map((reponse, n) => ({ nom: `Personne ${n}`, telephones: [], reponse }))
  const groupes = [{ titre: '90 EM, SIS Haute-Sorne', personnes: [...people, vient('Tobler Daniel')] }]
  expect(await personnes('hs', await store(report({ adresse: 'A 8', groupes })))).toEqual([
    ['EM', 'Tobler Daniel', true],
  ])
})

it('keeps nothing of a report that the database refuses', async () => {
  const groupes = [em('SIS Haute-Sorne'), em('SIS Test')]
  await expect(
    store(report({ groupes, debut: '0000-01-01T10:00:00' }), { sha256: 'refused' }),
  ).rejects.toThrow('date/time field value out of range')
  expect(await read('*', "select from app.messages where sha256 = 'refused'")).toEqual([])
})
