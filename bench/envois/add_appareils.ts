import type pg from 'pg'
import { hashToken } from '../../src/auth/opaque_token.ts'
import { sealedPlace, sealText } from '../../src/text/sealed_text.ts'
import { browserOf } from './browser.ts'

// The alarm group that reports of journee/mailboxes.ts call.
const GROUP = '91'
const BATCH = 1_000

/** Devices of a SIS, and who seals and serves them. */
interface NewAppareils {
  sis: string
  count: number
  /** The number of the first browser. */
  first: number
  /** MAILBOX_KEY, in base64. */
  key: string
  /** Origins of push services, to which the devices are dealt in turn. */
  origins: string[]
}

/**
 * Adds people with an account, alerts on it, and a browser each, to the alarm group 91 of a SIS. Triggers are off:
 * they are not what is measured.
 */
export async function addAppareils(
  client: pg.Client,
  { sis, count, first, key, origins }: NewAppareils,
): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (let n = first; n < first + count; n += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, first + count - n) }, (_, m) => {
      const { privateKey, auth } = browserOf(n + m)
      const endpoint = `${origins[(n + m) % origins.length]}/send/${n + m}`
      const keys = { p256dh: privateKey.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return {
        n: n + m,
        empreinte: hashToken(endpoint).toString('hex'),
        abonnement: sealText(
          JSON.stringify({ endpoint, ...keys }),
          key,
          sealedPlace.abonnement(sis),
        ).toString('hex'),
      }
    })
    await client.query(ADD, [sis, GROUP, JSON.stringify(rows)])
  }
  await client.query('reset session_replication_role')
}

const ADD = `
  with given as materialized (
    select * from json_to_recordset($3::json) as g (n bigint, empreinte text, abonnement text)
  ), users as (
    insert into auth.users (name, email, password_hash, email_verified_at)
    select 'Banc', 'envoi' || g.n || '@example.org', '!', now() from given g
    returning id, email
  ), sapeurs as (
    insert into app.sapeurs (sis_key, nom, prenom) select $1, 'Envoi', 'Banc ' || g.n from given g
    returning id, prenom
  ), people as materialized (
    select g.*, u.id as user_id, s.id as sapeur_id
      from given g
      join users u on u.email = 'envoi' || g.n || '@example.org'
      join sapeurs s on s.prenom = 'Banc ' || g.n
  ), memberships as (
    insert into auth.memberships (sis_key, user_id, sapeur_id, mobile) select $1, p.user_id, p.sapeur_id, true from people p
  ), members as (
    insert into app.groupe_sapeurs (sis_key, groupe_id, sapeur_id)
    select $1, g.id, p.sapeur_id from people p join app.groupes g on g.sis_key = $1 and g.no = $2
  )
  insert into app.appareils (sis_key, user_id, type, empreinte, abonnement)
  select $1, p.user_id, 'webpush', decode(p.empreinte, 'hex'), decode(p.abonnement, 'hex') from people p order by p.n`
