import type pg from 'pg'
import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { allPermissions, inHs, outcome } from '../../support/table.ts'
import { useYears } from '../../support/years.ts'

const database = useDatabase()
useYears(database, 2019, 2019)

/**
 * Makes an exercice with a statut and rows, SQL values of (convoque, present, absent, remplace,
 * excuse_type_id), in a transaction.
 */
async function given(statut: number, rows: string[], work: (owner: pg.Client, id: unknown) => Promise<void>) {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(allPermissions), async () => {
    const { rows: added } = await owner.query(
      "insert into app.exercices (designation, date, heure, duree, statut) values ('Feu', '2019-03-14', '19:30', 120, 0) returning id",
    )
    const id = added[0].id
    for (const [index, row] of rows.entries())
      await owner.query(
        `insert into app.exercice_sapeurs (exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id)
         select $1, (select id from app.sapeurs order by id limit 1 offset $2), ${row}`,
        [id, index],
      )
    await owner.query('update app.exercices set statut = $2 where id = $1', [id, statut])
    await work(owner, id)
  })
}

const statutOf = async (owner: pg.Client, id: unknown) =>
  (await owner.query('select statut from app.exercices where id = $1', [id])).rows[0].statut

it.each([
  ['nobody is on the list', [], 1],
  [
    'someone convoked has no result',
    ['true, true, false, false, null', 'true, false, false, false, null'],
    1,
  ],
  ['all are present', ['true, true, false, false, null'], 2],
  [
    'all are absent, replaced or excused',
    ['true, false, true, false, null', 'true, false, false, true, null', 'true, false, false, false, 1'],
    2,
  ],
  ['only someone not convoked has no result', ['false, false, false, false, null'], 2],
])('the statut of an exercice follows its results: %s', async (_, rows, expected) => {
  await given(0, rows, async (owner, id) => {
    const { rows: found } = await owner.query('select app.exercice_statut($1) as statut', [id])
    expect(found).toEqual([{ statut: expected }])
  })
})

it.each([
  [0, 'true, false, false, null', 0],
  [1, 'true, false, false, null', 2],
  [2, 'false, false, false, null', 1],
  [3, 'false, true, false, null', 2],
])('the statut %i of an exercice follows a row that changes to (%s)', async (before, result, after) => {
  await given(before, [`true, ${before === 2}, false, false, null`], async (owner, id) => {
    await owner.query(
      `update app.exercice_sapeurs set (present, absent, remplace, excuse_type_id) = (select ${result}::bigint) where exercice_id = $1`,
      [id],
    )
    expect(await statutOf(owner, id)).toBe(after)
  })
})

it('the statut stays when a row is written unchanged, or a column without meaning for it changes', async () => {
  await given(3, ['true, true, false, false, null'], async (owner, id) => {
    await owner.query('update app.exercice_sapeurs set present = present where exercice_id = $1', [id])
    await owner.query("update app.exercice_sapeurs set remarque = 'Tard' where exercice_id = $1", [id])
    expect(await statutOf(owner, id)).toBe(3)
  })
})

it('the statut imputé refuses every row', async () => {
  await given(4, ['true, true, false, false, null'], async (owner, id) => {
    const refused = 'PT409'
    const insert =
      'insert into app.exercice_sapeurs (exercice_id, sapeur_id) select $1, max(id) from app.sapeurs'
    expect(await outcome(owner, insert, [id])).toBe(refused)
    expect(
      await outcome(owner, 'update app.exercice_sapeurs set present = false where exercice_id = $1', [id]),
    ).toBe(refused)
    expect(await outcome(owner, 'delete from app.exercice_sapeurs where exercice_id = $1', [id])).toBe(
      refused,
    )
  })
})

it('leaves convoking to exercice.modification, even in direct writes of presences', async () => {
  await given(1, ['true, false, false, false, null'], async (owner, id) => {
    await owner.query("select request.open(null, 'hs', '{exercice.presence}', null)")
    await owner.query('set local role caserne_api')
    const insert =
      'insert into app.exercice_sapeurs (exercice_id, sapeur_id, convoque, present) select $1, max(id), $2, true from app.sapeurs'
    expect(await outcome(owner, insert, [id, true])).toBe('42501')
    expect(await outcome(owner, insert, [id, false])).toBe(1)
    expect(await outcome(owner, 'update app.exercice_sapeurs set convoque = not convoque')).toBe('PT403')
    expect(await outcome(owner, 'update app.exercice_sapeurs set present = true')).toBe(2)
    expect(await outcome(owner, 'delete from app.exercice_sapeurs')).toBe(0)
    expect(await outcome(owner, 'update app.exercices set duree = 1')).toBe(0)
    expect(await outcome(owner, 'update app.exercices set statut = 3')).toBe('42501')
    expect(await statutOf(owner, id)).toBe(2)
  })
})
