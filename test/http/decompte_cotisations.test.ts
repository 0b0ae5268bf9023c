import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addYear } from './samples/annees.ts'
import { addAvsParam, addEcriture, type Ecriture } from './samples/comptabilite_decomptes.ts'
import { addSapeur } from './samples/interventions.ts'

const { told, sql } = useDataApi()

/** A new accounting year with AVS parameters, together with its number. */
async function addAnnee(changes: Ecriture = {}): Promise<{ id: number; annee: number }> {
  const id = await addYear(sql)
  await addAvsParam(sql, id, changes)
  const [row] = await sql('select annee from app.exercices_comptables where id = $1', [id])
  return { id, annee: Number(row?.annee) }
}

const born = (sapeur: number, day: string | null, civilite = 1) =>
  sql(
    `with s as (update app.sapeurs set civilite_id = $3 where id = $1)
     insert into app.particularites (sapeur_id, date_naissance) values ($1, $2)
     on conflict (sis_key, sapeur_id) do update set date_naissance = excluded.date_naissance`,
    [sapeur, day, civilite],
  )

/** Makes a décompte; tells what it withholds from each sapeur. */
async function withheld(year: number, changes = {}): Promise<[avs: string, ac: string][]> {
  const [status, { data, error }] = await told('POST /decomptes', {
    exercice_comptable_id: year,
    designation: 'Soldes',
    date: '2026-07-10',
    deduction: true,
    ...changes,
  })
  expect([status, error]).toEqual([201, undefined])
  const rows = await sql('select avs, ac from app.paiements where decompte_id = $1 order by sapeur_id', [
    data.id,
  ])
  return rows.map(({ avs, ac }) => [String(avs), String(ac)])
}

describe('contributions', () => {
  it('are those of the year: what one décompte did not withhold, a later one does, and pays back too much', async () => {
    const { id } = await addAnnee()
    const sapeur = await addSapeur(sql)
    await addEcriture(sql, id, sapeur, { total: 4000 })
    await addEcriture(sql, id, sapeur, { type: 2, total: 2000 })
    expect(await withheld(id)).toEqual([['0.00', '0.00']])
    await addEcriture(sql, id, sapeur, { total: 1500 })
    await addEcriture(sql, id, sapeur, { type: 2, total: 1000 })
    expect(await withheld(id)).toEqual([['164.30', '34.10']])
    await addEcriture(sql, id, sapeur, { type: 2, total: -1000 })
    expect(await withheld(id)).toEqual([['-159.00', '-33.00']])
  })

  it('count what a décompte without deductions paid', async () => {
    const { id } = await addAnnee()
    const sapeur = await addSapeur(sql)
    await addEcriture(sql, id, sapeur, { type: 2, total: 2000 })
    expect(await withheld(id, { deduction: false })).toEqual([['0.00', '0.00']])
    await addEcriture(sql, id, sapeur, { type: 2, total: 1000 })
    expect(await withheld(id)).toEqual([['159.00', '33.00']])
  })

  it('for AC have a limit', async () => {
    const { id } = await addAnnee({ plafond_ac: 10_000 })
    await addEcriture(sql, id, await addSapeur(sql), { type: 2, total: 20_000 })
    expect(await withheld(id)).toEqual([['1060.00', '110.00']])
  })

  it('are not owed before 1 January after the 17th birthday', async () => {
    const { id, annee } = await addAnnee()
    const [young, older] = [await addSapeur(sql), await addSapeur(sql)]
    await born(young, `${annee - 17}-01-01`)
    await born(older, `${annee - 18}-12-31`)
    for (const sapeur of [young, older]) await addEcriture(sql, id, sapeur, { type: 2, total: 3000 })
    expect(await withheld(id)).toEqual([
      ['0.00', '0.00'],
      ['159.00', '33.00'],
    ])
  })

  it('for AC end with the month of the reference age, entry by entry', async () => {
    const { id, annee } = await addAnnee()
    const [before, within, woman] = [await addSapeur(sql), await addSapeur(sql), await addSapeur(sql)]
    await born(before, `${annee - 66}-12-31`)
    await born(within, `${annee - 65}-05-10`)
    // Born before 1961: 64 years.
    await born(woman, `${annee - 64}-05-10`, 2)
    for (const sapeur of [before, within, woman]) {
      await addEcriture(sql, id, sapeur, { type: 2, total: 2000, date: `${annee}-05-31` })
      await addEcriture(sql, id, sapeur, { type: 2, total: 1000, date: `${annee}-06-01` })
    }
    expect(await withheld(id, { sapeur_ids: [before, within] })).toEqual([
      ['159.00', '0.00'],
      ['159.00', '22.00'],
    ])
    expect(await withheld(id)).toEqual([['159.00', '22.00']])
    await addEcriture(sql, id, woman, { type: 2, total: 1000, date: `${annee}-01-01` })
    expect(await withheld(id)).toEqual([['53.00', '11.00']])
  })
})

it('contributions of a year do not depend on the number of its décomptes', async () => {
  const entry = fc.record({
    sapeur: fc.integer({ min: 0, max: 2 }),
    type: fc.constantFrom(0, 1, 1, 2, 2, 3, 4),
    total: fc.integer({ min: -2000, max: 60_000 }).map((n) => n / 20),
    month: fc.integer({ min: 1, max: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 1, maxLength: 24 }),
      fc.boolean(),
      async (entries, seuil) => {
        const sums: unknown[] = []
        const sapeurs = [await addSapeur(sql), await addSapeur(sql), await addSapeur(sql)]
        for (const parts of [1, 2, 12]) {
          const { id, annee } = await addAnnee({ seuil_sur_solde: String(seuil), plafond_ac: 3000 })
          await born(sapeurs[1] ?? 0, `${annee - 65}-05-10`)
          for (let part = 1; part <= parts; part += 1) {
            const now = entries.filter(({ month }) => Math.ceil((month * parts) / 12) === part)
            for (const { sapeur, type, total, month } of now) {
              const date = `${annee}-${String(month).padStart(2, '0')}-15`
              await addEcriture(sql, id, sapeurs[sapeur] ?? 0, { type, total, date })
            }
            if (now.length > 0) await withheld(id)
          }
          sums.push(
            await sql(
              `select p.sapeur_id, sum(p.avs) as avs, sum(p.ac) as ac, sum(p.total + p.avs_ac) as total
               from app.paiements p join app.decomptes d on d.id = p.decompte_id
              where d.exercice_comptable_id = $1 group by p.sapeur_id order by p.sapeur_id`,
              [id],
            ),
          )
        }
        expect(sums[1]).toEqual(sums[0])
        expect(sums[2]).toEqual(sums[0])
      },
    ),
    { numRuns: 5, seed: 2026 },
  )
}, 120_000)
