import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'
import { makeSis } from '../support/users.ts'

const database = useDatabase()
beforeAll(() => makeSis(database, 'val', 'SIS du Val'))

const lecture = ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture']
it('gives a new SIS its five roles', async () => {
  const owner = await database.as('owner')
  const { rows } = await owner.query(
    `select r.nom, array_agg(rp.permission order by rp.permission collate "C") as permissions
       from auth.roles r join auth.role_permissions rp on rp.sis_key = r.sis_key and rp.role_id = r.id
      where r.sis_key = 'val' group by r.nom`,
  )
  expect(Object.fromEntries(rows.map(({ nom, permissions }) => [nom, permissions]))).toEqual({
    Administration: allPermissions,
    "Chef d'intervention": [
      'exercice.lecture',
      'intervention.config',
      'intervention.lecture',
      'intervention.modification',
      'intervention.validation',
      'sapeur.lecture',
    ],
    Instruction: [
      'exercice.config',
      'exercice.lecture',
      'exercice.modification',
      'exercice.presence',
      'exercice.validation',
      'sapeur.lecture',
    ],
    Comptabilité: ['comptabilite.config', 'comptabilite.lecture', 'comptabilite.modification', ...lecture],
    Consultation: lecture,
  })
})

it('gives it settings and reference lists', async () => {
  const api = await database.as('api')
  const { rows } = await api.query(
    `select (select array[s.fuseau, s.intervention_automatique::text] from app.sis s) as settings,
            (select count(*)::integer from app.types_intervention) as types,
            (select count(*)::integer from app.fonctions) as fonctions,
            (select count(*)::integer from app.grades) as grades
       from request.open(null, 'val', array['intervention.lecture', 'sapeur.lecture'], null)`,
  )
  expect(rows).toEqual([{ settings: ['Europe/Zurich', 'true'], types: 17, fonctions: 10, grades: 11 }])
})

it('uses the name when there is no abbreviation, and offers no mobile alerts by default', async () => {
  const owner = await database.as('owner')
  await owner.query('begin')
  await owner.query(
    "select auth.add_sis('sans', 'SIS Sans', null), auth.add_sis('avec', 'SIS Avec', 'A', true)",
  )
  const { rows } = await owner.query(
    "select api_key, abreviation, mobile from auth.sis where api_key in ('sans', 'avec') order by 1",
  )
  await owner.query('rollback')
  expect(rows).toEqual([
    { api_key: 'avec', abreviation: 'A', mobile: true },
    { api_key: 'sans', abreviation: 'SIS Sans', mobile: false },
  ])
})

describe('refuses', () => {
  it.each([
    ['a key already in use', 'hs', 'SIS nouveau', 'PT409 Un SIS de cette clé existe déjà'],
    [
      'a name already in use with other accents',
      'nouveau',
      'sis haute sorne',
      'PT409 Un SIS de ce nom existe déjà',
    ],
    ['an empty key', '', 'SIS nouveau', '23514'],
    ['the key of the instance', '*', 'SIS nouveau', '23514'],
    ['a key in upper case', 'Nouveau', 'SIS nouveau', '23514'],
    ['a key that contains a path', '../val', 'SIS nouveau', '23514'],
    ['a key that is a JavaScript property name', '__proto__', 'SIS nouveau', '23514'],
    ['an empty name', 'nouveau', '', '23514'],
  ])('%s, and leaves nothing', async (_what, key, nom, refusal) => {
    const owner = await database.as('owner')
    expect(await call(owner, 'add_sis', key, nom, nom)).toBe(refusal)
    const { rows } = await owner.query(
      "select api_key from auth.sis where api_key not in ('hs', 'test', 'val')",
    )
    expect(rows).toEqual([])
  })
})
