import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSis } from '../db/archive/whole_sis.ts'
import { useDatabase } from '../support/database.ts'
import { report, useJobs } from './jobs_fixture.ts'

const database = useDatabase()
const { boxes, store, alarme, releve, read } = useJobs(database)

const asOwner = async (text: string, values: unknown[] = []) =>
  (await (await database.as('owner')).query(text, values)).rows
const asWorker = async (text: string, values: unknown[] = []) =>
  (await (await database.as('worker')).query({ text, values, rowMode: 'array' })).rows
const comeBack = () => asOwner("insert into request.homes (sis_key) values ('hs') on conflict do nothing")
const both = (adresse: string) =>
  report({
    adresse,
    groupes: ['SIS Haute-Sorne', 'SIS Test'].map((sis) => ({ titre: `90 EM, ${sis}`, personnes: [] })),
    personnes: [{ nom: 'Amsler Ricarda', telephones: [], reponse: 'vient' }],
  })

describe('for a SIS that another database serves', () => {
  beforeEach(() => asOwner("delete from request.homes where sis_key = 'hs'"))
  afterEach(comeBack)

  it('a mail of the instance makes no alarm: it is failed and says why, and other SIS have theirs', async () => {
    const stored = await store(both('A 1'))
    expect(stored).toMatchObject({
      etat: 'failed',
      raison:
        'Un SIS servi par une autre base de données n’a pas reçu son alarme : hs. Transmettez-lui le message.',
    })
    expect((await alarme('test', stored)).adresse).toBe('A 1')
    const [kept] = await read('*', 'select contenu from app.messages where id = $1', [stored.id])
    expect(kept.contenu).toEqual(Buffer.from('raw'))
    await comeBack()
    expect(await alarme('hs', stored)).toBeUndefined()
    // As a worker does once the operator has asked for a relecture.
    await asOwner('select jobs.relire_message($1)', [stored.id])
    const [[again] = []] = await asWorker('select jobs.store_relecture($1, null, $2)', [
      JSON.stringify({ sis_key: '*', id: stored.id, etat: 'alarm' }),
      JSON.stringify(both('A 1')),
    ])
    expect(again).toMatchObject({ etat: 'alarm', sis: ['hs', 'test'] })
    expect((await alarme('hs', stored)).adresse).toBe('A 1')
  })

  it('a mail that names nobody else is kept too', async () => {
    expect(await store(report({ adresse: 'A 2' }))).toMatchObject({ etat: 'failed', sis: ['hs'] })
  })

  it('its mailbox is not read, and nobody waits for it', async () => {
    expect(await asWorker('select jobs.begin_releve($1)', [boxes.hs])).toEqual([[null]])
    const { started_at, finished_at, last_error } = await releve('hs')
    expect([finished_at >= started_at, last_error]).toEqual([true, null])
    const [[begun] = []] = await asWorker('select jobs.begin_releve($1)', [boxes['*']])
    expect(begun).toMatchObject({ sis_key: '*' })
  })

  it('its mailbox is neither asked for, nor reported as silent, nor counted', async () => {
    const admin = await database.as('admin')
    await admin.query(
      `delete from graphile_worker._private_jobs;
       update jobs.releves set silent_since = null, active_since = now() - interval '1 hour', last_success_at = null, advanced_at = null`,
    )
    await asWorker('select jobs.ask_unheld_releves()')
    expect(await asOwner('select key from graphile_worker.jobs')).toEqual([{ key: `releve:*:${boxes['*']}` }])
    const silent = [[[expect.objectContaining({ sis_key: '*' })]]]
    expect(await asWorker('select jobs.note_silences()')).toEqual(silent)
    const [[figures] = []] = await asWorker('select jobs.messagerie_metrics()')
    expect(figures.messageries.map(({ sis }: { sis: string }) => sis)).toEqual(['*'])
    await admin.query('update jobs.releves set silent_since = null, last_success_at = now()')
  })

  it('what runs for all SIS leaves it alone, and does its work for the others', async () => {
    const admin = await database.as('admin')
    await admin.query(
      `insert into app.indisponibilites (sis_key, sapeur_id, debut, fin, dernier_jour)
       select s.sis_key, min(s.id), now() - interval '2 years', now() - interval '2 years' + interval '1 hour', current_date - 700
         from app.sapeurs s group by s.sis_key`,
    )
    const before = await readSis(database, 'hs')
    for (const call of [
      'create_pending_interventions()',
      'keep_disponibilites()',
      'tell_manques()',
      'purge_disponibilites()',
      'purge_envois()',
      'purge_reponses()',
      'purge_messages(0)',
      'ask_relectures()',
    ])
      await asWorker(`select jobs.${call}`)
    expect(await readSis(database, 'hs')).toEqual(before)
    const left = 'select sis_key from app.indisponibilites where dernier_jour < current_date - 600'
    expect((await admin.query(left)).rows).toEqual([{ sis_key: 'hs' }])
  })

  it('the operator’s lists leave its messages out, and an account is linked where SIS live', async () => {
    await asOwner('select jobs.list_messages(null, null, 10), jobs.list_messageries()')
    await asOwner("select auth.link_sapeurs(1, 'personne@example.org')")
    expect(await asOwner('select auth.list_away_sis() as away')).toEqual([{ away: ['hs'] }])
  })
})
