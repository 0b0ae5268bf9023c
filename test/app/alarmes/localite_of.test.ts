import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'

const database = useDatabase()

it.each([
  ['2800 Delémont, Rue de la Gare 15', 'Delémont'],
  ['Rue de la Gare 15, 2800 Delémont', 'Delémont'],
  ['CH-2854 Bassecourt', 'Bassecourt'],
  ['2800', 'Delémont'],
  // Two places share this postcode: the name decides, otherwise the first place.
  ['2800 Domaine-du-Pré', 'Domaine du Pré'],
  ['Rue 1200, 9999 Nulle-Part', null],
  ['Rue de la Gare 15', null],
  ['tél. 0328001234', null],
  ['28001 Madrid', null],
  ['', null],
])('finds the place of %j: %s', async (adresse, nom) => {
  const owner = await database.as('owner')
  await asSomeone(owner, { sis: 'hs', permissions: ['sis.config'] }, async () => {
    await owner.query("insert into app.localites (npa, nom, canton) values ('2800', 'Domaine du Pré', 'JU')")
    const { rows } = await owner.query(
      'select (select l.nom from app.localites l where l.id = app.localite_of($1)) as nom',
      [adresse],
    )
    expect(rows).toEqual([{ nom }])
  })
})
