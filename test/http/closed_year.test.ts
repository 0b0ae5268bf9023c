import { describe, expect, it } from 'vitest'
import { addSapeur } from './samples/interventions.ts'
import { addVehicule } from './samples/vehicules.ts'
import { ferme, useYear } from './year_fixture.ts'

const { told, sql, ask, made, put, addIntervention, addExercice, addDecompte, addEcriture } = useYear()

describe('a closed year', () => {
  it('refuses also what would write nothing', async () => {
    const id = await addIntervention()
    const exercice = await addExercice()
    const [vehicule, sapeur] = [await addVehicule(sql), await addSapeur(sql)]
    const doors: [string, object][] = [
      [`POST /interventions/${id}/vehicules`, { vehicules: [vehicule] }],
      [`POST /exercices/${exercice}/sapeurs`, { sapeurs: [sapeur] }],
    ]
    for (const [door, body] of doors) expect((await told(door, body))[0]).toBe(201)
    await put({ boucle: true, forcer: true })
    for (const [door, body] of doors) expect(await told(door, body)).toEqual(ferme)
  })

  it('gives that as the reason before that something is imputé', async () => {
    const id = await addIntervention(3)
    const exercice = await addExercice(4)
    await put({ boucle: true })
    for (const door of [
      `DELETE /interventions/${id}`,
      `DELETE /exercices/${exercice}`,
      `POST /exercices/${exercice}/annuler`,
    ])
      expect(await told(door)).toEqual(ferme)
    await expect(
      sql(`insert into app.intervention_groupes (intervention_id, no, designation) values ($1, '90', 'EM')`, [
        id,
      ]),
    ).rejects.toMatchObject({ code: 'PT409', message: 'Exercice comptable bouclé' })
  })

  it.each([
    ['écritures', 'update app.ecritures set total = 1 where exercice_comptable_id = $1'],
    ['écritures', 'delete from app.ecritures where exercice_comptable_id = $1'],
    [
      'écritures',
      `insert into app.ecritures (exercice_comptable_id, date, designation, total) values ($1, '2026-03-14', 'Solde', 1)`,
    ],
    ['décomptes', "update app.decomptes set paye_le = '2026-03-14' where exercice_comptable_id = $1"],
    [
      'décomptes',
      `insert into app.decomptes (exercice_comptable_id, designation, date) values ($1, 'X', '2026-03-14')`,
    ],
    [
      'paiements',
      `insert into app.paiements (decompte_id, sapeur_id, date)
       select d.id, (select max(id) from app.sapeurs), '2026-03-14' from app.decomptes d where exercice_comptable_id = $1`,
    ],
    [
      'paiements',
      'delete from app.paiements where decompte_id in (select id from app.decomptes where exercice_comptable_id = $1)',
    ],
  ])('keeps its %s as they are', async (_what, statement) => {
    const decompte = await addDecompte()
    await addEcriture(decompte)
    await sql(
      `insert into app.paiements (decompte_id, sapeur_id, date) select $1, min(id), '2026-03-14' from app.sapeurs`,
      [decompte],
    )
    await put({ boucle: true, forcer: true })
    await expect(sql(statement, [made.id])).rejects.toMatchObject({
      code: 'PT409',
      message: 'Exercice comptable bouclé',
    })
  })

  it('takes no entry of another year', async () => {
    const ecriture = await addEcriture()
    const other = (await ask('POST /exercices-comptable', { annee: made.annee + 50 })).body.data.id
    await told(`PUT /exercices-comptable/${other}`, { boucle: true })
    await expect(
      sql('update app.ecritures set exercice_comptable_id = $2 where id = $1', [ecriture, other]),
    ).rejects.toMatchObject({ code: 'PT409' })
  })
})
