import { addYear } from './annees.ts'
import { type MakeSample, one, type Sql, unique } from './sample.ts'

/** A new account; of income where it is to take fines. */
export const addCompte = (sql: Sql, produit = false) =>
  one(sql, 'insert into app.comptes (numero, designation, produit) values ($1, $1, $2) returning id', [
    unique('3999'),
    produit,
  ])

/** A new category of entries. */
export const addCategorie = (sql: Sql) =>
  one(sql, 'insert into app.ecriture_categories (designation) values ($1) returning id', [unique('Cours')])

const addFonction = (sql: Sql) =>
  one(sql, 'insert into app.fonctions (designation) values ($1) returning id', [unique('Fonction')])

let rang = 100
const nextRang = () => {
  rang += 1
  return rang
}

/** How to add, change and remove rows of a list: its name and table, and the fields of a new row. */
function samplesOf(
  element: string,
  list: string,
  body: (sql: Sql) => Promise<Record<string, unknown>>,
): Record<string, MakeSample> {
  const add = async (sql: Sql) => {
    const row = Object.entries(await body(sql))
    const names = row.map(([name]) => name)
    return one(
      sql,
      `insert into app.${list} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
      row.map(([, value]) => value),
    )
  }
  return {
    [`list_${list}`]: async () => ({}),
    [`create_${element}`]: async (sql) => ({ body: await body(sql) }),
    [`update_${element}`]: async (sql) => ({ path: { id: await add(sql) }, body: await body(sql) }),
    [`delete_${element}`]: async (sql) => ({ path: { id: await add(sql) } }),
  }
}

const booked = async (sql: Sql, type: number) => ({
  compte_id: await addCompte(sql),
  ecriture_categorie_id: await addCategorie(sql),
  type,
})

/** How to call the operations on what a SIS sets up for its accounts. */
export const comptabiliteSamples: Record<string, MakeSample> = {
  ...samplesOf('compte', 'comptes', async () => ({
    numero: unique('3010'),
    designation: 'Soldes des cours',
    produit: false,
    tri: 4,
  })),
  ...samplesOf('ecriture_categorie', 'ecriture_categories', async () => ({
    designation: unique('Cours'),
    tri: 4,
  })),
  ...samplesOf('indemnite_intervention', 'indemnites_intervention', async (sql) => ({
    designation: unique('Feu de forêt'),
    tarif: '30.00',
    tarif_min: '40.00',
    tarif_min_pour: 2,
    tarif_min_pro_rata: true,
    tarif_pro_rata: true,
    taux_nuit: '1.25',
    taux_weekend: 1.5,
    debut: '22:00:00',
    fin: '06:00:00',
    phase_type_id: 1,
    ...(await booked(sql, 1)),
    actif: true,
  })),
  ...samplesOf('indemnite_exercice', 'indemnites_exercice', async (sql) => ({
    fonction_id: await addFonction(sql),
    tarif: '35.00',
    type_unite_id: 2,
    ...(await booked(sql, 1)),
  })),
  ...samplesOf('indemnite_annuelle', 'indemnites_annuelles', async (sql) => ({
    fonction_id: await addFonction(sql),
    designation: 'Entretien du matériel',
    tarif: '40.00',
    type_unite_id: 7,
    cumulable: true,
    ...(await booked(sql, 2)),
  })),
  ...samplesOf('amende', 'amendes', async (sql) => ({
    rang: nextRang(),
    montant: '150.00',
    compte_id: await addCompte(sql, true),
  })),
  get_avs_param: async (sql) => ({ path: { exercice_comptable_id: await addYear(sql) } }),
  update_avs_param: async (sql) => ({
    path: { exercice_comptable_id: await addYear(sql) },
    body: {
      taux_avs: '0.10600',
      taux_ac: '0.02200',
      franchise_avs: '2500.00',
      franchise_imposition: '5400.00',
      plafond_ac: 148200,
      seuil_sur_solde: true,
      compte_id: await addCompte(sql),
      ecriture_categorie_id: await addCategorie(sql),
    },
  }),
}
