import type { Report } from '../../src/mail/report/report.ts'
import type { TestDatabase } from './database.ts'
import { makeSis } from './users.ts'

/** The SIS `val`, which holds only rows that the test makes. The administrator of the demo reads it. */
export interface Val {
  /** Runs one statement as the owner, in a request of `val` with every permission. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  makeSapeur(nom: string, prenom: string, held?: Held): Promise<number>
  /** Stores a report as the worker does after reading it from a mailbox of `val`. */
  storeAlarm(report?: Partial<Report>, mail?: { date: string }): Promise<void>
}

interface Held {
  telephone?: string
  /** Numbers of the lists that every new SIS has. */
  fonction?: number
  grade?: number
}

/** A report with only the required fields. */
const bare: Report = {
  type: 'Alarme test',
  code: '',
  couleur: '',
  adresse: '2800 Delémont, Rue de la Gare 15',
  complement: '',
  description: '',
  lv95: null,
  wgs84: null,
  date_creation: null,
  debut: null,
  fin: null,
  sis: [],
  groupes: [],
  personnes: [],
  groupes_ecartes: [],
  incomplet: false,
  avertissements: [],
}

/** Opens `val`; call it once the database exists. */
export async function openVal(database: TestDatabase): Promise<Val> {
  await makeSis(database, 'val', 'SIS du Val')
  const owner = await database.as('owner')
  const query: Val['query'] = async (text, values = []) => {
    await owner.query('begin')
    try {
      await owner.query(
        "select request.open(null, 'val', (select array_agg(identifiant) from auth.permissions), null)",
      )
      return (await owner.query(text, values)).rows
    } finally {
      await owner.query('commit')
    }
  }
  const [mailbox] = await query(
    "insert into app.messageries (host, port, utilisateur, mot_de_passe) values ('mail.example.org', 993, 'val', '') returning id::integer",
  )
  return { query, makeSapeur: sapeurMaker(query), storeAlarm: await alarmStorer(database, mailbox?.id) }
}

function sapeurMaker(query: Val['query']): Val['makeSapeur'] {
  return async (nom, prenom, { telephone, fonction, grade } = {}) => {
    const [row] = await query('insert into app.sapeurs (nom, prenom) values ($1, $2) returning id::integer', [
      nom,
      prenom,
    ])
    const id = Number(row?.id)
    await query("insert into app.mutations (sapeur_id, incorporation) values ($1, '2020-01-01')", [id])
    if (telephone)
      await query('insert into app.telephones (sapeur_id, numero) values ($1, $2)', [id, telephone])
    for (const [table, column, value] of [
      ['sapeur_fonctions', 'fonction_id', fonction],
      ['sapeur_grades', 'grade_id', grade],
    ])
      if (value)
        await query(`insert into app.${table} (sapeur_id, ${column}, debut) values ($1, $2, '2020-01-01')`, [
          id,
          value,
        ])
    return id
  }
}

async function alarmStorer(database: TestDatabase, mailbox: unknown): Promise<Val['storeAlarm']> {
  const worker = await database.as('worker')
  let uid = 0
  return async (report = {}, { date } = { date: '2026-03-14T13:30:00Z' }) => {
    uid += 1
    const message = {
      sis_key: 'val',
      messagerie_id: mailbox,
      uidvalidity: 1,
      uid,
      message_id: `<${uid}@alarme.example.org>`,
      sha256: 'x',
      expediteur: 'cet@alarme.example.org',
      sujet: 'Rapport',
      date,
      taille: 1,
      etat: 'alarm',
      raison: '',
    }
    const { rows } = await worker.query('select jobs.store_message($1, null, $2) as stored', [
      JSON.stringify(message),
      JSON.stringify({ ...bare, ...report }),
    ])
    if (rows[0]?.stored.etat !== 'alarm') throw new Error(`not stored: ${JSON.stringify(rows)}`)
  }
}
