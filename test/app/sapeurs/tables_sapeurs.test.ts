import { describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { allPermissions, askTable, evaluate, inHs, outcome, sapeur } from '../../support/table.ts'

const database = useDatabase()

const inCharge = ['sapeur.lecture', 'sapeur.modification']
const writer = ['sapeur.modification']
const yves = sapeur('Berberat Yves')
// A sapeur without rows: each one of the demo already has them.
const lea = "(select id from app.sapeurs where sis_key = 'hs' and nom_prenom = 'Zwahlen Léa')"
const addLea = "insert into app.sapeurs (nom, prenom) select 'Zwahlen', 'Léa'"
const onlyOnce = " where not exists (select from app.sapeurs where nom_prenom = 'Zwahlen Léa')"

describe('app.sapeurs', () => {
  const row = {
    type: '0',
    nom: "'Zwahlen'",
    prenom: "'Luc'",
    suffixe: "'junior'",
    civilite_id: '1',
    porteur: 'true',
    desactive: 'false',
  }
  askTable(database, {
    table: 'sapeurs',
    read: allPermissions,
    soi: { column: 'id', sapeur: yves },
    add: { with: writer, row },
    change: { with: writer, columns: Object.keys(row) },
    remove: { with: writer },
  })

  it('builds its name from its parts, and requires a name of one character at least', async () => {
    const api = await database.as('api')
    await asSomeone(api, inHs(writer), async () => {
      const { rows } = await api.query(`
        insert into app.sapeurs (nom, prenom, suffixe)
        values ('Zwahlen', 'Léa', ''), ('Zwahlen', 'Luc', 'junior') returning nom_prenom, type`)
      expect(rows).toEqual([
        { nom_prenom: 'Zwahlen Léa', type: 0 },
        { nom_prenom: 'Zwahlen Luc junior', type: 0 },
      ])
      const insert = 'insert into app.sapeurs (nom, prenom, type) values ($1, $2, $3)'
      expect(await outcome(api, insert, ['', 'Léa', 0])).toBe('23514')
      expect(await outcome(api, insert, ['Zwahlen', '', 0])).toBe('23514')
      expect(await outcome(api, insert, ['Zwahlen', 'Léa', 3])).toBe('23514')
    })
  })
})

describe('app.particularites', () => {
  const written = {
    email: "'lea@example.org'",
    rue: "'Rue de la Gare'",
    no_rue: "'15'",
    localite_id: '(select min(id) from app.localites)',
    date_naissance: "'1990-02-28'",
    profession: "'Infirmière'",
    employeur: "'Hôpital'",
    lieu_de_travail: "'Delémont'",
    remarque: "''",
  }
  askTable(database, {
    table: 'particularites',
    seed: addLea + onlyOnce,
    read: inCharge,
    soi: { column: 'sapeur_id', sapeur: yves },
    add: { with: writer, row: { sapeur_id: lea, ...written } },
    change: { with: writer, columns: Object.keys(written) },
  })

  it('has one row per sapeur of this SIS, without an e-mail by default', async () => {
    const api = await database.as('api')
    const [id, known, theirs] = await evaluate(database, [lea, yves, sapeur('Aubry Pascal')])
    await asSomeone(api, inHs(writer), async () => {
      const insert = 'insert into app.particularites (sapeur_id) values ($1)'
      expect(await outcome(api, insert, [known])).toBe('23505')
      expect(await outcome(api, insert, [theirs])).toBe('23503')
      const { rows } = await api.query(`${insert} returning sis_key, email`, [id])
      expect(rows).toEqual([{ sis_key: 'hs', email: '' }])
    })
  })
})

describe('app.salaires', () => {
  const written = {
    no_avs: "'756.1234.5678.97'",
    cotisation_avs: 'true',
    iban: "'CH9300762011623852957'",
  }
  askTable(database, {
    table: 'salaires',
    seed: `
      with lea as (${addLea}${onlyOnce})
      insert into app.salaires (sapeur_id)
      select id from app.sapeurs where nom_prenom in ('Berberat Yves', 'Aubry Pascal') on conflict do nothing`,
    read: ['comptabilite.lecture', ...inCharge],
    soi: { column: 'sapeur_id', sapeur: yves },
    add: { with: writer, row: { sapeur_id: lea, ...written } },
    change: { with: writer, columns: Object.keys(written) },
  })

  it('refuses invalid numbers of social security and accounts', async () => {
    const api = await database.as('api')
    const [id] = await evaluate(database, [lea])
    await asSomeone(api, inHs(writer), async () => {
      const insert = 'insert into app.salaires (sapeur_id, no_avs, iban) values ($1, $2, $3)'
      expect(await outcome(api, insert, [id, '756.1234.5678.98', ''])).toBe('23514')
      expect(await outcome(api, insert, [id, '', 'CH9400762011623852957'])).toBe('23514')
      expect(await outcome(api, insert, [id, '', ''])).toBe(1)
    })
  })
})

describe('app.telephones', () => {
  const written = { telephone_type_id: '1', numero: "'032 423 11 99'", rta: 'true', priorite: '1' }
  askTable(database, {
    table: 'telephones',
    read: inCharge,
    soi: { column: 'sapeur_id', sapeur: yves },
    add: { with: writer, row: { sapeur_id: yves, ...written } },
    change: { with: writer, columns: Object.keys(written) },
    remove: { with: writer },
  })

  it('keeps a number as typed and in E.164, once per sapeur', async () => {
    const api = await database.as('api')
    const [one, other] = await evaluate(database, [yves, sapeur('Tobler Daniel')])
    await asSomeone(api, inHs(writer), async () => {
      const insert = 'insert into app.telephones (sapeur_id, numero) values ($1, $2)'
      const { rows } = await api.query(`${insert} returning numero, e164`, [one, '032 423 11 11'])
      expect(rows).toEqual([{ numero: '032 423 11 11', e164: '+41324231111' }])
      expect(await outcome(api, insert, [one, '0041 32 423 11 11'])).toBe('23505')
      expect(await outcome(api, insert, [other, '0041 32 423 11 11'])).toBe(1)
      expect(await outcome(api, insert, [one, '118'])).toMatch(/^(23502|23514)$/)
    })
  })
})

describe('app.mutations', () => {
  const written = {
    localite_id: '(select min(id) from app.localites)',
    incorporation: "'1980-01-01'",
    sortie: "'1990-12-31'",
    motif: "'Déménagement'",
  }
  askTable(database, {
    table: 'mutations',
    read: inCharge,
    soi: { column: 'sapeur_id', sapeur: yves },
    add: { with: writer, row: { sapeur_id: yves, ...written } },
    change: { with: writer, columns: Object.keys(written) },
    remove: { with: writer },
  })

  it('refuses a mutation that overlaps another of the same sapeur', async () => {
    const api = await database.as('api')
    const [id] = await evaluate(database, [yves])
    await asSomeone(api, inHs(writer), async () => {
      const insert = 'insert into app.mutations (sapeur_id, incorporation, sortie) values ($1, $2, $3)'
      expect(await outcome(api, insert, [id, '2090-01-01', null])).toBe('23P01')
      expect(await outcome(api, insert, [id, '1980-01-01', '1990-12-31'])).toBe(1)
      expect(await outcome(api, insert, [id, '1990-12-31', '1991-12-31'])).toBe('23P01')
      expect(await outcome(api, insert, [id, '1991-12-31', '1991-01-01'])).toMatch(/^(23514|22000)$/)
    })
  })
})

describe('app.materiel_personnel', () => {
  const row = { sapeur_id: yves, designation: "'Casque'", attribution: "'2024-01-01'" }
  askTable(database, {
    table: 'materiel_personnel',
    seed: `
      insert into app.materiel_personnel (sapeur_id, designation, attribution)
      select id, 'Bottes', '2024-01-01' from app.sapeurs where nom_prenom in ('Berberat Yves', 'Aubry Pascal')`,
    read: inCharge,
    soi: { column: 'sapeur_id', sapeur: yves },
    add: { with: writer, row: { ...row, numero: "'7'", taille: "'M'", retour: "'2024-12-31'" } },
    change: { with: writer, columns: ['designation', 'numero', 'taille', 'attribution', 'retour'] },
    remove: { with: writer },
  })

  it('refuses a return before its beginning', async () => {
    const owner = await database.as('owner')
    await asSomeone(owner, inHs(writer), async () => {
      const back = 'update app.materiel_personnel set retour = $1'
      expect(await outcome(owner, back, ['2023-12-31'])).toBe('23514')
    })
  })
})
