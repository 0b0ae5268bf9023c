import type pg from 'pg'
import { hashToken } from '../../src/auth/opaque_token.ts'
import { sisKey } from '../data/sizes.ts'

/** The SIS whose people answer. */
export const SIS = sisKey(1)

/** Someone who answers: an account that is linked to a sapeur. */
export interface Answerer {
  user: number
  sapeur: number
}

/** Adds people with an account, without triggers. */
export async function addAnswerers(client: pg.Client, count: number): Promise<Answerer[]> {
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query<Answerer>(
    `with users as (
       insert into auth.users (name, email, password_hash)
       select 'Banc', 'reponse' || n || '@example.org', '!' from generate_series(1, $2) n
       returning id, substring(email, '\\d+') as n
     ), sapeurs as (
       insert into app.sapeurs (sis_key, nom, prenom, porteur)
       select $1, 'Réponse', 'Banc ' || n, n % 2 = 0 from generate_series(1, $2) n
       returning id, substring(prenom, '\\d+') as n
     ), linked as materialized (
       select u.id as user_id, s.id as sapeur_id from users u join sapeurs s on s.n = u.n
     ), memberships as (
       insert into auth.memberships (sis_key, user_id, sapeur_id, mobile)
       select $1, l.user_id, l.sapeur_id, true from linked l
     )
     select user_id::integer as user, sapeur_id::integer as sapeur from linked`,
    [SIS, count],
  )
  await client.query('reset session_replication_role')
  return rows
}

/** Ends the alarms of the SIS, and makes new ones. @returns their ids */
export async function makeAlarmes(client: pg.Client, count: number): Promise<number[]> {
  await client.query(
    `update app.alarmes set validated = true, date = date - interval '1 day' where sis_key = $1 and not validated`,
    [SIS],
  )
  const { rows } = await client.query<{ id: number }>(
    `insert into app.alarmes (sis_key, date, type, code, adresse, intervention_voulue)
     select $1, now(), 'Alarme réelle', 'FEU BAT', 'Rue du Banc ' || n, false from generate_series(1, $2) n
     returning id::integer`,
    [SIS, count],
  )
  return rows.map(({ id }) => id)
}

/** Makes the links of an alarm for these people, as messages carry them. @returns their tokens */
export async function makeLiens(client: pg.Client, alarme: number, people: Answerer[]): Promise<string[]> {
  const tokens = people.map(({ sapeur }) => `${alarme}-${sapeur}-`.padEnd(22, 'banc').slice(0, 22))
  await client.query(
    `insert into app.envois (sis_key, lot, evenement, alarme_id, canal, sapeur_id, token_hash, etat)
     select $1, 'alarme-' || $2::bigint, 'alarme', $2, 'webpush', l.sapeur, decode(l.hash, 'hex'), 'remis'
       from json_to_recordset($3::json) as l (sapeur bigint, hash text)`,
    [
      SIS,
      alarme,
      JSON.stringify(
        people.map(({ sapeur }, n) => ({ sapeur, hash: hashToken(tokens[n] ?? '').toString('hex') })),
      ),
    ],
  )
  return tokens.map((token) => `${SIS}.${token}`)
}
