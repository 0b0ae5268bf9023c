import { describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { inOrder } from '../../support/in_order.ts'
import { askTable, evaluate, inHs, latest, outcome, sapeur } from '../../support/table.ts'
import { useYears } from '../../support/years.ts'

const database = useDatabase()
useYears(database, 2019, 2019)

const read = ['comptabilite.config', 'comptabilite.lecture', 'comptabilite.modification']
const writer = ['comptabilite.modification']
const annee = latest('exercices_comptables')
const yves = sapeur('Berberat Yves')
// Seeds follow one another: each relies on the rows of those before it.
const ofBoth = `from app.sapeurs s, (select max(id) as id, max(exercice_comptable_id) as annee from app.decomptes) d
  where s.nom_prenom in ('Berberat Yves', 'Aubry Pascal')`

// Each table needs rows of the ones before.
describe('the accounts:', inOrder, () => {
  describe('app.decomptes', () => {
    const row = {
      exercice_comptable_id: annee,
      designation: "'Solde'",
      date: "'2019-12-31'",
      deduction: 'true',
      total: '120',
      avs_total: '6.40',
      ac_total: '1.30',
      a_payer_total: '112.30',
      a_facturer_total: '0',
      paye_le: "'2020-01-10'",
      created_by: "'Rochat Anne'",
    }
    askTable(database, {
      table: 'decomptes',
      seed: `insert into app.decomptes (exercice_comptable_id, designation, date)
      select max(id), 'Essai', '2019-12-31' from app.exercices_comptables`,
      read,
      add: { by: 'owner', with: writer, row },
      change: { with: writer, columns: ['paye_le'] },
      remove: { by: 'owner', with: writer },
    })
  })

  describe('app.paiements', () => {
    const row = {
      decompte_id: latest('decomptes'),
      sapeur_id: sapeur('Tobler Daniel'),
      date: "'2019-12-31'",
      solde: '120',
      indemnite: '30',
      frais_forfaitaire: '20',
      frais_effectif: '14.80',
      autre: '-5',
      avs_ac: '7.70',
      avs: '6.40',
      ac: '1.30',
    }
    askTable(database, {
      table: 'paiements',
      seed: `insert into app.paiements (decompte_id, sapeur_id, date, solde, avs_ac) select d.id, s.id, '2019-12-31', 120, 7.45 ${ofBoth}`,
      read,
      soi: { column: 'sapeur_id', sapeur: yves },
      add: { by: 'owner', with: writer, row },
      change: { by: 'owner', with: writer, columns: ['solde', 'date'] },
      remove: { by: 'owner', with: writer },
    })

    it('pays the sum after contributions, once per statement and sapeur', async () => {
      const owner = await database.as('owner')
      const [id] = await evaluate(database, [latest('decomptes')])
      await asSomeone(owner, inHs(writer), async () => {
        const { rows } = await owner.query('select total::text from app.paiements where decompte_id = $1', [
          id,
        ])
        expect(rows).toEqual([{ total: '112.55' }])
        const again =
          'insert into app.paiements (decompte_id, sapeur_id, date) select decompte_id, sapeur_id, date from app.paiements'
        expect(await outcome(owner, again)).toBe('23505')
      })
    })
  })

  describe('app.ordres', () => {
    const row = {
      decompte_id: latest('decomptes'),
      date: "'2020-01-10'",
      encore: 'true',
      nom: "'SIS'",
      iban: "''",
      bic: "''",
    }
    askTable(database, {
      table: 'ordres',
      seed: "insert into app.ordres (decompte_id, date, nom, iban) select max(id), '2020-01-10', 'SIS', '' from app.decomptes",
      read,
      add: { by: 'owner', with: writer, row },
    })
  })

  describe('app.ordre_paiements', () => {
    const text = "''"
    const row = {
      ordre_id: latest('ordres'),
      paiement_id: latest('paiements'),
      sapeur_id: sapeur('Tobler Daniel'),
      encore: 'true',
      montant: '120',
      ...{ nom: text, iban: text, rue: text, no_rue: text, npa: text, localite: text, pays: text },
    }
    askTable(database, {
      table: 'ordre_paiements',
      // The payment is in an earlier order than the one that is added to.
      seed: `insert into app.ordre_paiements (ordre_id, paiement_id, sapeur_id, montant, nom, iban)
      select o.id, p.id, p.sapeur_id, 120, 'Léa', ''
        from (select max(id) as id from app.ordres) o, (select * from app.paiements order by id desc limit 1) p;
      insert into app.ordres (decompte_id, date, nom, iban) select max(id), '2020-01-10', 'SIS', '' from app.decomptes`,
      read,
      soi: { column: 'sapeur_id', sapeur: yves },
      add: { by: 'owner', with: writer, row },
    })
  })

  describe('app.ecritures', () => {
    const row = {
      exercice_comptable_id: annee,
      sapeur_id: yves,
      date: "'2019-12-31'",
      designation: "'Intervention'",
      quantite: '1',
      total: "'35.00'",
      intervention_id: 'null',
      exercice_id: 'null',
      heure: "'19:30'",
      complement: "'Ligne'",
      type_unite_id: '2',
      tarif: '35',
      taux: '1',
      taux_designation: "''",
      type: '1',
      module: '0',
      compte_id: 'null',
      ecriture_categorie_id: 'null',
      indemnite_intervention_id: 'null',
      indemnite_annuelle_id: 'null',
      created_by: "'Rochat Anne'",
    }
    const fixed = ['intervention_id', 'exercice_id', 'taux', 'taux_designation', 'indemnite_intervention_id']
    askTable(database, {
      table: 'ecritures',
      seed: `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total)
      select d.annee, s.id, '2019-12-31', 'Essai', 35 ${ofBoth}`,
      read,
      soi: { column: 'sapeur_id', sapeur: yves },
      add: { with: writer, row },
      change: {
        with: writer,
        columns: Object.keys(row).filter(
          (each) => ![...fixed, 'indemnite_annuelle_id', 'created_by'].includes(each),
        ),
      },
      remove: { with: writer },
    })

    it('bears the name of the account that wrote it', async () => {
      const owner = await database.as('owner')
      await asSomeone(owner, inHs(writer), async () => {
        const insert = `insert into app.ecritures (exercice_comptable_id, date, designation, total)
        select exercice_comptable_id, date, 'Frais', 10 from app.decomptes returning created_by`
        expect((await owner.query(insert)).rows).toEqual([{ created_by: null }])
        await owner.query(
          `select request.open((select id from auth.users where email = 'commandant@example.org'), 'hs', $1, null)`,
          [writer],
        )
        const { rows } = await owner.query(
          "select name from auth.users where email = 'commandant@example.org'",
        )
        expect((await owner.query(insert)).rows).toEqual([{ created_by: rows[0].name }])
      })
    })
  })
})
