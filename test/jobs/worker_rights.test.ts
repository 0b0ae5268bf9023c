import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()

it('the worker reads and writes only the tables of its queue', async () => {
  const worker = await database.as('worker')
  const { rows } = await worker.query(
    `select c.oid::regclass::text as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not in ('graphile_worker', 'pg_catalog', 'information_schema', 'pg_toast')
        and c.relkind in ('r', 'p', 'v', 'm')
        and (has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
          or has_any_column_privilege(c.oid, 'select, insert, update, references'))`,
  )
  expect(rows).toEqual([])
})

it.each([
  'app.alarmes',
  'app.messages',
  'app.messageries',
  'app.interventions',
  'app.sapeurs',
  'app.particularites',
  'jobs.releves',
  'jobs.marquages',
  'auth.users',
  'auth.tokens',
  'auth.invitations',
  'auth.throttles',
])('the worker is refused %s', async (table) => {
  const worker = await database.as('worker')
  await expect(worker.query(`select from ${table}`)).rejects.toThrow('permission denied')
})

it('the worker may call only those functions of jobs that its tasks need', async () => {
  const worker = await database.as('worker')
  const { rows } = await worker.query(
    `select distinct p.proname as name from pg_proc p
      where p.pronamespace = 'jobs'::regnamespace and has_function_privilege(p.oid, 'execute') order by 1`,
  )
  expect(rows.map((row) => row.name)).toEqual([
    'ask_relectures',
    'ask_releve',
    'ask_releves',
    'ask_unheld_releves',
    'beat_worker',
    'begin_alarme_envois',
    'begin_mail',
    'begin_mail_envoi',
    'begin_push_key',
    'begin_relecture',
    'begin_releve',
    'begin_webhook',
    'begin_worker',
    'create_pending_interventions',
    'describe_alarme',
    'disable_instance_messagerie',
    'due_jobs',
    'end_envois',
    'end_marquages',
    'end_releve',
    'end_webhook',
    'end_worker',
    'impute_next',
    'keep_disponibilites',
    'list_alarme_appareils',
    'list_envois',
    'list_relectures',
    'lock_messagerie',
    'lock_runner',
    'mark_instant',
    'messagerie_key',
    'messagerie_metrics',
    'messagerie_sis',
    'note_silences',
    'pass_releve',
    'purge_disponibilites',
    'purge_envois',
    'purge_messages',
    'purge_reponses',
    'purge_tokens',
    'release_jobs',
    'resume_lot',
    'rewind_releve',
    'set_instance_messagerie',
    'store_message',
    'store_relecture',
    'take_reports',
    'tell_echecs',
    'tell_manques',
    'unlock_messagerie',
    'unlock_runner',
    'untried_for',
    'write_adresse',
  ])
})

it('the worker owns nothing, not even in the queue: functions there run as the owner', async () => {
  const worker = await database.as('worker')
  const { rows } = await worker.query(
    `select pg_describe_object(classid, objid, objsubid) from pg_shdepend
      where deptype = 'o' and refobjid = 'caserne_worker'::regrole
        and dbid in (0, (select oid from pg_database where datname = current_database()))`,
  )
  expect(rows).toEqual([])
  const replaced = worker.query(
    'create or replace function graphile_worker.complete_job(job_id bigint) returns void language sql as $$ select $$',
  )
  await expect(replaced).rejects.toMatchObject({ code: '42501' })
})
