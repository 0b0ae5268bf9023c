import type pg from 'pg'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import { buildAlarmMail, renderReport } from '../../src/demo/demo_report.ts'
import { toRow } from '../../src/worker/releves/messagerie_row.ts'
import type { Dovecot } from '../../test/support/dovecot.ts'

/** A SIS, with the people who work in it during the day. */
export interface Place {
  sis: string
  nom: string
  /** Names and numbers of five people, who are called by alarms. */
  personnes: { nom: string; numero: string }[]
  /** The account that administers the SIS, and the one that leads interventions. */
  officers: number[]
  /** Ids of people who come to interventions. */
  sapeurs: number[]
}

/** The SIS of the data, the largest first. */
export async function findPlaces(client: pg.Client): Promise<Place[]> {
  const { rows } = await client.query<Place>(
    `select s.api_key as sis, s.nom, o.officers, p.sapeurs, p.personnes
       from auth.sis s
      cross join lateral (
        select array_agg(m.user_id::integer) as officers
          from (select * from auth.memberships m where m.sis_key = s.api_key order by m.user_id limit 2) m
      ) o
      cross join lateral (
        select array_agg(z.id::integer) as sapeurs,
               json_agg(json_build_object('nom', z.nom || ' ' || z.prenom, 'numero', t.numero)) filter (where z.n <= 5) as personnes
          from (
            select p.id, p.nom, p.prenom, row_number() over (order by p.id) as n
              from app.sapeurs p
             where p.sis_key = s.api_key
             order by p.id
             limit 20
          ) z
          join app.telephones t on t.sis_key = s.api_key and t.sapeur_id = z.id and t.priorite = 1
      ) p
      order by s.api_key`,
  )
  return rows
}

/** Gives each SIS a mailbox at a mail server. */
export async function addMailboxes(
  client: pg.Client,
  places: Place[],
  dovecot: Dovecot,
  key: string,
): Promise<void> {
  const rows = places.map(({ sis }) => {
    const settings = { host: '127.0.0.1', port: dovecot.port, security: 'none', user: sis } as const
    const row = toRow(
      { ...settings, password: dovecot.password, folder: 'INBOX', moveTo: null, senders: [] },
      key,
      sis,
    )
    return { sis, password: row.mot_de_passe }
  })
  await client.query(
    `insert into app.messageries (sis_key, host, port, securite, utilisateur, mot_de_passe, expediteurs)
     select m ->> 'sis', '127.0.0.1', $2, 'none', m ->> 'sis', decode(m ->> 'password', 'base64'), array[$3]
       from json_array_elements($1::json) m`,
    [JSON.stringify(rows), dovecot.port, ALARM_CENTRE],
  )
}

/** The address of the n-th alarm, by which it is recognized. */
export function adresseOf(n: number): string {
  return `2854 Bassecourt, Journée ${n}`
}

// The report of the n-th alarm, for the people of a SIS.
async function composeMail({ nom, personnes }: Place, n: number): Promise<Buffer> {
  const date = new Date()
  const printed = date.toLocaleString('fr-FR', { timeZone: 'Europe/Zurich' })
  const pdf = await renderReport({
    type: 'Alarme réelle',
    description: 'Inondation',
    dateCreation: printed,
    debut: printed,
    fin: printed,
    appelant: ['Jeanne Exemple', adresseOf(n)],
    message: { code: 'INOND', couleur: 'BLEU', adresse: adresseOf(n), centre: 'CET JU' },
    groupes: [
      {
        titre: `91 1er secours, ${nom}`,
        personnes: personnes.map(({ nom, numero }) => ({
          nom,
          rows: [{ media: 'Téléphone', numeros: [numero], statut: 'Vient' }],
        })),
      },
    ],
  })
  return buildAlarmMail({
    from: ALARM_CENTRE,
    to: 'alarmes@caserne.example.org',
    subject: "Rapport d'alarme INOND",
    date,
    messageId: `<journee.${n}.${date.getTime()}@alarme.example.org>`,
    pdf,
  })
}

/** The mail of an alarm, and the SIS that it is for. */
export interface Mail {
  mail: Buffer
  sis: string
}

/** Composes the mails of all alarms, for the SIS in turn, so that this costs no time during the day. */
export async function composeMails(places: Place[], count: number): Promise<Mail[]> {
  const mails: Mail[] = []
  for (let n = 0; n < count; n++) {
    const place = places[n % places.length]
    if (place) mails.push({ mail: await composeMail(place, n), sis: place.sis })
  }
  return mails
}
