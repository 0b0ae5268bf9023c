import { hashToken, newToken } from '../../../src/auth/opaque_token.ts'
import { addSapeur } from './interventions.ts'
import { type MakeSample, one, type Sql, unique } from './sample.ts'

const address = () => `${unique('adresse').replace(' ', '-')}@example.org`

const addContact = (sql: Sql) =>
  one(sql, "insert into app.sis_contacts (email, liste) values ($1, 'Rapports') returning id", [address()])

/** A new mailbox, whose password nobody can open. */
function addMessagerie(sql: Sql): Promise<number> {
  return one(
    sql,
    `insert into app.messageries (host, port, utilisateur, mot_de_passe, expediteurs)
     values ('mail.example.org', 993, $1, '\\x00', '{cet@alarme.example.org}') returning id`,
    [unique('alarmes')],
  )
}

const messagerie = () => ({
  host: 'mail.example.org',
  port: 143,
  security: 'starttls',
  user: unique('alarmes'),
  password: 'à garder pour soi',
  folder: 'Alarmes',
  senders: ['cet@alarme.example.org'],
  active: false,
  lire_depuis: '2026-03-14T00:00:00+01:00',
})

/** A new webhook, whose secret nobody can open. */
const addWebhook = (sql: Sql) =>
  one(
    sql,
    "insert into app.webhooks (url, secret, evenements) values ($1, '\\x00', '{alarme}') returning id",
    [`https://sms.example.org/${unique('caserne').replace(' ', '-')}`],
  )

const webhook = () => ({
  url: 'https://sms.example.org/caserne',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  evenements: ['alarme', 'reponse'],
  actif: true,
})

/**
 * How to call the operations on the settings of a SIS; create_sis_logo takes a form: `body` holds its file in
 * base64.
 */
export const sisSamples: Record<string, MakeSample> = {
  get_fuseau: async () => ({}),
  get_sis_param: async () => ({}),
  update_sis_param: async (sql) => ({
    body: {
      nom: 'SIS Haute-Sorne',
      rue: 'Rue de la Gare',
      numero: '15',
      district: 'Delémont',
      no_arrondissement: '3',
      telephone: '032 555 10 10',
      email: 'sis@example.org',
      iban: 'CH93 0076 2011 6238 5295 7',
      bic: 'POFICHBEXXX',
      localite_id: await one(sql, 'select min(id) from app.localites'),
      sapeur_id: await addSapeur(sql),
      fuseau: 'Europe/Zurich',
      intervention_automatique: true,
      delai_excuse: 10,
      duree_reponse: 90,
      contenu_alerte: 'complet',
      mots_test: ['test', 'sirène'],
    },
  }),
  list_sis_contacts: async (sql) => {
    await addContact(sql)
    return {}
  },
  create_sis_contact: async () => ({ body: { email: address(), liste: 'Rapports' } }),
  delete_sis_contact: async (sql) => ({ path: { id: await addContact(sql) } }),
  list_murs: async (sql) => {
    await addMur(sql)
    return {}
  },
  create_mur: async () => ({ body: { designation: unique('Garage'), expire_le: '2199-12-31' } }),
  delete_mur: async (sql) => ({ path: { id: (await addMur(sql)).id } }),
  get_mur: async (sql) => ({ headers: { token: (await addMur(sql)).token } }),
  watch_mur: async (sql) => ({ headers: { token: (await addMur(sql)).token } }),
  list_webhooks: async (sql) => {
    await addWebhook(sql)
    return {}
  },
  create_webhook: async () => ({ body: webhook() }),
  update_webhook: async (sql) => ({ path: { id: await addWebhook(sql) }, body: webhook() }),
  delete_webhook: async (sql) => ({ path: { id: await addWebhook(sql) } }),
  get_mobile_version: async () => ({}),
  get_sis_logo: async (sql) => {
    await addLogo(sql)
    return { path: { sis_key: await sisKey(sql) } }
  },
  create_sis_logo: async () => ({ body: { logo: 'iVBORw0KGgo=' } }),
  delete_sis_logo: async (sql) => {
    await addLogo(sql)
    return {}
  },
  list_messageries: async (sql) => {
    // A SIS may have few.
    if ((await sql('select from app.messageries')).length === 0) await addMessagerie(sql)
    return {}
  },
  create_messagerie: async () => ({ body: messagerie() }),
  update_messagerie: async (sql) => ({ path: { id: await addMessagerie(sql) }, body: messagerie() }),
  delete_messagerie: async (sql) => ({ path: { id: await addMessagerie(sql) } }),
  list_journal: async (sql) => ({
    query: {
      ressource: 'sis_contacts',
      ligne_id: String(await addContact(sql)),
      action: 'ajout',
      du: '2026-01-01',
      au: '2199-12-31',
    },
  }),
}

async function addLogo(sql: Sql): Promise<void> {
  await sql(
    "insert into app.sis_logos (type, image) values ('image/png', '\\x89504e470d0a1a0a') on conflict do nothing",
  )
}

/** A wall, and its token. */
export async function addMur(sql: Sql): Promise<{ id: number; token: string }> {
  const token = newToken()
  const id = await one(sql, 'insert into app.murs (designation, token_hash) values ($1, $2) returning id', [
    unique('Hall'),
    hashToken(token),
  ])
  return { id, token: `${await sisKey(sql)}.${token}` }
}

async function sisKey(sql: Sql): Promise<unknown> {
  const [row] = await sql('select request.sis_key() as key')
  return row?.key
}
