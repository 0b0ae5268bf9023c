import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorker, type Worker } from '../../src/worker/start_worker.ts'
import { eventually, useAsDatabase, useTwoCells } from '../db/cells/cells_fixture.ts'
import { workerOptions } from '../support/worker_options.ts'
import { report, useJobs } from './jobs_fixture.ts'

const cells = useTwoCells()
const first = useAsDatabase(cells.first)
const second = useAsDatabase(cells.second)
const { store, alarme } = useJobs(first)
const running: Worker[] = []

beforeAll(async () => {
  await cells.first().rows("select auth.add_sis('val', 'SIS du Val', 'SIS Val', false, 'sud')")
  await eventually(cells.second(), 'select sis_key from request.homes', [{ sis_key: 'val' }])
  // The keys of push services are made where accounts are kept.
  running.push(await startWorker(workerOptions(first.urls.worker, Buffer.alloc(32, 7).toString('base64'))))
  await eventually(cells.second(), 'select count(*)::int as keys from request.push_keys', [{ keys: 1 }])
  running.push(await startWorker(workerOptions(second.urls.worker, Buffer.alloc(32, 7).toString('base64'))))
}, 120_000)
afterAll(async () => {
  for (const worker of running) await worker.stop()
})

const both = (adresse: string) =>
  report({
    adresse,
    groupes: ['SIS Haute-Sorne', 'SIS Val'].map((sis) => ({ titre: `90 EM, ${sis}`, personnes: [] })),
  })
const inVal = (adresse: string) =>
  `select count(*)::int as alarmes, count(intervention_id)::int as interventions
     from app.alarmes where sis_key = 'val' and adresse = '${adresse}'`

describe('a report that names SIS of two cells', () => {
  it('makes one alarm in each, with its intervention, and says so in the ledger', async () => {
    const stored = await store(both('Rue Haute 1'))
    expect(stored).toMatchObject({ etat: 'alarm', raison: 'Transmis à une autre cellule : val.' })
    expect((await alarme('hs', stored)).adresse).toBe('Rue Haute 1')
    await eventually(cells.second(), inVal('Rue Haute 1'), [{ alarmes: 1, interventions: 1 }])
    expect(await cells.first().rows("select from app.alarmes where sis_key = 'val'")).toEqual([])
    expect(await cells.second().rows("select from app.alarmes where sis_key = 'hs'")).toEqual([])
  })

  it('makes no second one when it is read again', async () => {
    await store(both('Rue Haute 5'))
    await eventually(cells.second(), inVal('Rue Haute 5'), [{ alarmes: 1, interventions: 1 }])
    await cells.second().rows('select jobs.take_reports()')
    expect(await cells.second().rows(inVal('Rue Haute 5'))).toEqual([{ alarmes: 1, interventions: 1 }])
  })

  it('waits for a SIS that is closed while it moves', async () => {
    const received = 'select count(*)::int as rapports from jobs.reports'
    const [{ rapports } = {}] = await cells.second().rows(received)
    await cells.second().rows("select auth.close_sis('val')")
    await store(both('Rue Haute 2'))
    await eventually(cells.second(), received, [{ rapports: Number(rapports) + 1 }])
    expect(await cells.second().rows('select jobs.take_reports() as taken')).toEqual([
      { taken: { faites: 0, echecs: [] } },
    ])
    await cells.second().rows("select auth.open_sis('val')")
    await cells.second().rows('select jobs.take_reports()')
    expect(await cells.second().rows(inVal('Rue Haute 2'))).toEqual([{ alarmes: 1, interventions: 1 }])
  })

  it('whose alarm cannot be made is reported, and costs no other its alarm', async () => {
    await cells.second().rows(
      `create function app.refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
       create trigger refuse before insert on app.alarmes for each row when (new.adresse = 'Rue Haute 3')
         execute function app.refuse()`,
    )
    await store(both('Rue Haute 3'))
    await store(both('Rue Haute 4'))
    await eventually(cells.second(), inVal('Rue Haute 4'), [{ alarmes: 1, interventions: 1 }])
    const [{ taken } = {}] = await cells.second().rows('select jobs.take_reports() as taken')
    expect(taken).toMatchObject({ faites: 0, echecs: [{ sis: 'val', raison: 'no room' }] })
    await cells.second().rows('drop trigger refuse on app.alarmes')
    await cells.second().rows('select jobs.take_reports()')
    expect(await cells.second().rows(inVal('Rue Haute 3'))).toEqual([{ alarmes: 1, interventions: 1 }])
  })

  it('makes one alarm in each, however often sessions are killed between the two', {
    timeout: 120_000,
  }, async () => {
    const times = 100
    let stored = 0
    const killing = (async () => {
      while (stored < times) {
        // The worker's sessions, and the one that applies what is replicated.
        await cells.second().rows(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where usename = 'caserne_worker' or backend_type like 'logical replication%apply worker'`,
        )
        await pause(20 + Math.random() * 60)
      }
    })()
    for (; stored < times; stored += 1) {
      await store(both(`Quai ${stored}`))
      await pause(20)
    }
    await killing
    const all = `select count(*)::int as alarmes, count(distinct adresse)::int as rapports
                   from app.alarmes where sis_key = 'val' and adresse like 'Quai %'`
    for (const end = Date.now() + 90_000; Date.now() < end; await pause(500)) {
      await cells.second().rows('select jobs.take_reports()')
      const [{ rapports } = {}] = await cells.second().rows(all)
      if (rapports === times) break
    }
    expect(await cells.second().rows(all)).toEqual([{ alarmes: times, rapports: times }])
  })
})
