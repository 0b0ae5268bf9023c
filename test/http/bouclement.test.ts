import { describe, expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { beginInHs, untilBlocked } from '../support/waiting.ts'
import { ferme, useYear } from './year_fixture.ts'

const { told, sql, database, ask, made, put, day, ...add } = useYear()
const { addIntervention, addExercice, addDecompte, addEcriture } = add

describe('an accounting year', () => {
  it('is closed, and opened again, when nothing in it is left to do', async () => {
    await addIntervention(3)
    for (const statut of [0, 4]) await addExercice(statut)
    await addEcriture(await addDecompte(day('12-31')))
    await addEcriture(null, 'sis')
    expect((await put({ boucle: true }))[1].data).toMatchObject({ id: made.id, boucle: true })
    expect((await put({ boucle: false }))[1].data).toMatchObject({ id: made.id, boucle: false })
  })

  it('says how much is left to do, of each kind', async () => {
    for (const statut of [0, 1, 2]) await addIntervention(statut)
    await addExercice(3)
    const decompte = await addDecompte()
    for (const each of [null, null, decompte]) await addEcriture(each)
    expect(await put({ boucle: true })).toEqual([
      409,
      { error: 'Il reste 3 interventions et 1 exercice à imputer, 2 écritures et 1 décompte à payer' },
    ])
    expect((await put({}))[1].data.boucle).toBe(false)
  })

  it.each([
    [addIntervention, '1 intervention et 0 exercice à imputer, 0 écriture et 0 décompte à payer'],
    [addExercice, '0 intervention et 1 exercice à imputer, 0 écriture et 0 décompte à payer'],
    [addEcriture, '0 intervention et 0 exercice à imputer, 1 écriture et 0 décompte à payer'],
    [addDecompte, '0 intervention et 0 exercice à imputer, 0 écriture et 1 décompte à payer'],
  ])('is not closed while one thing is left to do', async (add, left) => {
    await add()
    expect(await put({ boucle: true })).toEqual([409, { error: `Il reste ${left}` }])
  })

  it('is closed anyway when that is asked for, and stays so', async () => {
    await addIntervention()
    expect((await put({ boucle: true, forcer: false }))[0]).toBe(409)
    expect((await put({ boucle: true, forcer: true }))[1].data).toMatchObject({ boucle: true })
    expect((await put({ boucle: true }))[1].data).toMatchObject({ boucle: true })
  })

  it('that is closed does not change and is not removed', async () => {
    await put({ boucle: true })
    for (const change of [
      { designation: 'X' },
      { annee: 2199 },
      { fin: day('11-30') },
      { debut: day('02-01'), boucle: true },
    ])
      expect(await put(change)).toEqual(ferme)
    expect(await told(`DELETE /exercices-comptable/${made.id}`)).toEqual(ferme)
    expect((await put({ boucle: false, designation: 'X' }))[1].data).toMatchObject({
      boucle: false,
      designation: 'X',
    })
  })

  it('is closed by those who keep its settings, and the journal says who', async () => {
    const as = `config.${made.annee}@example.org`
    const user = await makeAccount(database, { email: as, permissions: { hs: ['comptabilite.config'] } })
    await addIntervention()
    const closing = { boucle: true, forcer: true }
    expect((await told(`PUT /exercices-comptable/${made.id}`, { boucle: true }, { as }))[0]).toBe(409)
    expect((await told(`PUT /exercices-comptable/${made.id}`, closing, { as }))[0]).toBe(200)
    const [row] = await sql(
      `select user_id::integer as user from audit.journal
        where ressource = 'exercices_comptables' and ligne_id = $1 order by id desc limit 1`,
      [made.id],
    )
    expect(row).toEqual({ user })
    expect(await told(`PUT /exercices-comptable/${made.id}`, closing, { as: 'chef@example.org' })).toEqual([
      403,
      { error: 'Permission requise : comptabilite.config' },
    ])
  })
})

describe('closing a year', () => {
  it('waits for those who write to it, and counts what they wrote', async () => {
    const id = await addIntervention(3)
    const writer = await beginInHs(database, ['comptabilite.modification', 'intervention.modification'])
    await writer.query('update app.interventions set statut = 2 where id = $1', [id])
    const closing = put({ boucle: true })
    await untilBlocked(database)
    await writer.query('commit')
    await writer.end()
    expect(await closing).toEqual([
      409,
      { error: 'Il reste 1 intervention et 0 exercice à imputer, 0 écriture et 0 décompte à payer' },
    ])
  })

  it('makes those wait who write to it, and then refuses them', async () => {
    const exercice = await addExercice()
    const closer = await beginInHs(database, ['comptabilite.config'])
    await closer.query('update app.exercices_comptables set boucle = true where id = $1', [made.id])
    const writing = told(`POST /exercices/${exercice}/annuler`)
    await untilBlocked(database)
    await closer.query('commit')
    await closer.end()
    expect(await writing).toEqual(ferme)
  })

  it('does not make writers wait for each other, nor for who numbers an intervention', async () => {
    const id = await addIntervention()
    const exercice = await addExercice()
    const writer = await beginInHs(database, ['intervention.modification'])
    await writer.query("update app.interventions set objet = 'Feu éteint' where id = $1", [id])
    expect((await told(`POST /exercices/${exercice}/annuler`))[0]).toBe(200)
    expect(
      (await ask('POST /interventions', { date_debut: day('05-05'), heure_debut: '10:00', objet: 'Feu' }))
        .status,
    ).toBe(201)
    await writer.query('commit')
    await writer.end()
  })
})
