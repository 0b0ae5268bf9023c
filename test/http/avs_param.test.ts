import { describe, expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addEcriture } from './samples/comptabilite_decomptes.ts'
import { addSapeur } from './samples/interventions.ts'

const { database, ask, told, sql } = useDataApi()

const open = async (annee: number) =>
  (await told('POST /exercices-comptable', { annee }))[1].data.id as number
const federal = {
  taux_avs: '0.10600',
  taux_ac: '0.02200',
  franchise_avs: '2500.00',
  franchise_imposition: '5400.00',
  plafond_ac: '148200.00',
  seuil_sur_solde: false,
  compte_id: 4,
  ecriture_categorie_id: 4,
}

describe('the AVS parameters of an accounting year', () => {
  it('are those of the year before when the year is opened', async () => {
    const before = await open(2060)
    const change = { taux_avs: 0.107, franchise_avs: '2600', seuil_sur_solde: true, compte_id: 7 }
    const [status, { data }] = await told(`POST /avs-param/${before}`, change)
    const changed = { ...federal, ...change, taux_avs: '0.10700', franchise_avs: '2600.00' }
    expect([status, data]).toEqual([200, { exercice_comptable_id: before, ...changed }])
    const next = await open(2061)
    expect(await told(`GET /avs-param/${next}`)).toEqual([
      200,
      { data: { exercice_comptable_id: next, ...changed } },
    ])
    // A year before both keeps to the one before it.
    const earlier = await open(2059)
    expect((await told(`GET /avs-param/${earlier}`))[1].data).toEqual({
      exercice_comptable_id: earlier,
      ...federal,
    })
  })

  it.each([
    [1990, '2300.00', '5000.00'],
    [2023, '2300.00', '5200.00'],
    [2024, '2300.00', '5300.00'],
    [2025, '2500.00', '5300.00'],
    [2026, '2500.00', '5400.00'],
  ])(
    'are the federal figures of %i in the first year of a SIS',
    async (annee, franchise_avs, franchise_imposition) => {
      const owner = await database.as('owner')
      await owner.query('begin')
      await owner.query("select auth.add_sis('neuf', 'SIS neuf', null)")
      await owner.query("select request.open(null, 'neuf', '{comptabilite.config}', null)")
      await owner.query(
        `insert into app.exercices_comptables (annee, designation, debut, fin)
       values ($1::integer, $1::integer::text, make_date($1, 1, 1), make_date($1, 12, 31))`,
        [annee],
      )
      const { rows } = await owner.query('select api.as_json(p) as data from app.avs_params p')
      await owner.query('rollback')
      expect(rows).toEqual([
        {
          data: {
            exercice_comptable_id: expect.any(Number),
            ...federal,
            franchise_avs,
            franchise_imposition,
          },
        },
      ])
    },
  )

  it('come with a year that an intervention opens', async () => {
    await sql(`delete from app.avs_params p using app.exercices_comptables e
      where e.id = p.exercice_comptable_id and not e.boucle`)
    await makeAccount(database, {
      email: 'saisie@example.org',
      permissions: { hs: ['intervention.modification'] },
    })
    const year = new Date().getFullYear() + 1
    const [known] = await sql('select id from app.exercices_comptables where annee = $1', [year])
    expect(known).toBeUndefined()
    const body = { date_debut: `${year}-03-14`, heure_debut: '14:30', objet: 'Feu' }
    const [status, { data }] = await told('POST /interventions', body, { as: 'saisie@example.org' })
    expect(status).toBe(201)
    expect((await told(`GET /avs-param/${data.exercice_comptable_id}`))[0]).toBe(200)
    const rows = await sql(
      "select user_id from audit.journal where ressource = 'avs_params' order by id desc limit 1",
    )
    const [saisie] = (
      await (await database.as('admin')).query("select id from auth.users where email = 'saisie@example.org'")
    ).rows
    expect(rows).toEqual([{ user_id: saisie.id }])
  })

  it('are rewritten where a year has none', async () => {
    const id = await open(2070)
    await sql('delete from app.avs_params where exercice_comptable_id = $1', [id])
    expect(await told(`GET /avs-param/${id}`)).toEqual([
      404,
      { error: 'Exercice comptable sans paramètres AVS' },
    ])
    expect(await told(`POST /avs-param/${id}`, { taux_ac: '0.03' })).toEqual([
      422,
      { error: { compte_id: ['Ce champ est obligatoire.'] } },
    ])
    expect(
      await told(`POST /avs-param/${id}`, { taux_ac: '0.03', compte_id: 4, ecriture_categorie_id: 4 }),
    ).toEqual([200, { data: { exercice_comptable_id: id, ...federal, taux_ac: '0.03000' } }])
    expect(await told('POST /avs-param/999999', {})).toEqual([404, { error: 'Exercice comptable inconnu' }])
  })

  it.each([
    [{ taux_avs: '1.1' }, 'taux_avs', 'Le taux doit être de 0 à 1.'],
    [{ taux_avs: 1.1 }, 'taux_avs', 'La valeur ne doit pas dépasser 1.'],
    [{ taux_avs: 0.1060001 }, 'taux_avs', 'Il faut cinq décimales au plus.'],
    [{ taux_ac: '0.0220001' }, 'taux_ac', 'Le format n’est pas valide.'],
    [{ plafond_ac: -1 }, 'plafond_ac', 'La valeur doit être d’au moins 0.'],
    [{ compte_id: 999999 }, 'compte_id', 'Ce compte n’existe pas.'],
  ])('are refused with %j', async (wrong, field, sentence) => {
    const [year] = await sql(
      `select min(e.id)::int as id from app.avs_params p join app.exercices_comptables e
         on e.id = p.exercice_comptable_id and not e.boucle`,
    )
    expect(await told(`POST /avs-param/${year?.id}`, wrong)).toEqual([
      422,
      { error: { [field]: [sentence] } },
    ])
  })

  it('no longer change once a décompte has withheld contributions, or the year is closed', async () => {
    const [withheld, closed] = [await open(2080), await open(2081)]
    await sql(
      `insert into app.decomptes (exercice_comptable_id, designation, date, deduction)
       values ($1, 'Sans', '2080-01-31', false), ($2, 'Sans', '2081-01-31', false)`,
      [withheld, closed],
    )
    expect((await told(`POST /avs-param/${withheld}`, { franchise_avs: 2600 }))[0]).toBe(200)
    // As the migration from 0.1.0 leaves them: without entries of AVS.
    await sql('update app.decomptes set deduction = true where exercice_comptable_id = $1', [withheld])
    expect((await told(`POST /avs-param/${withheld}`, { franchise_avs: 2700 }))[0]).toBe(200)
    await addEcriture(sql, withheld, await addSapeur(sql))
    const demande = {
      exercice_comptable_id: withheld,
      designation: 'Soldes',
      date: '2080-02-28',
      deduction: true,
    }
    expect((await told('POST /decomptes', demande))[0]).toBe(201)
    expect(await told(`POST /avs-param/${withheld}`, { franchise_avs: 2700 })).toEqual([
      409,
      { error: 'Un décompte de cet exercice comptable a déjà retenu des cotisations' },
    ])
    await sql('update app.exercices_comptables set boucle = true where id = $1', [closed])
    expect(await told(`POST /avs-param/${closed}`, { franchise_avs: 2700 })).toEqual([
      409,
      { error: 'Exercice comptable bouclé' },
    ])
  })

  it('go with a year that is removed', async () => {
    const id = await open(2090)
    expect((await ask(`DELETE /exercices-comptable/${id}`)).status).toBe(204)
    expect((await told(`GET /avs-param/${id}`))[0]).toBe(404)
    expect(await sql('select 1 as n from app.avs_params where exercice_comptable_id = $1', [id])).toEqual([])
  })
})
