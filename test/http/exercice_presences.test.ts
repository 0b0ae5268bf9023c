import { beforeEach, describe, expect, it } from 'vitest'
import { typed, usePresences, withId } from './presences_fixture.ts'
import { addSapeur } from './samples/interventions.ts'

const { told, sql, prepare, write: writeTo } = usePresences()
let [id, anne, bob] = [0, 0, 0]
beforeEach(async () => {
  ;({ id, anne, bob } = await prepare())
})
const write = (sapeurs: unknown[], permissions?: string[]) => writeTo(id, sapeurs, permissions)
const nameOf = async (sapeur: number) =>
  (await sql('select nom_prenom from app.sapeurs where id = $1', [sapeur]))[0]?.nom_prenom

describe('remarks', () => {
  it('and justifications are stored, cleared by null, and kept when absent', async () => {
    const said = { remarque: 'Parti à 21 h', justification: 'Malade' }
    const written = async (line: object) => (await write([{ sapeur_id: anne, ...line }])).row(anne)
    expect(await written({ present: true, ...said })).toMatchObject(said)
    expect(await written({ remarque: null })).toMatchObject({ remarque: '', justification: 'Malade' })
    expect(
      (await write([{ sapeur_id: bob, absent: true, ...said }], ['exercice.presence'])).row(bob),
    ).toMatchObject(said)
  })
})

describe('excuses', () => {
  const both = ['exercice.presence', 'exercice.validation']

  it('are decided by an account that may validate, dated today', async () => {
    const written = async (excuse_statut: unknown) =>
      (await write([{ sapeur_id: anne, excuse_type_id: 2, excuse_statut }], both)).row(anne)
    const [day] = await sql('select app.today()::text as today')
    for (const [sent, excuse_statut] of [
      [1, 1],
      [null, 1],
      [-1, -1],
    ])
      expect(await written(sent)).toMatchObject({
        excuse: true,
        excuse_statut,
        amende: false,
        date_validation: day?.today,
      })
    expect(await written(0)).toMatchObject({ excuse_statut: 0, date_validation: null })
  })

  it('stay unchanged when others send one, with a warning in the answer', async () => {
    const { row, warnings, status } = await write(
      [{ sapeur_id: bob }, { sapeur_id: anne, present: true, excuse_statut: 1 }],
      ['exercice.presence'],
    )
    expect([status, row(anne).excuse_statut, row(anne).present]).toEqual([201, 0, true])
    expect(warnings).toEqual([
      `sapeurs.1.excuse_statut (${await nameOf(anne)}) : reste inchangé, la permission exercice.validation est requise`,
    ])
    await write([{ sapeur_id: anne, excuse_statut: 1 }], both)
    const kept = await write([{ sapeur_id: anne, excuse_statut: 1 }], ['exercice.presence'])
    expect([kept.row(anne).excuse_statut, kept.warnings]).toEqual([1, []])
  })

  it('are never fines: they neither make nor cancel one', async () => {
    const warning = `sapeurs.0.excuse_statut (${await nameOf(anne)}) : reste inchangé, les amendes se calculent à part`
    const made = await write([{ sapeur_id: anne, absent: true, excuse_statut: -2 }])
    expect([made.row(anne).excuse_statut, made.warnings]).toEqual([0, [warning]])
    await sql(
      'update app.exercice_sapeurs set excuse_statut = -2 where exercice_id = $1 and sapeur_id = $2',
      [id, anne],
    )
    const taken = await write([{ sapeur_id: anne, absent: true, excuse_statut: 1 }])
    expect([taken.row(anne).excuse_statut, taken.row(anne).amende, taken.warnings]).toEqual([
      -2,
      true,
      [warning],
    ])
    // A tablet that sends back what it read gets no warning.
    expect((await write([taken.row(anne)])).warnings).toEqual([])
  })

  it('and derived fields are not taken from a client', async () => {
    const { warnings, row } = await write([
      {
        ...(await write([{ sapeur_id: anne, absent: true }])).row(anne),
        excuse: true,
        amende: true,
        date_demande: '2026-03-01',
      },
    ])
    expect(row(anne)).toMatchObject({ excuse: false, amende: false, date_demande: null })
    const name = await nameOf(anne)
    expect(warnings).toEqual([
      `sapeurs.0.excuse (${name}) : reste inchangé, ce champ suit excuse_type_id`,
      `sapeurs.0.amende (${name}) : reste inchangé, les amendes se calculent à part`,
      `sapeurs.0.date_demande (${name}) : reste inchangé, ce champ suit la demande du sapeur`,
    ])
  })

  it('have none but the documented values', async () => {
    const { status, error } = await write([{ sapeur_id: anne, excuse_statut: 2 }])
    expect([status, error]).toEqual([
      422,
      { 'sapeurs.0.excuse_statut': ['La valeur doit être l’une de : -2, -1, 0, 1.'] },
    ])
  })
})

describe('a person added on the tablet', () => {
  it('gets a row with all the sent fields', async () => {
    const carl = await addSapeur(sql)
    const { row, warnings } = await write(
      [{ sapeur_id: carl, convoque: false, remarque: 'Invité', heures: [typed(2, '1.00')] }],
      ['exercice.presence'],
    )
    expect(warnings).toEqual([])
    expect(row(carl)).toMatchObject({
      convoque: false,
      present: false,
      remarque: 'Invité',
      heures: [withId(2, '1.00')],
    })
  })
})

describe('empty elements', () => {
  it('of a tablet’s lists are skipped, with a warning', async () => {
    const { status, row, warnings } = await write([
      null,
      { sapeur_id: anne, present: true, heures: [null, typed(2, 1), null] },
      null,
      { sapeur_id: bob, absent: true },
    ])
    expect([status, row(anne).heures, row(bob).absent]).toEqual([201, [withId(2, '1.00')], true])
    expect(warnings).toEqual([
      'sapeurs.0 : élément vide, ignoré',
      'sapeurs.1.heures.0 : élément vide, ignoré',
      'sapeurs.1.heures.2 : élément vide, ignoré',
      'sapeurs.2 : élément vide, ignoré',
    ])
    const after = await write([null, { sapeur_id: 999_999, present: true }])
    expect([after.status, Object.keys(after.error)]).toEqual([422, ['sapeurs.1.sapeur_id']])
  })

  it('of other lists are refused by name', async () => {
    for (const method of ['POST', 'DELETE'])
      expect(await told(`${method} /exercices/${id}/sapeurs`, { sapeurs: [anne, null] })).toMatchObject([
        422,
        { error: { 'sapeurs.1': expect.any(Array) } },
      ])
    expect(await told(`POST /exercices/${id}/presences`, { sapeurs: null })).toMatchObject([
      422,
      { error: { sapeurs: expect.any(Array) } },
    ])
  })
})
