import { describe, expect, it } from 'vitest'
import { useDecomptes } from './decompte_fixture.ts'
import { addEcriture } from './samples/comptabilite_decomptes.ts'
import { addCompte } from './samples/comptabilite_imputation.ts'
import { addConvocation } from './samples/exercices.ts'

const { sql, database, made, ask, demande, make, add } = useDecomptes()
const taken = (id: number) => sql('select id from app.ecritures where decompte_id = $1 order by id', [id])

describe('a décompte', () => {
  it('pays the entries of each sapeur by their type, less contributions', async () => {
    for (const [type, total] of [
      [1, 5500],
      [2, 3000],
      [3, 40],
      [4, 12.35],
      [0, 7],
    ] as const)
      await add(made.anne, type, total)
    await add(made.anne, 0, 20, { compte_id: await addCompte(sql, true), module: 5 })
    await add(made.bob, 0, 20, { compte_id: await addCompte(sql, true), module: 5 })
    const [status, { data, avertissements }] = await make()
    expect([status, data]).toEqual([
      201,
      {
        id: expect.any(Number),
        exercice_comptable_id: made.year,
        designation: 'Soldes',
        date: '2026-07-10',
        deduction: true,
        total: '8519.35',
        avs_total: '164.30',
        ac_total: '34.10',
        a_payer_total: '8340.95',
        a_facturer_total: '20.00',
        paye_le: null,
        paiements: [
          {
            id: expect.any(Number),
            sapeur_id: made.anne,
            solde: '5500.00',
            indemnite: '3000.00',
            frais_forfaitaire: '40.00',
            frais_effectif: '12.35',
            autre: '-13.00',
            avs_ac: '198.40',
            total: '8340.95',
          },
          {
            id: expect.any(Number),
            sapeur_id: made.bob,
            solde: '0.00',
            indemnite: '0.00',
            frais_forfaitaire: '0.00',
            frais_effectif: '0.00',
            autre: '-20.00',
            avs_ac: '0.00',
            total: '-20.00',
          },
        ],
      },
    ])
    expect(avertissements.length).toBe(2)
    expect(await ask(`GET /decomptes/${data.id}`)).toEqual([200, { data }])
    const { paiements, ...resume } = data
    expect(await ask(`GET /decomptes?exercice_comptable_id=${made.year}`)).toEqual([200, { data: [resume] }])
  })

  it('writes an entry of AVS for each sapeur, and one of the service for both halves', async () => {
    await add(made.anne, 2, 3000)
    await add(made.bob, 3, 40)
    const [, { data }] = await make()
    const [, { data: entries }] = await ask(`GET /decomptes/${data.id}/ecritures`)
    const told = entries.map((row: Record<string, unknown>) => [
      row.sapeur_id,
      row.module,
      row.type,
      row.total,
    ])
    expect(told).toEqual([
      [null, 4, 5, '384.00'],
      [made.bob, 4, 5, '0.00'],
      [made.anne, 4, 5, '-192.00'],
      [made.bob, 0, 3, '40.00'],
      [made.anne, 0, 2, '3000.00'],
    ])
    expect((await make())[0]).toBe(409)
  })

  it('takes only entries of the modules, sapeurs and exercice that are asked for', async () => {
    const one = await add(made.anne, 1, 10, { module: 1 })
    const two = await add(made.anne, 1, 10, { module: 2 })
    const bobs = await add(made.bob, 1, 10, { module: 1 })
    const exercice = (await addConvocation(sql)).id
    const atExercice = await add(made.bob, 1, 10, { module: 1, exercice_id: exercice })
    await addEcriture(sql, made.year, made.bob, { sapeur_id: null, total: 10 })
    const ids = async (changes: object) =>
      (await taken((await make({ deduction: false, ...changes }))[1].data.id)).map(({ id }) => Number(id))
    expect(await ids({ exercice_id: exercice })).toEqual([atExercice])
    expect(await ids({ sapeur_ids: [made.anne], modules: [2] })).toEqual([two])
    expect(await ids({ sapeur_ids: [made.bob] })).toEqual([bobs])
    const none = [409, { error: 'Aucune écriture à payer' }]
    expect(await make({ deduction: false, sapeur_ids: [] })).toEqual(none)
    expect(await make({ deduction: false, modules: [] })).toEqual(none)
    expect(await ids({})).toEqual([one])
    expect(await make({ deduction: false })).toEqual(none)
  })

  it('is simulated without writing anything', async () => {
    await add(made.anne, 2, 3000)
    const ids = await sql('select max(id) as id from app.decomptes')
    const [status, simulated] = await ask('POST /decomptes/simulation', demande())
    expect([status, simulated.data.id, simulated.data.avs_total]).toEqual([200, null, '159.00'])
    expect(await sql('select max(id) as id from app.decomptes')).toEqual(ids)
    const [, answer] = await make()
    const blank = { ...answer.data, id: null }
    blank.paiements = blank.paiements.map((row: object) => ({ ...row, id: null }))
    expect(simulated).toEqual({ ...answer, data: blank })
  })

  it('warns of those without a birth date, unless nothing is withheld from them', async () => {
    await sql('update app.particularites set date_naissance = null where sapeur_id = any ($1)', [
      [made.anne, made.bob],
    ])
    await sql(
      'insert into app.salaires (sapeur_id, cotisation_avs) values ($1, false) on conflict (sis_key, sapeur_id) do update set cotisation_avs = false',
      [made.bob],
    )
    await add(made.anne, 2, 3000)
    await add(made.bob, 2, 3000)
    const [anne] = await sql('select nom_prenom as nom from app.sapeurs where id = $1', [made.anne])
    const [, { data, avertissements }] = await make()
    expect(avertissements).toEqual([
      `${anne?.nom} n’a pas de date de naissance : ses cotisations ne tiennent pas compte de son âge`,
    ])
    expect(data.paiements.map((row: { avs_ac: string }) => row.avs_ac)).toEqual(['192.00', '0.00'])
  })

  it('is refused in a closed year, without AVS parameters, and for people and exercices that do not exist', async () => {
    await add(made.anne, 2, 3000)
    expect(await make({ sapeur_ids: [made.anne, 987_654] })).toEqual([
      422,
      { error: { sapeur_ids: ['Ce sapeur n’existe pas.'] } },
    ])
    expect(await make({ exercice_id: 987_654 })).toEqual([
      422,
      { error: { exercice_id: ['Cet exercice n’existe pas.'] } },
    ])
    expect(await make({ exercice_comptable_id: 987_654 })).toEqual([
      422,
      { error: { exercice_comptable_id: ['Cet exercice comptable n’existe pas.'] } },
    ])
    await sql('delete from app.avs_params where exercice_comptable_id = $1', [made.year])
    expect(await make()).toEqual([409, { error: 'Les paramètres AVS de cet exercice comptable manquent' }])
    await sql('update app.exercices_comptables set boucle = true where id = $1', [made.year])
    const closed = [409, { error: 'Exercice comptable bouclé' }]
    expect(await make({ deduction: false })).toEqual(closed)
    expect(await ask('POST /decomptes/simulation', demande({ deduction: false }))).toEqual(closed)
  })

  it('is refused without the permission, by the database itself', async () => {
    const api = await database.as('api')
    const open = "from request.open(1, 'hs', '{comptabilite.lecture,comptabilite.config}', null)"
    for (const call of ['create_decompte', 'simuler_decompte'])
      await expect(
        api.query(`select api.${call}($1) ${open}`, [JSON.stringify(demande())]),
      ).rejects.toMatchObject({ code: 'PT403' })
  })
})
