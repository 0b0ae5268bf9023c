import { addYear } from './annees.ts'
import { addAvsParam, addEcriture as addEntry } from './comptabilite_decomptes.ts'
import { addCompte } from './comptabilite_imputation.ts'
import { addSapeur } from './interventions.ts'
import { addressee } from './moi.ts'
import { type MakeSample, one, type Sql } from './sample.ts'

// A new accounting year with an entry of 52.50 that is not paid yet.
async function addEcriture(sql: Sql): Promise<{ annee: number; ecriture: number }> {
  const annee = await addYear(sql)
  const ecriture = await one(
    sql,
    `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total, compte_id)
     select x.id, $2, x.debut, 'Solde', 52.5, $3 from app.exercices_comptables x where x.id = $1 returning id`,
    [annee, await addSapeur(sql), await addCompte(sql)],
  )
  return { annee, ecriture }
}

/** A new décompte of a new accounting year, without payments. */
export async function addDecompte(sql: Sql): Promise<number> {
  return one(
    sql,
    `insert into app.decomptes (exercice_comptable_id, designation, date)
     select id, 'Soldes du printemps', debut from app.exercices_comptables where id = $1 returning id`,
    [await addYear(sql)],
  )
}

/** A payment of 52.50 to a new sapeur of Bassecourt, unless told otherwise, with its entry. */
export async function addPaiement(
  sql: Sql,
  decompte: number,
  {
    nom = 'Rochat',
    solde = 52.5,
    iban = 'CH9300762011623852957',
    localite = 'Bassecourt',
    designation = 'Solde',
  }: { nom?: string; solde?: number; iban?: string; localite?: string | null; designation?: string } = {},
): Promise<{ id: number; sapeur: number }> {
  const sapeur = await one(sql, "insert into app.sapeurs (nom, prenom) values ($1, 'Léa') returning id", [
    nom,
  ])
  await sql(
    `insert into app.particularites (sapeur_id, rue, no_rue, localite_id)
     values ($1, 'Rue du Hangar', '4', (select min(id) from app.localites where nom = $2))`,
    [sapeur, localite],
  )
  await sql('insert into app.salaires (sapeur_id, iban) values ($1, $2)', [sapeur, iban])
  const id = await one(
    sql,
    `insert into app.paiements (decompte_id, sapeur_id, date, solde)
     select id, $2, date, $3 from app.decomptes where id = $1 returning id`,
    [decompte, sapeur, solde],
  )
  await sql(
    `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total, type, decompte_id, compte_id)
     select exercice_comptable_id, $2, date, $5, $3, 1, id, $4 from app.decomptes where id = $1`,
    [decompte, sapeur, solde, await addCompte(sql), designation],
  )
  return { id, sapeur }
}

/** A new décompte with a payment, of a SIS that can pay it. */
async function addPaid(sql: Sql): Promise<number> {
  await sql("update app.sis set iban = 'CH9300762011623852957', nom = 'SIS Haute-Sorne'")
  const id = await addDecompte(sql)
  await addPaiement(sql, id)
  return id
}

/** A new décompte with a payment, and an order to the bank for it. */
async function addOrdre(sql: Sql): Promise<number> {
  const id = await addPaid(sql)
  const ordre = await one(
    sql,
    `insert into app.ordres (decompte_id, date, nom, iban)
     values ($1, '2026-07-15', 'SIS Haute-Sorne', 'CH9300762011623852957') returning id`,
    [id],
  )
  await sql(
    `insert into app.ordre_paiements (ordre_id, paiement_id, sapeur_id, montant, nom, iban, localite, pays)
     select $1, id, sapeur_id, total, 'Léa Rochat', 'CH9300762011623852957', 'Bassecourt', 'CH'
       from app.paiements where decompte_id = $2`,
    [ordre, id],
  )
  return id
}

/** A new calendar year that paid a sapeur, a new one unless told otherwise, 3000.00 of indemnité in a paid décompte. */
export async function addPaidYear(
  sql: Sql,
  sapeur?: number,
): Promise<{ annee: number; sapeur: number; decompte: number }> {
  const annee = await addYear(sql)
  const paid = sapeur ?? (await addSapeur(sql))
  await addAvsParam(sql, annee)
  await addEntry(sql, annee, paid, { type: 2, total: 3000 })
  const demande = { exercice_comptable_id: annee, designation: 'Soldes', date: '2026-07-10', deduction: true }
  const decompte = await one(sql, 'select (app.make_decompte($1)).id', [JSON.stringify(demande)])
  await sql('update app.decomptes set paye_le = date where id = $1', [decompte])
  return { annee, sapeur: paid, decompte }
}

/** How to call the operations that make documents of pay. */
export const documentSamples: Record<string, MakeSample> = {
  list_decompte_ordres: async (sql) => ({ path: { id: await addOrdre(sql) } }),
  create_decompte_ordre: async (sql) => {
    const id = await addPaid(sql)
    const paiement = await one(sql, 'select id from app.paiements where decompte_id = $1', [id])
    const body = { paiement_ids: [paiement], date: '2199-07-15', ignorer_incomplets: true, encore: false }
    return { path: { id }, body }
  },
  get_decompte_ordre: async (sql) => ({ path: { id: await addPaid(sql) } }),
  get_decompte_pdf: async (sql) => ({ path: { id: await addPaid(sql) }, query: { fiches: 'true' } }),
  export_decompte: async (sql) => ({ path: { id: await addPaid(sql) } }),
  get_mon_decompte_pdf: async (sql) => {
    const decompte = await addDecompte(sql)
    await sql(
      `insert into app.paiements (decompte_id, sapeur_id, date, solde)
       select id, $2, date, 52.5 from app.decomptes where id = $1`,
      [decompte, await addressee(sql)],
    )
    const annee = await one(sql, 'select exercice_comptable_id from app.decomptes where id = $1', [decompte])
    return { path: { exercice_comptable_id: annee, decompte_id: decompte } }
  },
  export_avs: async (sql) => ({ path: { id: (await addPaidYear(sql)).annee } }),
  get_certificats_salaire: async (sql) => {
    const { annee, sapeur } = await addPaidYear(sql)
    return { path: { exercice_comptable_id: annee }, query: { sapeur_id: String(sapeur) } }
  },
  get_mon_certificat_salaire: async (sql) => ({
    path: { exercice_comptable_id: (await addPaidYear(sql, await addressee(sql))).annee },
  }),
  list_bilan_comptes: async (sql) => ({ path: { id: (await addEcriture(sql)).annee } }),
}
