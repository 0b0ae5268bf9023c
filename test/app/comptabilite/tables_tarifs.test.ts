import { describe } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { inOrder } from '../../support/in_order.ts'
import { askTable, latest } from '../../support/table.ts'
import { useYears } from '../../support/years.ts'

const database = useDatabase()
useYears(database, 2019, 2019)

const read = ['comptabilite.config', 'comptabilite.lecture', 'comptabilite.modification']
const config = ['comptabilite.config']
const compte = latest('comptes')
const categorie = latest('ecriture_categories')
const ofBoth = '(select max(id) from app.comptes), (select max(id) from app.ecriture_categories)'

/** A table that is read with any permission of the accounts, and written by those who set them up. */
function askSetUp(table: string, seed: string, row: Record<string, string>): void {
  describe(`app.${table}`, () => {
    askTable(database, {
      table,
      seed,
      read,
      add: { with: config, row },
      change: { with: config, columns: Object.keys(row) },
      remove: { with: config },
    })
  })
}

// Each table needs rows of the ones before.
describe('what pay is set up with:', inOrder, () => {
  askSetUp(
    'comptes',
    "insert into app.comptes (numero, designation, produit) values ('9999', 'Essai', true) on conflict do nothing",
    { numero: "'9998'", designation: "'Soldes'", produit: 'false', tri: '1' },
  )

  askSetUp('ecriture_categories', "insert into app.ecriture_categories (designation) values ('Essai')", {
    designation: "'Soldes'",
    tri: '1',
  })

  askSetUp(
    'indemnites_intervention',
    `insert into app.indemnites_intervention (designation, tarif, compte_id, ecriture_categorie_id)
   select 'Essai', 30, ${ofBoth}`,
    {
      designation: "'Feu de forêt'",
      tarif: '30',
      tarif_min: '40',
      tarif_min_pour: '2',
      tarif_min_pro_rata: 'true',
      tarif_pro_rata: 'true',
      taux_nuit: '1.25',
      taux_weekend: '1.5',
      debut: "'22:00'",
      fin: "'06:00'",
      phase_type_id: '1',
      compte_id: compte,
      ecriture_categorie_id: categorie,
      type: '1',
      actif: 'true',
    },
  )

  askSetUp(
    'indemnites_exercice',
    `insert into app.indemnites_exercice (fonction_id, tarif, compte_id, ecriture_categorie_id) select 1, 30, ${ofBoth}`,
    {
      fonction_id: '2',
      tarif: '30',
      type_unite_id: '2',
      compte_id: compte,
      ecriture_categorie_id: categorie,
      type: '1',
    },
  )

  askSetUp(
    'indemnites_annuelles',
    `insert into app.indemnites_annuelles (fonction_id, designation, tarif, compte_id, ecriture_categorie_id)
   select 1, 'Essai', 300, ${ofBoth}`,
    {
      fonction_id: '1',
      designation: "'Matériel'",
      tarif: '300',
      type_unite_id: '7',
      cumulable: 'true',
      compte_id: compte,
      ecriture_categorie_id: categorie,
      type: '2',
    },
  )

  askSetUp(
    'amendes',
    'insert into app.amendes (rang, montant, compte_id) select 98, 50, max(id) from app.comptes',
    {
      rang: '99',
      montant: '80',
      compte_id: compte,
    },
  )

  describe('app.avs_params', () => {
    const row = {
      exercice_comptable_id: latest('exercices_comptables'),
      taux_avs: '0.106',
      taux_ac: '0.022',
      franchise_avs: '2500',
      franchise_imposition: '5400',
      plafond_ac: '148200',
      seuil_sur_solde: 'false',
      compte_id: compte,
      ecriture_categorie_id: categorie,
    }
    askTable(database, {
      table: 'avs_params',
      read,
      // Every year has its row.
      add: { with: config, row, room: 'delete from app.avs_params' },
      change: { with: config, columns: Object.keys(row).slice(1) },
      remove: { with: config },
    })
  })
})
