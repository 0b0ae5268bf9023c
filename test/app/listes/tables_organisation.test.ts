import { describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { allPermissions, askTable, evaluate, inHs, outcome, sapeur } from '../../support/table.ts'

const database = useDatabase()

const writer = ['sapeur.modification']
const yves = sapeur('Berberat Yves')

// Periods in which a sapeur has a function or grade.
describe.each([
  ['sapeur_fonctions', 'fonction_id'],
  ['sapeur_grades', 'grade_id'],
])('app.%s', (table, kind) => {
  const written = { [kind]: '1', debut: "'2015-01-01'", fin: "'2016-12-31'", remarque: "''" }
  askTable(database, {
    table,
    read: allPermissions,
    soi: { column: 'sapeur_id', sapeur: yves },
    add: { with: writer, row: { sapeur_id: yves, ...written } },
    change: { with: writer, columns: Object.keys(written) },
    remove: { with: writer },
  })

  it('forbids overlapping periods of one kind, and allows those of two kinds', async () => {
    const api = await database.as('api')
    const [id] = await evaluate(database, [yves])
    await asSomeone(api, inHs(writer), async () => {
      const insert = `insert into app.${table} (sapeur_id, ${kind}, debut, fin) values ($1, $2, $3, $4)`
      expect(await outcome(api, insert, [id, 1, '1985-01-01', '1986-12-31'])).toBe(1)
      expect(await outcome(api, insert, [id, 1, '1986-12-31', '1987-12-31'])).toBe('23P01')
      expect(await outcome(api, insert, [id, 2, '1986-01-01', '1987-12-31'])).toBe(1)
      expect(await outcome(api, insert, [id, 999, '1987-01-01', '1987-12-31'])).toBe('23503')
    })
  })
})

describe('app.sapeur_permis', () => {
  askTable(database, {
    table: 'sapeur_permis',
    seed: `
      insert into app.sapeur_permis (sapeur_id, permis_type_id, date)
      select id, 12, '2010-05-01' from app.sapeurs where nom_prenom in ('Berberat Yves', 'Aubry Pascal')
      on conflict do nothing`,
    read: ['sapeur.lecture', 'sapeur.modification'],
    soi: { column: 'sapeur_id', sapeur: yves },
    add: { with: writer, row: { sapeur_id: yves, permis_type_id: '9', date: "'2012-05-01'" } },
    change: { with: writer, columns: ['permis_type_id', 'date'] },
    remove: { with: writer },
  })

  it('has a licence once per sapeur, of the kinds of their SIS', async () => {
    const api = await database.as('api')
    const [id] = await evaluate(database, [yves])
    await asSomeone(api, inHs(writer), async () => {
      const insert =
        "insert into app.sapeur_permis (sapeur_id, permis_type_id, date) values ($1, $2, '2012-05-01')"
      expect(await outcome(api, insert, [id, 12])).toBe('23505')
      expect(await outcome(api, insert, [id, 999])).toBe('23503')
    })
  })
})

describe('app.groupes', () => {
  const writers = ['organisation.modification', 'sapeur.config']
  const row = { type: '1', no: "'992'", designation: "'Jeunes sapeurs'", tri: '3', parent_id: 'null' }
  askTable(database, {
    table: 'groupes',
    read: 'everyone',
    add: { with: writers, row },
    change: { with: writers, columns: Object.keys(row) },
    remove: { with: writers },
  })

  it('has a number once per type, in each SIS', async () => {
    const api = await database.as('api')
    await asSomeone(api, inHs(['sapeur.config']), async () => {
      const insert = "insert into app.groupes (type, no, designation) values ($1, '90', 'État-major')"
      expect(await outcome(api, insert, [1])).toBe('23505')
      expect(await outcome(api, insert, [32])).toBe(1)
    })
  })

  it('refuses a parent in another SIS', async () => {
    const api = await database.as('api')
    const [theirs] = await evaluate(database, ["(select min(id) from app.groupes where sis_key = 'test')"])
    await asSomeone(api, inHs(['sapeur.config']), async () => {
      const insert = "insert into app.groupes (no, designation, parent_id) values ('993', 'Section', $1)"
      expect(await outcome(api, insert, [theirs])).toBe('23503')
    })
  })
})

describe('app.groupe_sapeurs', () => {
  const writers = ['organisation.modification', 'sapeur.config', 'sapeur.modification']
  const group = "(select id from app.groupes where sis_key = 'hs' and no = '90')"
  askTable(database, {
    table: 'groupe_sapeurs',
    read: allPermissions,
    soi: { column: 'sapeur_id', sapeur: yves },
    add: { with: writers, row: { groupe_id: group, sapeur_id: sapeur('Willemin Anaïs') } },
    change: { with: writers, columns: ['groupe_id'] },
    remove: { with: writers },
  })

  it('refuses a sapeur of another SIS', async () => {
    const api = await database.as('api')
    const [id, theirs] = await evaluate(database, [group, sapeur('Aubry Pascal')])
    await asSomeone(api, inHs(['sapeur.config']), async () => {
      const insert = 'insert into app.groupe_sapeurs (groupe_id, sapeur_id) values ($1, $2)'
      expect(await outcome(api, insert, [id, theirs])).toBe('23503')
    })
  })
})
