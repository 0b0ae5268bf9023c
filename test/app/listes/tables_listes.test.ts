import { describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { askTable, inHs, outcome } from '../../support/table.ts'

const database = useDatabase()

// The lists that each SIS shapes: how many rows it starts with, the permission to write, a new row, and an
// existing one.
const lists: {
  table: string
  ships: number
  by: string
  /** Permissions for changing a row, if they differ. */
  changedBy?: string[]
  row: Record<string, string>
  known: string
}[] = [
  {
    table: 'types_intervention',
    ships: 17,
    by: 'intervention.config',
    row: { designation: "'Nid de frelons'", stat_intervention_id: '2', tri: '18' },
    known: 'Feu bâtiment',
  },
  {
    table: 'mission_types',
    ships: 7,
    by: 'intervention.config',
    row: { titre: "'Ravitaillement'" },
    known: 'Extinction',
  },
  {
    table: 'fonctions',
    ships: 10,
    by: 'sapeur.config',
    row: { designation: "'Chef de section'", rang: '55', chef: 'true' },
    known: 'Commandant',
  },
  {
    table: 'grades',
    ships: 11,
    by: 'sapeur.config',
    row: { designation: "'Colonel'", rang: '120' },
    known: 'Major',
  },
  {
    table: 'permis_types',
    ships: 12,
    by: 'sapeur.config',
    row: { designation: "'Cariste'", tri: '13' },
    known: 'C1E',
  },
  {
    table: 'exercice_categories',
    ships: 6,
    by: 'exercice.config',
    row: { designation: "'Jeunes sapeurs'", tri: '7', amendable: 'true', duree_base: '90' },
    known: 'Machinistes',
  },
  {
    table: 'excuses_types',
    ships: 6,
    by: 'exercice.config',
    row: { designation: "'Deuil'", abreviation: "'D'", tri: '7' },
    known: 'Maladie',
  },
  {
    table: 'heure_exercice_types',
    ships: 4,
    by: 'exercice.config',
    changedBy: ['comptabilite.config', 'exercice.config'],
    row: {
      designation: "'Théorie'",
      type_unite_id: '1',
      tri: '5',
      // An amount needs comptabilite.config too: test/http/listes_exercices.test.ts.
      montant: '0',
      compte_id: '2',
      ecriture_categorie_id: '2',
      type: '1',
    },
    known: 'Préparation',
  },
]

describe.each(lists)('app.$table', ({ table, ships, by, changedBy = [by], row, known }) => {
  askTable(database, {
    table,
    ships,
    read: 'everyone',
    add: { with: [by], row },
    change: { with: changedBy, columns: Object.keys(row) },
    remove: { with: [by] },
  })

  it('gives rows that a SIS adds ids from 1000 on, and refuses a repeated or empty name', async () => {
    const api = await database.as('api')
    const [named, ...others] = Object.entries<string>(row)
    const columns = [named?.[0], ...others.map(([column]) => column)].join(', ')
    const insert = `insert into app.${table} (${columns}) values (${['$1', ...others.map(([, value]) => value)].join(', ')})`
    await asSomeone(api, inHs([by]), async () => {
      const added = await api.query(`${insert} returning id >= 1000 as own`, ['Autre chose'])
      expect(added.rows).toEqual([{ own: true }])
      expect(await outcome(api, insert, [known])).toBe('23505')
      expect(await outcome(api, insert, [''])).toBe('23514')
    })
  })
})

describe('app.telephones_utiles', () => {
  askTable(database, {
    table: 'telephones_utiles',
    seed: "insert into app.telephones_utiles (nom, numero) values ('Centre antipoison', '145')",
    read: 'everyone',
    add: {
      with: ['intervention.modification', 'sis.config'],
      row: { nom: "'Garde-faune'", numero: "'117'", tri: '1' },
    },
    change: { with: ['sis.config'], columns: ['nom', 'numero', 'tri'] },
    remove: { with: ['sis.config'] },
  })
})

describe('app.localites_sis', () => {
  askTable(database, {
    table: 'localites_sis',
    seed: "insert into app.localites_sis (localite_id) select id from app.localites where nom = 'Soulce' on conflict do nothing",
    read: 'everyone',
    add: {
      with: ['sis.config'],
      row: {
        localite_id: `(select min(l.id) from app.localites l
          where not exists (select from app.localites_sis s where s.sis_key = 'hs' and s.localite_id = l.id))`,
      },
    },
    remove: { with: ['sis.config'] },
  })
})

describe('app.codes_alarme', () => {
  askTable(database, {
    table: 'codes_alarme',
    ships: 23,
    read: ['intervention.config', 'intervention.lecture', 'intervention.modification'],
    add: {
      with: ['intervention.config'],
      row: { code: "'FEU TOIT'", type_intervention_id: '3', stat_federal_id: '1' },
    },
    change: {
      with: ['intervention.config'],
      columns: ['code', 'type_intervention_id', 'stat_federal_id'],
    },
    remove: { with: ['intervention.config'] },
  })

  it('has a code once, however it is written', async () => {
    const owner = await database.as('owner')
    await asSomeone(owner, inHs(['intervention.config']), async () => {
      const insert =
        'insert into app.codes_alarme (code, type_intervention_id, stat_federal_id) values ($1, 3, 1)'
      expect(await outcome(owner, insert, ['feu  bât'])).toBe('23505')
      // An empty code would cover every alarm without a code.
      for (const nothing of ['', ' ', '--']) expect(await outcome(owner, insert, [nothing])).toBe('23514')
    })
  })
})

describe('app.exercices_comptables', () => {
  const row = {
    annee: '2001',
    designation: "'2001'",
    debut: "'2001-01-01'",
    fin: "'2001-12-31'",
    boucle: 'false',
  }
  askTable(database, {
    table: 'exercices_comptables',
    read: 'everyone',
    add: { with: ['comptabilite.config'], row },
    change: { with: ['comptabilite.config'], columns: Object.keys(row) },
    remove: { with: ['comptabilite.config'] },
  })

  it('refuses a year that overlaps another, ends before it begins, or repeats a number', async () => {
    const api = await database.as('api')
    await asSomeone(api, inHs(['comptabilite.config']), async () => {
      const insert =
        'insert into app.exercices_comptables (annee, designation, debut, fin) values ($1::integer, $1::integer::text, $2, $3)'
      expect(await outcome(api, insert, [2001, '2000-07-01', '2001-06-30'])).toBe(1)
      expect(await outcome(api, insert, [2002, '2001-06-30', '2002-06-30'])).toBe('23P01')
      expect(await outcome(api, insert, [2001, '2001-07-01', '2002-06-30'])).toBe('23505')
      expect(await outcome(api, insert, [2002, '2002-06-30', '2001-07-01'])).toMatch(/^(23514|22000)$/)
      expect(await outcome(api, insert, [2002, '2001-07-01', '2002-06-30'])).toBe(1)
    })
  })
})
