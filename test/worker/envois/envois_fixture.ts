import { afterEach, expect } from 'vitest'
import { hashToken } from '../../../src/auth/opaque_token.ts'
import { sealedPlace, sealText } from '../../../src/text/sealed_text.ts'
import { startWorker, type Worker } from '../../../src/worker/start_worker.ts'
import type { WorkerOptions } from '../../../src/worker/worker_options.ts'
import type { TestDatabase } from '../../support/database.ts'
import { useReader } from '../../support/reader.ts'
import { allPermissions } from '../../support/table.ts'
import { makeAccount } from '../../support/users.ts'
import { workerOptions } from '../../support/worker_options.ts'
import type { Answer, PushService } from './push_service.ts'

/** The deadline of what a worker does at once, on a busy machine. */
export const soon = { timeout: 20_000, interval: 25 }

export const envoisKey = Buffer.alloc(32, 7).toString('base64')

/** People with devices, alarms for them, and workers that tell them. */
export function useEnvois(database: TestDatabase, service: PushService) {
  const reader = useReader()
  const workers: Worker[] = []
  let count = 0
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((each) => each.stop()))
  })

  /** Rows of a statement in a SIS, as the owner with every permission, committed. */
  const sql = async (text: string, values: unknown[] = [], user: number | null = null, sis = 'hs') => {
    const owner = await database.as('owner')
    await owner.query('begin')
    await owner.query('select request.open($1, $2, $3, null)', [user, sis, allPermissions])
    try {
      const { rows } = await owner.query(text, values)
      await owner.query('commit')
      return rows
    } catch (error) {
      await owner.query('rollback')
      throw error
    }
  }

  const addGroup = async () => {
    count += 1
    const no = String(900 + count)
    const [row] = await sql('insert into app.groupes (no, designation) values ($1, $2) returning id', [
      no,
      `Groupe ${no}`,
    ])
    return { id: Number(row.id), no }
  }

  /** An account of hs that is linked to a sapeur of these groups, and gets mobile alerts. */
  const addPerson = async (groups: number[], { mobile = true } = {}) => {
    count += 1
    const email = `pompier-${count}@example.org`
    const user = await makeAccount(database, { email, permissions: { hs: [] } })
    const [row] = await sql("insert into app.sapeurs (nom, prenom) values ('Envoi', $1) returning id", [
      `Numéro ${count}`,
    ])
    const sapeur = Number(row.id)
    for (const group of groups)
      await sql('insert into app.groupe_sapeurs (groupe_id, sapeur_id) values ($1, $2)', [group, sapeur])
    const admin = await database.as('admin')
    await admin.query(
      `insert into auth.memberships (sis_key, user_id, sapeur_id, mobile) values ('hs', $1, $2, $3)
       on conflict (sis_key, user_id) do update set sapeur_id = excluded.sapeur_id, mobile = excluded.mobile`,
      [user, sapeur, mobile],
    )
    await admin.query('update auth.users set email_verified_at = now() where id = $1', [user])
    return { user, sapeur, email }
  }

  /** A browser of an account; returns its id at the push service, and as a device. */
  const addBrowser = async (user: number, { answers = [] as Answer[], more = '' } = {}) => {
    const { id, endpoint, keys } = service.subscribe(...answers)
    const sealed = sealText(JSON.stringify({ endpoint, ...keys }), envoisKey, sealedPlace.abonnement('hs'))
    const [row] = await sql(
      `insert into app.appareils (type, designation, empreinte, abonnement${more && `, ${more.split('=')[0]}`})
       values ('webpush', '', $1, $2${more && `, ${more.split('=')[1]}`}) returning id`,
      [hashToken(endpoint), sealed],
      user,
    )
    return { browser: id, device: Number(row.id) }
  }

  /** Browsers of an account; returns their ids at the push service. */
  const addBrowsers = async (user: number, count: number) => {
    const browsers = Array.from({ length: count }, () => service.subscribe())
    const rows = browsers.map(({ endpoint, keys }) => ({
      empreinte: hashToken(endpoint).toString('hex'),
      abonnement: sealText(
        JSON.stringify({ endpoint, ...keys }),
        envoisKey,
        sealedPlace.abonnement('hs'),
      ).toString('hex'),
    }))
    await sql(
      `insert into app.appareils (type, empreinte, abonnement)
       select 'webpush', decode(b.empreinte, 'hex'), decode(b.abonnement, 'hex')
         from json_to_recordset($1) as b (empreinte text, abonnement text)`,
      [JSON.stringify(rows)],
      user,
    )
    return browsers.map(({ id }) => id)
  }

  /** An alarm of groups, told as the reading of a mail does. */
  const addAlarme = async (
    numbers: string[],
    { age = '0', named = [] as number[], adresse = 'Rue de la Gare 15' } = {},
  ) => {
    const [row] = await sql(
      `with a as (
         insert into app.alarmes (date, type, code, adresse, intervention_voulue)
         values (now() - $1::interval, 'Feu', 'F1', $4, false) returning *
       ), g as (
         insert into app.alarme_groupes (alarme_id, no, nom) select a.id, n, 'Groupe ' || n from a, unnest($2::text[]) n
       ), p as (
         insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, source)
         select a.id, s, 'aucune', 'centrale' from a, unnest($3::bigint[]) s
       )
       select id from a`,
      [age, numbers, named, adresse],
    )
    await sql('select app.tell_alarme(a) from app.alarmes a where a.id = $1', [row.id])
    return Number(row.id)
  }

  const work = async (more: Partial<WorkerOptions> = {}): Promise<Worker> => {
    const options = { ...workerOptions(database.urls.worker, envoisKey), reader, ...more }
    const worker = await startWorker(options)
    workers.push(worker)
    return worker
  }

  /** The ledger of an alarm. */
  const ledger = (alarme: number) =>
    sql(
      'select appareil_id, canal, etat, tentatives, code_http, raison, remis_at from app.envois where alarme_id = $1 order by id',
      [alarme],
    )

  const ended = (alarme: number, rows: number) =>
    expect
      .poll(async () => (await ledger(alarme)).filter(({ etat }) => etat !== 'attente').length, soon)
      .toBe(rows)

  return { sql, addGroup, addPerson, addBrowser, addBrowsers, addAlarme, work, ledger, ended }
}
