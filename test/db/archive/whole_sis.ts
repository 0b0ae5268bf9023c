import type pg from 'pg'
import { seal } from '../../../src/mail/seal.ts'
import { addMissingRows } from '../../support/add_missing_rows.ts'
import type { TestDatabase } from '../../support/database.ts'
import { addWholePersonne } from '../../support/whole_personne.ts'

/** The MAILBOX_KEY of the instance that the SIS of a test comes from. */
export const mailboxKey = Buffer.alloc(32, 1).toString('base64')
export const mailboxPassword = 'mot de passe de la messagerie'

/** Fills the tables that the demo leaves empty in the SIS hs, so that an archive of it has rows of every table. */
export async function fillSis(database: TestDatabase): Promise<void> {
  await addWholePersonne(database)
  const admin = await database.as('admin')
  const password = seal(mailboxPassword, mailboxKey, {
    sis: 'hs',
    host: 'imap.example.org',
    port: 993,
    security: 'tls',
    user: 'hs@example.org',
  })
  await admin.query('begin')
  await admin.query("select request.open(null, 'hs', array(select identifiant from auth.permissions), null)")
  await admin.query(
    `insert into app.sis_logos (type, image) values ('image/png', '\\x89504e47') on conflict do nothing`,
  )
  await admin.query(
    `with box as (
       insert into app.messageries (host, port, utilisateur, mot_de_passe) values ('imap.example.org', 993, 'hs@example.org', $1)
       returning id
     )
     insert into app.messages (messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille, etat, contenu)
     select id, 7, uid, md5(uid::text), 'cta@example.org', E'tab\\tU+2028\\u2028\\r\\nbackslash \\\\ .', 12, 'ignored', '\\x00ff0a0d5c2e0a'
       from box, generate_series(1, 3) as uid`,
    [password],
  )
  await fillRest(admin)
  await addMissingRows(admin)
  await admin.query('commit')
}

async function fillRest(admin: pg.Client): Promise<void> {
  const intervention = "(select max(id) from app.interventions where sis_key = 'hs')"
  // Without rules, so that any intervention takes rows.
  await admin.query('set local session_replication_role = replica')
  await admin.query(
    `insert into app.telephones_utiles (nom, numero) values ('Centre antipoison', '145');
     insert into app.localites_sis (localite_id) select min(id) from app.localites on conflict do nothing;
     insert into app.vehicules (designation) values ('Tonne-pompe');
     insert into app.materiels (designation) values ('Tuyau');
     insert into app.sis_contacts (email) values ('poste@example.org');
     insert into app.alarme_groupes (alarme_id, no, nom) select max(id), '1', 'Jour' from app.alarmes where sis_key = 'hs';
     insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, source)
     select max(a.id), (select max(id) from app.sapeurs where sis_key = 'hs'), 'vient', 'lien' from app.alarmes a where sis_key = 'hs';
     insert into app.calendriers (user_id, sapeur_id, rang, token_hash)
     select user_id, sapeur_id, 1, sha256('agenda') from auth.memberships where sis_key = 'hs' and sapeur_id is not null limit 1;
     insert into app.webhooks (url, secret, evenements) values ('https://sms.example.org', '\\x00', '{alarme}');
     insert into app.appareils (user_id, type) select min(user_id), 'email' from auth.memberships where sis_key = 'hs';
     insert into app.envois (lot, evenement, alarme_id, canal, appareil_id, webhook_id, sapeur_id, token_hash, etat)
     select 'alarme-1', 'alarme', (select max(id) from app.alarmes where sis_key = 'hs'), 'email',
            (select max(id) from app.appareils where sis_key = 'hs'), (select max(id) from app.webhooks where sis_key = 'hs'),
            (select max(id) from app.sapeurs where sis_key = 'hs'), sha256('lien de hs'), 'remis';
     insert into app.envois (lot, evenement, canal, webhook_id, appareil_id, contenu)
     select 'effectif-1', 'effectif', e.canal, w.id, a.id, '{}'
       from unnest(array['email', 'webhook', 'webpush']) as e (canal)
       left join app.webhooks w on w.sis_key = 'hs' and e.canal = 'webhook'
       left join app.appareils a on a.sis_key = 'hs' and e.canal = 'email';
     insert into app.murs (designation, token_hash) values ('Garage', sha256('mur'));
     insert into app.reponses_mensuelles (annee, mois, source, reponse, nb, secondes) values (2024, 3, 'lien', 'vient', 7, 700);
     insert into app.indisponibilites (sapeur_id, debut, fin, dernier_jour) select max(id), now(), now() + interval '1 hour', current_date from app.sapeurs where sis_key = 'hs';
     insert into app.piquets (sapeur_id, debut, fin) select max(id), now(), now() + interval '1 week' from app.sapeurs where sis_key = 'hs';
     with requis as (insert into app.effectif_requis (designation, minimum) values ('Jour', 4) returning id)
     insert into app.manques_annonces (effectif_requis_id, debut, fin, disponibles) select id, now(), now(), 3 from requis;
     insert into app.disponibilites_jours (jour, effectif, absents, piquets) values ('2026-03-14', '{4}', '{1}', '{1}');
     insert into app.intervention_appels (intervention_id, date) select ${intervention}, now();
     insert into app.intervention_groupes (intervention_id, no, designation) select ${intervention}, '1', 'Jour';
     insert into app.intervention_vehicules (intervention_id, vehicule_id)
     select ${intervention}, max(id) from app.vehicules where sis_key = 'hs';
     insert into app.intervention_materiels (intervention_id, materiel_id, quantite)
     select ${intervention}, max(id), 2 from app.materiels where sis_key = 'hs';
     insert into app.travaux (exercice_comptable_id, indemnites, total)
     select max(id), '{}', 1 from app.exercices_comptables where sis_key = 'hs' and not boucle;
     insert into app.travail_interventions (travail_id, no, intervention_id)
     select max(id), 1, ${intervention} from app.travaux where sis_key = 'hs';
     insert into audit.identites_paie (sapeur_id, nom, prenom, jusqu_au)
     select max(id), 'Ancien', 'Sapeur', '2030-12-31' from app.sapeurs where sis_key = 'hs';
     with invitation as (
       insert into auth.invitations (sis_key, email, created_by)
       select 'hs', 'future@example.org', max(user_id) from auth.memberships where sis_key = 'hs' returning id
     ), roles as (
       insert into auth.invitation_roles (sis_key, invitation_id, role_id)
       select 'hs', i.id, min(r.id) from invitation i, auth.roles r where r.sis_key = 'hs' group by i.id
     )
     insert into auth.tokens (token_hash, genre, sis_key, invitation_id, expires_at)
     select sha256('invitation'), 'invitation', 'hs', id, now() + interval '1 day' from invitation;
     insert into jobs.marquages (sis_key, messagerie_id, uidvalidity, uid)
     select 'hs', max(id), 7, 3 from app.messageries where sis_key = 'hs';
     insert into jobs.report_parts (sis_key, nom) values ('hs', 'mail');
     insert into request.reponses (sis_key, user_id, cle, empreinte, reponse)
     select 'hs', min(user_id), 'cle', '\\x00', '{}' from auth.memberships where sis_key = 'hs'`,
  )
}

const emailOf = (id: string) => `(select lower(u.email) from auth.users u where u.id = (${id})::bigint)`
const journalAccounts = [
  `case when t.ressource in ('memberships', 'user_roles') then jsonb_build_object('ligne_id', ${emailOf('t.ligne_id')}) else '{}' end`,
  ...['avant', 'apres'].flatMap((values) =>
    ['user_id', 'created_by', 'used_by'].map(
      (
        key,
      ) => `case when t.ressource in ('memberships', 'user_roles', 'invitations') and t.${values} ->> '${key}' is not null
                then jsonb_build_object('${values}', t.${values} || jsonb_build_object('${key}', ${emailOf(`t.${values} ->> '${key}'`)})) else '{}' end`,
    ),
  ),
]

/**
 * Every row of a SIS, by table, without what an instance decides itself: accounts are shown by their e-mail, places by
 * their name, and of the alarm's place in its stream nothing. Nor where the SIS lives, and that it was closed.
 */
export async function readSis(database: TestDatabase, sis: string): Promise<Record<string, string[]>> {
  const admin = await database.as('admin')
  const { rows } = await admin.query<{ name: string; accounts: string[] }>(
    `select c.oid::regclass::text as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0
                     and (a.attname = 'user_id' or c.relname = 'invitations' and a.attname in ('created_by', 'used_by'))) as accounts
       from pg_class c
       join pg_attribute k on k.attrelid = c.oid and k.attname = 'sis_key'
      where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('app', 'auth', 'audit', 'request', 'jobs')
        and c.relname not in ('changements', 'fermetures', 'homes', 'remplissages', 'sejours', 'baux', 'analystes', 'report_parts')
      order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name, accounts } of rows) {
    const shown = accounts.map(
      (column) =>
        `jsonb_build_object('${column}', (select lower(u.email) from auth.users u where u.id = t."${column}"))`,
    )
    if (name === 'audit.journal') shown.push(...journalAccounts)
    const value = ["to_jsonb(t) - '{sis_key,changed_in}'::text[]", ...shown].join(' || ')
    const lines = await admin.query<{ line: string }>(
      `select (${value})::text as line from ${name} t where t.sis_key = $1${name === 'audit.journal' ? " and t.ressource <> 'fermetures'" : ''} order by 1`,
      [sis],
    )
    found[name] = lines.rows.map(({ line }) => line)
  }
  return found
}
