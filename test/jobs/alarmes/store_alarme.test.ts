import { describe, expect, it } from 'vitest'
import type { Report } from '../../../src/mail/report/report.ts'
import { useDatabase } from '../../support/database.ts'
import { report, useJobs, vient } from '../jobs_fixture.ts'

const database = useDatabase()
const { store, read, alarme, intervention } = useJobs(database)

it.each([
  ['in winter', '2026-01-14T14:29:45', '2026-01-14T13:29:45Z'],
  ['in summer', '2026-07-14T14:29:45', '2026-07-14T12:29:45Z'],
  ['just before summer time', '2026-03-29T01:59:59', '2026-03-29T00:59:59Z'],
  ['just after summer time began', '2026-03-29T03:00:00', '2026-03-29T01:00:00Z'],
  ['with its own offset', '2026-07-14T14:29:45+05:00', '2026-07-14T09:29:45Z'],
  ['in UTC', '2026-07-14T14:29:45Z', '2026-07-14T14:29:45Z'],
])('reads a time in the zone of the SIS: %s', async (_, debut, instant) => {
  const stored = await store(report({ adresse: 'C 1', debut }), { date: instant })
  expect(await alarme('hs', stored)).toMatchObject({ date: new Date(instant), debut: new Date(instant) })
})

it('reads the same report in the time zone of each SIS', async () => {
  const admin = await database.as('admin')
  await admin.query("update app.sis set fuseau = 'America/Cayenne' where sis_key = 'test'")
  const groupes = ['SIS Haute-Sorne', 'SIS Test'].map((sis) => ({ titre: `90 EM, ${sis}`, personnes: [] }))
  const stored = await store(report({ adresse: 'C 2', groupes, debut: '2026-07-14T23:30:00' }), {
    date: '2026-07-14T21:31:00Z',
  })
  expect((await alarme('hs', stored)).date).toEqual(new Date('2026-07-14T21:30:00Z'))
  expect((await alarme('test', stored)).date).toEqual(new Date('2026-07-15T02:30:00Z'))
  const local = { date_debut: new Date(2026, 6, 14), heure_debut: '23:30:00' }
  expect(await intervention('hs', stored)).toMatchObject(local)
  expect(await intervention('test', stored)).toMatchObject(local)
  await admin.query("update app.sis set fuseau = 'Europe/Zurich' where sis_key = 'test'")
})

describe('the date of an alarm', () => {
  it.each<[string, Partial<Report>, string]>([
    ['its start', {}, '2026-03-14T13:29:45Z'],
    ['its creation, without a start', { debut: null }, '2026-03-14T13:28:15Z'],
    ['the date of the mail, without either', { debut: null, date_creation: null }, '2026-03-14T13:34:00Z'],
  ])('is %s', async (_, changes, date) => {
    const stored = await store(report({ adresse: 'C 3', ...changes }))
    expect((await alarme('hs', stored)).date).toEqual(new Date(date))
  })

  it.each<[string, Partial<Report>, string, string]>([
    ['a day ahead', { debut: '2026-03-15T14:34:00' }, '2026-03-15T13:34:00Z', ''],
    [
      'more than a day ahead',
      { debut: '2026-03-15T14:34:01' },
      '2026-03-14T13:34:00Z',
      'Date improbable (15.03.2026 14:34) : l’alarme porte celle du message.',
    ],
    ['a year behind', { debut: '2025-03-14T14:34:00' }, '2025-03-14T13:34:00Z', ''],
    [
      'more than a year behind',
      { debut: null, date_creation: '2025-03-14T14:33:59' },
      '2026-03-14T13:34:00Z',
      'Date improbable (14.03.2025 14:33) : l’alarme porte celle du message.',
    ],
    [
      'centuries away',
      { debut: '9999-12-31T23:59:59' },
      '2026-03-14T13:34:00Z',
      'Date improbable (31.12.9999 23:59) : l’alarme porte celle du message.',
    ],
  ])(
    'is accepted up to a day ahead of the mail and a year behind it: %s',
    async (_, changes, date, raison) => {
      const stored = await store(report({ adresse: 'C 10', ...changes }))
      expect(stored).toMatchObject({ etat: 'alarm', raison })
      const its = await alarme('hs', stored)
      expect(its.date).toEqual(new Date(date))
      const day = new Date(its.date.toLocaleDateString('sv', { timeZone: 'Europe/Zurich' }))
      day.setHours(0)
      expect(await intervention('hs', stored)).toMatchObject({ date_debut: day })
    },
  )

  it('is the present when the mail has no date either', async () => {
    const stored = await store(report({ adresse: 'C 4', debut: null, date_creation: null }), { date: null })
    expect(Math.abs(Date.now() - (await alarme('hs', stored)).date.getTime())).toBeLessThan(60_000)
  })
})

it('takes the code without a type, and code and complement without a description', async () => {
  const stored = await store(report({ adresse: 'C 5', type: '', description: '' }))
  expect(await alarme('hs', stored)).toMatchObject({ type: 'FEU BAT', description: 'FEU BAT Cheminée' })
})

it('stores an alarm without coordinates', async () => {
  const stored = await store(report({ adresse: 'C 6', lv95: null, wgs84: null }))
  expect(await alarme('hs', stored)).toMatchObject({ lat: null, lon: null, lv95_e: null, lv95_n: null })
  expect(await intervention('hs', stored)).toMatchObject({ wgs84: '' })
})

describe('an intervention', () => {
  it.each<[Partial<Report>, boolean]>([
    [{ type: 'Alarme test' }, false],
    [{ type: 'TEST' }, false],
    [{ type: 'Exercice' }, false],
    [{ description: 'Exercice : feu à l’école' }, false],
    [{ type: 'Feu salle d’exercice' }, true],
    [{ type: 'Attestation' }, true],
    [{ type: '', code: 'EXERCICE FEU' }, false],
    [{ type: 'Alarme réelle' }, true],
    [{ type: 'Contestation' }, true],
  ])('is wanted for %j: %j', async (changes, wanted) => {
    const stored = await store(report({ adresse: 'C 7', ...changes }))
    expect(await alarme('hs', stored)).toMatchObject({
      test: !wanted,
      intervention_voulue: wanted,
      intervention_refus: wanted ? '' : 'Alarme test : pas d’intervention automatique.',
    })
    expect((await intervention('hs', stored)) !== undefined).toBe(wanted)
  })

  it('is not made for a SIS that makes its own', async () => {
    const admin = await database.as('admin')
    await admin.query("update app.sis set intervention_automatique = false where sis_key = 'hs'")
    const groupes = ['SIS Haute-Sorne', 'SIS Test'].map((sis) => ({ titre: `90 EM, ${sis}`, personnes: [] }))
    const stored = await store(report({ adresse: 'C 8', groupes }))
    expect(await alarme('hs', stored)).toMatchObject({ intervention_voulue: false, intervention_id: null })
    expect(await intervention('test', stored)).toMatchObject({ lieu: 'C 8' })
    await admin.query("update app.sis set intervention_automatique = true where sis_key = 'hs'")
  })
})

it('records every number, and the function on the day of the alarm', async () => {
  const groupes = [
    {
      titre: '90 EM, SIS Haute-Sorne',
      personnes: [vient('Amsler R.', '+41795551010', '+41320000000'), vient('Inconnu')],
    },
  ]
  const { id } = await alarme('hs', await store(report({ adresse: 'C 9', groupes })))
  const query =
    'select nom_complet, telephone, telephones, fonction from app.alarme_personnes where alarme_id = $1 order by id'
  expect(await read('hs', query, [id])).toEqual([
    {
      nom_complet: 'Amsler R.',
      telephone: '+41795551010',
      telephones: ['+41795551010', '+41320000000'],
      fonction: 'Commandant',
    },
    { nom_complet: 'Inconnu', telephone: '', telephones: [], fonction: '' },
  ])
})

describe('an incomplete report', () => {
  const [staff, piquet] = ['90 EM, SIS Haute-Sorne', '12 Piquet, SIS Test']
  const gap = (titre: string) =>
    `Groupe « ${titre} » : 1 lu(s) pour « Viennent », 2 annoncé(s). Ce groupe n’est pas repris.`
  const partial = report({
    adresse: 'C 9',
    groupes: [{ titre: staff, personnes: [] }],
    groupes_ecartes: [piquet],
    incomplet: true,
    avertissements: ['Rapport incomplet : 22 personnes lues sur 30.', gap(staff), gap(piquet)],
  })

  it('makes incomplete alarms, also of the SIS whose group is left out, and each reads of its own groups', async () => {
    const stored = await store(partial)
    const missing = 'Rapport incomplet : 22 personnes lues sur 30.'
    expect(await alarme('hs', stored)).toMatchObject({
      incomplet: true,
      avertissements: [missing, gap(staff)],
    })
    expect(await alarme('test', stored)).toMatchObject({
      incomplet: true,
      avertissements: [missing, gap(piquet)],
    })
    expect(await intervention('test', stored)).toMatchObject({ lieu: 'C 9' })
    const admin = await database.as('admin')
    const { rows } = await admin.query('select etat, incomplet, raison from app.messages where id = $1', [
      stored.id,
    ])
    expect(rows).toEqual([{ etat: 'alarm', incomplet: true, raison: partial.avertissements.join(' ') }])
  })

  it('is not one that is whole', async () => {
    const stored = await store(report({ adresse: 'C 10' }))
    expect(await alarme('hs', stored)).toMatchObject({ incomplet: false, avertissements: [] })
  })
})
