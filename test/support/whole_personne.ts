import type { TestDatabase } from './database.ts'
import { allPermissions } from './table.ts'
import { makeAccount } from './users.ts'

/** Texts that name the person of addWholePersonne, in all their forms. */
export const traces = [
  'Testuz Anselme',
  'Anselme Testuz',
  'anselme.testuz@example.org',
  '79 555 01 23',
  '795550123',
  '756.9217.0769.85',
  'CH9300762011623852957',
  'Chemin du Paradoxe',
  'Serrurier',
]

const year = '(select id from app.exercices_comptables where annee = 1990)'
const intervention = `(select id from app.interventions where exercice_comptable_id = ${year})`
const exercice = `(select id from app.exercices where exercice_comptable_id = ${year})`
const decompte = `(select id from app.decomptes where exercice_comptable_id = ${year})`

// $1 is their id.
const rows = [
  `insert into app.particularites (sapeur_id, email, rue, no_rue, localite_id, date_naissance, profession, employeur, remarque)
   values ($1, 'anselme.testuz@example.org', 'Chemin du Paradoxe', '17', (select min(id) from app.localites), '1970-05-17',
           'Serrurier', 'Serrures SA', 'Allergique aux noix')`,
  "insert into app.salaires (sapeur_id, no_avs, iban) values ($1, '756.9217.0769.85', 'CH9300762011623852957')",
  "insert into app.telephones (sapeur_id, numero) values ($1, '079 555 01 23')",
  `insert into app.mutations (sapeur_id, incorporation, sortie, motif)
   values ($1, '1985-01-01', '1999-12-31', 'Anselme Testuz déménage')`,
  `insert into app.sapeur_fonctions (sapeur_id, fonction_id, debut, fin, remarque)
   select $1, min(id), '1990-01-01', '1999-12-31', 'Remplace un malade' from app.fonctions`,
  `insert into app.sapeur_grades (sapeur_id, grade_id, debut, fin, remarque)
   select $1, min(id), '1990-01-01', '1999-12-31', 'Au mérite' from app.grades`,
  "insert into app.sapeur_permis (sapeur_id, permis_type_id, date) select $1, min(id), '1990-01-01' from app.permis_types",
  'insert into app.groupe_sapeurs (sapeur_id, groupe_id) select $1, min(id) from app.groupes',
  `insert into app.materiel_personnel (sapeur_id, designation, numero, taille, attribution, retour)
   values ($1, 'Casque', '17', 'XXL', '1990-05-01', '1999-12-31')`,
  `insert into app.exercice_sapeurs (exercice_id, sapeur_id, present, remarque, justification)
   values (${exercice}, $1, true, 'Arrive en retard', 'Mal au dos')`,
  `insert into app.exercice_heures (exercice_id, sapeur_id, heure_exercice_type_id, quantite)
   select ${exercice}, $1, min(id), 2 from app.heure_exercice_types`,
  `insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin)
   values (${intervention}, $1, '1990-07-14 14:30+02', '1990-07-14 16:00+02')`,
  `insert into app.intervention_quittances (intervention_id, sapeur_id) values (${intervention}, $1)`,
  `with a as (
     insert into app.alarmes (date, type, adresse, intervention_voulue)
     values ('1990-07-14 14:30+02', 'Alarme', 'Rue 1', false) returning id
   )
   insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, remarque, source)
   select a.id, $1, 'vient', 'Anselme Testuz arrive', 'application' from a`,
  `insert into app.indisponibilites (sapeur_id, debut, fin, motif) values ($1, '1990-07-15 08:00+02', '1990-07-15 17:00+02', 'vacances')`,
  `insert into app.piquets (sapeur_id, debut, fin) values ($1, '1990-07-15 18:00+02', '1990-07-22 18:00+02')`,
  `insert into app.envois (lot, evenement, alarme_id, canal, sapeur_id, token_hash, etat, remis_at)
   select 'alarme-' || max(id), 'alarme', max(id), 'email', $1, sha256('lien'), 'remis', now() from app.alarmes`,
  `insert into app.intervention_jalons (intervention_id, titre, description, date_time, sapeur_id, sapeur)
   values (${intervention}, 'Arrivée', 'Annoncée par TESTUZ Anselme', '1990-07-14 14:40+02', $1, 'Testuz Anselme')`,
  `insert into app.intervention_missions (intervention_id, titre, resume, debut, sapeur_id, sapeur)
   values (${intervention}, 'Éteindre', 'Fait par Testuz seul', '1990-07-14 14:40+02', $1, 'Testuz Anselme')`,
  `update app.interventions set sapeur_id = $1, responsable = 'Anselme Testuz, +41 79 555 01 23' where id = ${intervention}`,
  `insert into app.rapports_tablette (intervention_id, avertissements, corps)
   select ${intervention}, '{}', json_build_object('sapeur', 'Testuz  Anselme', 'id', $1::bigint)`,
  `insert into app.messageries (host, port, utilisateur, mot_de_passe, active)
   select 'mail.example.org', 993, 'x', '', false where $1 > 0`,
  `insert into app.messages (messagerie_id, uidvalidity, uid, sha256, corps, expediteur, sujet, taille, etat, contenu)
   select min(id), 1, 999001, 'x', 'Réponses : Testuz Anselme (0795550123) vient', 'cta@example.org', 'Alarme', 9, 'alarm', 'Testuz Anselme'
     from app.messageries where $1 > 0`,
  `insert into app.alarmes (date, adresse, type, intervention_voulue, message_sis_key, message_id)
   select now(), 'Gare', 'Alarme', false, max(sis_key), max(id) from app.messages where $1 > 0`,
  `insert into app.alarme_personnes (alarme_id, nom_complet, telephones, sapeur_id)
   select max(id), 'TESTUZ Anselme', '{"+41 79 555 01 23"}', $1 from app.alarmes`,
  `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total, complement)
   values (${year}, $1, '1990-07-14', 'Solde', 120, '')`,
  `insert into app.paiements (decompte_id, sapeur_id, date, solde) values (${decompte}, $1, '1990-12-31', 120)`,
  `insert into app.ordres (decompte_id, date, nom, iban, created_by)
   select ${decompte}, '1991-01-10', 'SIS', 'CH5604835012345678009', 'Testuz Anselme' where $1 > 0`,
  `insert into app.ordre_paiements (ordre_id, paiement_id, sapeur_id, montant, nom, iban, rue, no_rue, npa, localite, pays)
   select o.id, p.id, p.sapeur_id, p.total, 'Anselme Testuz', 'CH9300762011623852957', 'Chemin du Paradoxe', '7', '2800', 'Delémont', 'CH'
     from app.ordres o join app.paiements p using (decompte_id) where p.sapeur_id = $1`,
  `update app.ecritures set decompte_id = ${decompte} where sapeur_id = $1`,
  `update app.decomptes set paye_le = '1990-12-31', created_by = 'Testuz Anselme' where id = ${decompte} and $1 > 0`,
  "insert into app.sis_contacts (email, liste) select 'Anselme.Testuz@example.org', liste from app.sis_contacts where $1 > 0 limit 1",
  // Values of before, for the journal.
  "update app.particularites set rue = 'Chemin du Paradoxe prolongé' where sapeur_id = $1",
  'update app.telephones set priorite = 2 where sapeur_id = $1',
  "update app.sapeurs set suffixe = 'dit Sésame' where id = $1",
  "update app.groupes set designation = 'Groupe de Anselme Testuz' where id = (select min(id) from app.groupes) and $1 > 0",
  "update app.groupes set designation = 'Groupe un' where id = (select min(id) from app.groupes) and $1 > 0",
]

/** A sapeur of hs who has left, with rows in every table that has rows of people, and an account. */
export async function addWholePersonne(
  database: TestDatabase,
): Promise<{ sapeur: number; user: number; email: string }> {
  const owner = await database.as('owner')
  const email = 'anselme.testuz@example.org'
  const user = await makeAccount(database, { email, permissions: { hs: [] } })
  await owner.query('begin')
  const open = () => owner.query("select request.open(null, 'hs', $1, null)", [allPermissions])
  await open()
  await owner.query(`insert into app.exercices_comptables (annee, designation, debut, fin)
    values (1990, '1990', '1990-01-01', '1990-12-31')`)
  await owner.query(
    `insert into app.exercices (designation, date, heure, duree) values ('Échelles', '1990-05-05', '19:30', 120)`,
  )
  await owner.query(`insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
    values ('1990-07-14', '14:29', '1990-07-14', '16:00', 'Feu')`)
  await owner.query(
    `insert into app.decomptes (exercice_comptable_id, designation, date) values (${year}, 'Soldes 1990', '1990-12-31')`,
  )
  const added = await owner.query(
    "insert into app.sapeurs (nom, prenom) values ('Testuz', 'Anselme') returning id",
  )
  const sapeur = Number(added.rows[0]?.id)
  for (const statement of rows)
    await owner.query(statement, [sapeur]).catch((cause: unknown) => {
      throw new Error(statement, { cause })
    })
  await owner.query(`update app.exercices_comptables set boucle = true where annee = 1990`)
  await owner.query(
    "update auth.users set name = 'Anselme Testuz', email_verified_at = now() where id = $1",
    [user],
  )
  await owner.query("insert into auth.memberships (sis_key, user_id, sapeur_id) values ('hs', $1, $2)", [
    user,
    sapeur,
  ])
  await owner.query('select request.open($1, $2, $3, $4)', [user, 'hs', [], sapeur])
  await owner.query(
    "insert into app.calendriers (rang, designation, token_hash) values (1, 'Téléphone de Testuz Anselme', sha256('ics'))",
  )
  await open()
  await owner.query(`insert into auth.invitations (sis_key, email, sapeur_id) values ('hs', $1, $2)`, [
    email,
    sapeur,
  ])
  await owner.query(
    "insert into auth.tokens (token_hash, genre, user_id, expires_at) values (sha256('a'), 'confirmation', $1, now() + interval '1 h')",
    [user],
  )
  await owner.query(`insert into auth.throttles (key, points) values ('login:' || $1, 1)`, [email])
  await owner.query(
    `select graphile_worker.add_job('send_mail', json_build_object('genre', 'confirmation', 'email', $1::text), run_at := 'infinity')`,
    [email],
  )
  await owner.query('commit')
  await owner.query('begin')
  await owner.query("select request.open($1, 'hs', '{}', $2)", [user, sapeur])
  await owner.query(
    `insert into app.appareils (type, designation, empreinte, abonnement)
     values ('webpush', 'Téléphone de Anselme Testuz', sha256('appareil'), '\\x00')`,
  )
  await owner.query("select request.open($1, 'hs', '{sis.config}', $2)", [user, sapeur])
  await owner.query(
    "insert into app.webhooks (url, secret, evenements) values ('https://sms.example.org', '\\x00', '{alarme}')",
  )
  await owner.query(
    "insert into request.reponses (sis_key, user_id, cle, empreinte, reponse) values ('hs', $1, 'k', 'x', 'à Anselme Testuz')",
    [user],
  )
  await owner.query('commit')
  return { sapeur, user, email }
}
