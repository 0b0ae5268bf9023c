import { beforeAll } from 'vitest'
import type { Report } from '../../src/mail/report/report.ts'
import { asSomeone, type TestDatabase } from '../support/database.ts'

/** The answer of jobs.store_message. */
export interface Stored {
  nouveau: boolean
  id?: number
  etat?: string
  raison?: string
  sis?: string[]
}

// biome-ignore lint/suspicious/noExplicitAny: rows as they come
type Row = any

const bassecourt = '2854 Bassecourt, Rue du Colonel-Hoffmeyer 12'
const everything = ['intervention.lecture', 'sapeur.lecture', 'sis.config']

/** A person who comes. */
export function vient(nom: string, ...telephones: string[]): Report['personnes'][number] {
  return { nom, telephones, reponse: 'vient' }
}

/**
 * A report that alerts Haute-Sorne; each test gives its own address, so that alarms of two tests do not join.
 */
export function report(changes: Partial<Report> = {}): Report {
  return {
    type: 'Alarme réelle',
    code: 'FEU BAT',
    couleur: 'ROUGE',
    adresse: bassecourt,
    complement: 'Cheminée',
    description: 'Feu bâtiment',
    lv95: { e: 2584110, n: 1243760 },
    wgs84: { lat: 47.343965, lon: 7.246531 },
    date_creation: '2026-03-14T14:28:15',
    debut: '2026-03-14T14:29:45',
    fin: '2026-03-14T14:33:37',
    sis: [],
    groupes: [{ titre: '90 EM, SIS Haute-Sorne', personnes: [] }],
    personnes: [],
    groupes_ecartes: [],
    incomplet: false,
    avertissements: [],
    ...changes,
  }
}

/**
 * A mailbox of the instance and one of Haute-Sorne, the messages that the worker stores from them, and the
 * rows that a reader sees.
 */
export function useJobs(database: TestDatabase) {
  const boxes = { '*': 0, hs: 0 }
  let uid = 0

  beforeAll(async () => {
    const owner = await database.as('owner')
    const box = { host: 'imap.example.org', port: 993, securite: 'tls', utilisateur: 'x', dossier: 'INBOX' }
    const { rows } = await owner.query('select jobs.set_instance_messagerie($1, $2) as id', [
      JSON.stringify({ ...box, expediteurs: ['cet@example.org'] }),
      Buffer.from('sealed'),
    ])
    boxes['*'] = Number(rows[0].id)
    const admin = await database.as('admin')
    const own = await admin.query(
      `insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe)
       values ('hs', 'imap.example.org', 993, 'hs', 'sealed') returning id`,
    )
    boxes.hs = Number(own.rows[0].id)
  })

  /** Stores a message as the worker does; each has its own UID and Message-ID by default. */
  async function store(found: Report | null, changes: Row = {}, client?: Row): Promise<Stored> {
    uid += 1
    const box: '*' | 'hs' = changes.sis_key ?? '*'
    const message = {
      sis_key: box,
      messagerie_id: boxes[box],
      uidvalidity: '7',
      uid,
      message_id: `<${uid}@example.org>`,
      sha256: `hash ${uid}`,
      expediteur: 'cet@example.org',
      sujet: 'Alarme',
      date: '2026-03-14T13:34:00.000Z',
      taille: 1000,
      etat: found ? 'alarm' : 'ignored',
      raison: '',
      ...changes,
    }
    const worker = client ?? (await database.as('worker'))
    const { rows } = await worker.query('select jobs.store_message($1, $2, $3) as stored', [
      JSON.stringify(message),
      Buffer.from('raw'),
      found && JSON.stringify(found),
    ])
    return rows[0].stored
  }

  /** Rows that a reader of a SIS sees, in the API's role; those of the instance (`*`) are read as the owner. */
  const read = async (sis: string, query: string, values: unknown[] = []): Promise<Row[]> =>
    await asSomeone(
      await database.as(sis === '*' ? 'owner' : 'api'),
      { sis, permissions: everything },
      async (client) => {
        return (await client.query(query, values)).rows
      },
    )

  /** The alarm that a SIS got from a message. */
  const alarme = async (sis: string, { id }: Stored): Promise<Row> =>
    (await read(sis, 'select * from app.alarmes where message_id = $1', [id]))[0]

  /** The intervention that a SIS got from a message. */
  const intervention = async (sis: string, { id }: Stored): Promise<Row> => {
    const query = `select i.* from app.interventions i
                     join app.alarmes a on a.sis_key = i.sis_key and a.intervention_id = i.id
                    where a.message_id = $1`
    return (await read(sis, query, [id]))[0]
  }

  /** `[name of the group, name of the person, whether they were recognised]` of the alarm that a SIS got. */
  const personnes = async (sis: string, { id }: Stored): Promise<[string, string, boolean][]> =>
    (
      await read(
        sis,
        `select p.groupe_nom, p.nom_complet, p.sapeur_id is not null as connu
           from app.alarme_personnes p
           join app.alarmes a on a.sis_key = p.sis_key and a.id = p.alarme_id
          where a.message_id = $1
          order by p.id`,
        [id],
      )
    ).map((row) => [row.groupe_nom, row.nom_complet, row.connu])

  /** The reading state of a mailbox. */
  const releve = async (box: '*' | 'hs'): Promise<Row> => {
    const admin = await database.as('admin')
    return (await admin.query('select * from jobs.releves where messagerie_id = $1', [boxes[box]])).rows[0]
  }

  return { boxes, store, read, alarme, intervention, personnes, releve }
}
