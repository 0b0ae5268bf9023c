import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { createAnalystLogin } from '../../src/db/analyste_login.ts'
import { useCommands } from '../commands/command_fixture.ts'
import { useDatabase } from '../support/database.ts'
import { plant } from '../support/table.ts'

/** Rows of a SIS in every table that analysts read, for tables that the demo leaves empty. */
export const past = `
  insert into app.vehicules (designation) values ('Essai');
  insert into app.materiels (designation) values ('Essai');
  insert into app.exercices (designation, date, heure, duree) select 'Essai', app.today(), '19:00', 90;
  insert into app.exercice_sapeurs (exercice_id, sapeur_id, present, excuse_type_id)
  select e.id, s.id, row_number() over () = 1, case when row_number() over () = 2 then 2 end
    from app.exercices e, (select id from app.sapeurs order by id limit 3) s;
  insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, stat_federal_id)
  select app.today(), '01:00', app.today(), '02:00', 'Essai', n from generate_series(8, 9) n;
  insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin)
  select min(i.id), min(s.id), (app.today() + time '01:00') at time zone app.fuseau(), (app.today() + time '02:00') at time zone app.fuseau()
    from app.interventions i, app.sapeurs s;
  insert into app.intervention_vehicules (intervention_id, vehicule_id)
  select min(i.id), max(v.id) from app.interventions i, app.vehicules v;
  insert into app.intervention_materiels (intervention_id, materiel_id, quantite)
  select min(i.id), max(m.id), 1 from app.interventions i, app.materiels m;
  insert into app.intervention_phases (intervention_id, phase_type_id, debut)
  select min(id), 1, (app.today() + time '01:30') at time zone app.fuseau() from app.interventions;
  insert into app.intervention_groupes (intervention_id, no, designation)
  select min(id), '1', 'Essai' from app.interventions;
  insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total, compte_id)
  select min(x.id), min(s.id), min(x.debut), 'Essai', 52.5, min(c.id)
    from app.exercices_comptables x, app.sapeurs s, app.comptes c;
  insert into app.alarmes (date, type, adresse, intervention_voulue, intervention_id, date_creation, debut)
  select now(), 'Réelle', 'Essai', true, min(id), now() - interval '2 hours', now() - interval '119 minutes' from app.interventions;
  insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, source)
  select min(a.id), min(s.id), 'vient', 'application' from app.alarmes a, app.sapeurs s;
  insert into app.disponibilites_jours (jour, effectif, absents, piquets) values (app.today() - 1, '{4,5}', '{1,0}', '{1,2}')`

/**
 * Analysts in a database with rows in hs and in test: one of hs and a national one, both made by the command,
 * and one of two SIS without rows, between whose keys test and hs lie in every index.
 */
export function useAnalysts() {
  const database = useDatabase()
  const command = useCommands(() => ({ DATABASE_URL: database.urls.admin }))
  const suffix = randomBytes(4).toString('hex')
  const names = { hs: `hs_${suffix}`, national: `national_${suffix}`, around: `around_${suffix}` }
  const password = randomBytes(12).toString('hex')
  const open: pg.Client[] = []

  const make = async (name: string, ...sight: string[]) => {
    const args = ['analyst', 'create', name, ...sight, '--password-stdin']
    expect(await command(args, { input: `${password}\n` })).toMatchObject({ code: 0 })
  }
  beforeAll(async () => {
    await plant(database, past)
    await make(names.hs, '--sis', 'hs')
    await make(names.national, '--national')
    const admin = await database.as('admin')
    await createAnalystLogin(admin, { name: names.around, password, national: false })
    await admin.query(
      "insert into auth.sis (api_key, nom, abreviation) values ('aa', 'Aa', 'Aa'), ('zz', 'Zz', 'Zz')",
    )
    await admin.query(`insert into auth.analystes (sis_key, login) values ('aa', $1), ('zz', $1)`, [
      names.around,
    ])
  }, 60_000)
  afterAll(async () => {
    for (const client of open) await client.end().catch(() => undefined)
    const admin = await database.as('admin')
    for (const name of Object.values(names)) await admin.query(`drop role if exists ${name}`)
  })

  /** A session like that of any program at the database's port, without the default read-only setting. */
  const connect = async (who: keyof typeof names) => {
    const url = new URL(database.urls.admin)
    const client = new pg.Client(Object.assign(url, { username: names[who], password }).href)
    client.on('error', () => undefined)
    open.push(client)
    await client.connect()
    await client.query('set default_transaction_read_only = off')
    return client
  }
  return { database, command, names, connect }
}

/** The result of a statement: its SQLSTATE, or the rows of the last one. */
export async function outcome(client: pg.Client, statements: string): Promise<unknown> {
  try {
    const answers: unknown = await client.query({ text: statements, rowMode: 'array' })
    const last: unknown = Array.isArray(answers) ? answers.at(-1) : answers
    return (last as pg.QueryArrayResult).rows
  } catch (error) {
    return error instanceof pg.DatabaseError ? error.code : error
  } finally {
    await client.query('rollback')
    await client.query('reset all')
    await client.query('set default_transaction_read_only = off')
  }
}

const inStats =
  'bilan bilan_annuel bilan_categories heures interventions_annuelles liste_categories sees_comptes sees_interventions'

/** Our functions that an analyst may call. */
export const callable = inStats.split(' ').map((name) => `stats.${name}`)

/** The relations and columns that a session may read, outside the catalogues. */
export async function readable(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_schema || '.' || table_name as name, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema')
        and has_schema_privilege(table_schema, 'usage')
        and has_column_privilege(format('%I.%I', table_schema, table_name), column_name, 'select')
      group by 1`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** The SIS whose rows a session sees in these relations. */
export async function sisSeen(client: pg.Client, relations: string[]): Promise<string[]> {
  const each = relations.map((name) => `select sis_key from ${name}`)
  const { rows } = await client.query(
    `select distinct sis_key from (${each.join(' union all ')}) t order by 1`,
  )
  return rows.map((row) => row.sis_key)
}
