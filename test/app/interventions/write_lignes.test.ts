import type pg from 'pg'
import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { inHs } from '../../support/table.ts'

const database = useDatabase()
const chef = inHs(['intervention.modification'])

/** The result of a batch for a new intervention of 14:29: its rows without their ids, or the refusal. */
async function write(genre: string, lignes: unknown[]): Promise<unknown> {
  return asSomeone(await database.as('api'), chef, async (client) => {
    // Answers are texts of instants.
    await client.query("set local timezone = 'UTC'")
    const { rows } = await client.query(
      `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
       values ('2026-03-14', '14:29', '2026-03-14', '16:00', 'Feu') returning id`,
    )
    const id = rows[0]?.id
    try {
      await client.query('select app.write_lignes($1, $2, $3)', [genre, id, JSON.stringify(lignes)])
    } catch (error) {
      const { code, detail, hint, constraint } = error as pg.DatabaseError
      return code === 'PT422' ? { code, detail } : { code, hint, constraint }
    }
    const { rows: written } = await client.query(
      `select to_jsonb(l) - 'id' - 'sis_key' - 'intervention_id' as row
         from app.intervention_${genre} l where intervention_id = $1 order by id`,
      [id],
    )
    return written.map(({ row }) => row)
  })
}

it('reads instants without an offset in the time zone of the SIS', async () => {
  expect(await write('appels', [{ date: '2026-07-14 15:00', numero: '117', nom: 'Police' }])).toEqual([
    { date: '2026-07-14T13:00:00+00:00', numero: '117', nom: 'Police', commentaire: '' },
  ])
})

it('adds lines without an id and changes lines with one, in their order', async () => {
  expect(
    await write('groupes', [
      { no: '91', designation: 'PS' },
      { no: '90', designation: 'EM' },
    ]),
  ).toEqual([
    { no: '91', designation: 'PS' },
    { no: '90', designation: 'EM' },
  ])
  expect(
    await write('groupes', [
      { no: '91', designation: 'PS' },
      { id: 0, no: '90' },
    ]),
  ).toEqual({
    code: 'PT422',
    detail: 'groupes.1.id',
  })
})

it('names the faulty row: by the detail of PT422, or the hint of a constraint', async () => {
  const phase = { phase_type_id: 2, debut: '2026-03-14 15:00' }
  expect(await write('phases', [phase, { ...phase, debut: '2026-03-14 14:29' }])).toEqual({
    code: 'PT422',
    detail: 'phases.1.debut',
  })
  expect(await write('phases', [phase, { ...phase, phase_type_id: 99 }])).toEqual({
    code: '23503',
    hint: 'phases.1',
    constraint: 'intervention_phases_phase_type_id_fkey',
  })
  expect(await write('vehicules', [999_999])).toMatchObject({ code: '23503', hint: 'vehicules.0' })
  expect(await write('quittances', [{ sapeur_id: 999_999 }])).toMatchObject({ hint: 'quittances.0' })
})

it('accepts no other kind of line', async () => {
  expect(await write('pompes', [{}])).toMatchObject({ code: '20000' })
})
