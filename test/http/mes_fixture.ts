import { makeAccount } from '../support/users.ts'
import type { DataApi } from './data_fixture.ts'

/** A sapeur of hs: their account, their record, and the ids of their rows in 1990 and 1991, by table. */
export interface Someone {
  nom: string
  email: string
  user: number
  sapeur: number
  rows: Record<string, number[]>
}

const year = (annee: number) => `(select id from app.exercices_comptables where annee = ${annee})`
const of = (table: string, annee: number) =>
  `(select id from app.${table} where exercice_comptable_id = ${year(annee)})`

// Rows in 1990 and 1991 that belong to nobody.
const years = [
  `insert into app.exercices_comptables (annee, designation, debut, fin)
   values (1990, '1990', '1990-01-01', '1990-12-31'), (1991, '1991', '1991-01-01', '1991-12-31'),
          (1992, '1992', '1992-01-01', '1992-12-31')`,
  `insert into app.exercices (designation, date, heure, duree)
   values ('Échelles', '1990-05-05', '19:30', 120), ('Pompes', '1991-05-05', '19:30', 90)`,
  `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, lieu, description)
   values ('1990-07-14', '14:29', '1990-07-14', '16:00', 'Feu', 'Gare', 'secret'),
          ('1991-02-01', '02:50', '1991-02-01', '04:00', 'Inondation', 'Cave', 'secret')`,
  `insert into app.decomptes (exercice_comptable_id, designation, date)
   values (${year(1990)}, 'Soldes 1990', '1990-12-31'), (${year(1991)}, 'Soldes 1991', '1991-12-31')`,
]

// Rows of one sapeur, $1.
const own: Record<string, string> = {
  sapeur_fonctions: `(sapeur_id, fonction_id, debut, fin, remarque)
    values ($1, 2, '1990-01-01', '1990-12-31', 'Autrefois'), ($1, 1, '2199-01-01', null, '')`,
  groupe_sapeurs: '(groupe_id, sapeur_id) select g.id, $1 from app.groupes g order by g.id limit 2',
  materiel_personnel: `(sapeur_id, designation, numero, taille, attribution, retour)
    values ($1, 'Casque', '17', 'M', '1990-05-01', null), ($1, 'Bottes', '', '42', '1990-05-02', '2199-12-31'),
           ($1, 'Veste', '', 'L', '1990-05-03', '1991-05-01')`,
  exercice_sapeurs: `(exercice_id, sapeur_id, present)
    values (${of('exercices', 1990)}, $1, true), (${of('exercices', 1991)}, $1, false)`,
  intervention_sapeurs: `(intervention_id, sapeur_id, debut, fin, piquet)
    values (${of('interventions', 1990)}, $1, '1990-07-14 14:30+02', '1990-07-14 16:00+02', false),
           (${of('interventions', 1991)}, $1, '1991-02-01 03:00+01', '1991-02-01 04:00+01', true)`,
  paiements: `(decompte_id, sapeur_id, date, solde, indemnite, avs_ac)
    values (${of('decomptes', 1990)}, $1, '1990-12-31', 120.5, 30, 9.25), (${of('decomptes', 1991)}, $1, '1991-12-31', 1, 0, 0)`,
  ecritures: `(exercice_comptable_id, sapeur_id, date, designation, quantite, total, decompte_id, intervention_id)
    values (${year(1990)}, $1, '1990-07-14', 'Solde', 1.5, 120.5, ${of('decomptes', 1990)}, ${of('interventions', 1990)}),
           (${year(1991)}, $1, '1991-12-31', 'Retenue', 1, -1, null, null)`,
}

/** Writes the years 1990 (with rows) to 1992 (without any) into a SIS; returns their ids. */
export async function addYears({ sql }: DataApi, sis = 'hs'): Promise<number[]> {
  for (const statement of years) await sql(statement, [], sis)
  const rows = await sql(
    'select id from app.exercices_comptables where annee between 1990 and 1992 order by annee',
    [],
    sis,
  )
  return rows.map(({ id }) => Number(id))
}

/** Makes a sapeur of hs with rows in 1990 and 1991, and an account with these permissions there. */
export async function addSomeone(api: DataApi, nom: string, permissions: string[]): Promise<Someone> {
  const ids = async (text: string, values: unknown[]) =>
    (await api.sql(`insert into app.${text} returning id`, values)).map(({ id }) => Number(id))
  const [sapeur = 0] = await ids("sapeurs (nom, prenom) values ($1, 'Léa')", [nom])
  const rows: Record<string, number[]> = {}
  for (const [table, values] of Object.entries(own)) rows[table] = await ids(`${table} ${values}`, [sapeur])
  const email = `${nom.toLowerCase()}@example.org`
  const user = await makeAccount(api.database, { email, permissions: { hs: permissions } })
  await link(api, user, sapeur)
  return { nom, email, user, sapeur, rows }
}

/** Links an account to a sapeur of hs and confirms its e-mail, for an unconfirmed account has no sapeur. */
export async function link({ database }: DataApi, user: number, sapeur: number): Promise<void> {
  const owner = await database.as('owner')
  await owner.query("insert into auth.memberships (sis_key, user_id, sapeur_id) values ('hs', $1, $2)", [
    user,
    sapeur,
  ])
  await owner.query(
    'update auth.users set email_verified_at = now() where id = $1 and email_verified_at is null',
    [user],
  )
}
