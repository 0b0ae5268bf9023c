import pg from 'pg'
import { createAnalystLogin } from '../../src/db/analyste_login.ts'
import { runFile } from '../setting.ts'

/** A database that is being filled, with a connection of its superuser. */
export interface Filling {
  client: pg.Client
  sis: number
}

/** Makes so many SIS with their people, and three analysts: for one SIS, for all SIS by octroi, and national. */
export async function fillSis(admin: string, sis: number): Promise<Filling> {
  const client = new pg.Client(admin)
  await client.connect()
  await set(client, { 'bench.sis': sis })
  await runFile(client, 'statistiques/sis.sql')
  for (const name of ['banc_un', 'banc_tous', 'banc_national'])
    await createAnalystLogin(client, { name, password: 'bench', national: name === 'banc_national' })
  return { client, sis }
}

/** Adds the interventions of several accounting years. */
export async function fillYears({ client }: Filling, from: number, to: number): Promise<void> {
  await set(client, { 'bench.de': from, 'bench.a': to })
  await withoutIndexes(client, () => runFile(client, 'statistiques/history.sql'))
  for (const table of ['exercices_comptables', 'interventions', 'intervention_sapeurs'])
    await client.query(`vacuum (analyze) app.${table}`)
  // Writes the loaded data to disk before anything is measured.
  await client.query('checkpoint')
}

// Drops indexes that enforce no constraint and builds them again at the end, which is many times as fast as row by row.
async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i
      where i.indrelid in ('app.interventions'::regclass, 'app.intervention_sapeurs'::regclass)
        and not i.indisunique
        and not i.indisexclusion`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  await client.query("set maintenance_work_mem = '512MB'")
  for (const { definition } of rows) await client.query(definition)
}

async function set(client: pg.Client, settings: Record<string, number>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, false)', [name, String(value)])
}
