import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { beginInHs } from '../../support/waiting.ts'
import { report, type Stored, useJobs } from '../jobs_fixture.ts'

const database = useDatabase()
const { store, read, alarme, intervention } = useJobs(database)

const sessions: pg.Client[] = []
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end()
})

async function worker(): Promise<pg.Client> {
  const client = new pg.Client(database.urls.worker)
  await client.connect()
  sessions.push(client)
  return client
}

const setBoucle = async (boucle: boolean) => {
  const admin = await database.as('admin')
  await admin.query("update app.exercices_comptables set boucle = $1 where sis_key = 'hs' and annee = 2026", [
    boucle,
  ])
}

const createPending = async (client?: pg.Client): Promise<number> => {
  const { rows } = await (client ?? (await worker())).query(
    'select jobs.create_pending_interventions() as made',
  )
  return rows[0].made
}

it('makes one intervention of two alarms for the same event that arrive at the same time', async () => {
  const [one, other] = [await worker(), await worker()]
  await one.query('begin')
  const first = await store(report({ adresse: 'E 1' }), {}, one)
  const waiting = store(report({ adresse: 'E 1' }), {}, other)
  await expect.poll(() => waits(), { timeout: 25_000, interval: 20 }).toBe(true)
  await one.query('commit')
  const second = await waiting
  expect(second).toMatchObject({ nouveau: true, etat: 'alarm' })
  const { id } = await intervention('hs', first)
  expect((await intervention('hs', second)).id).toBe(id)
  expect(await read('hs', "select id from app.interventions where lieu = 'E 1'")).toEqual([{ id }])
})

async function waits(): Promise<boolean> {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length > 0
}

it('numbers the interventions of alarms that arrive at the same time without gaps', async () => {
  const clients = await Promise.all([worker(), worker(), worker(), worker()])
  await Promise.all(
    clients.map((client, n) =>
      store(report({ adresse: `E 2.${n}`, debut: '2025-06-01T10:00:00' }), {}, client),
    ),
  )
  expect(
    await read('hs', "select numero from app.interventions where date_debut = '2025-06-01' order by no"),
  ).toEqual([{ numero: '2025-001' }, { numero: '2025-002' }, { numero: '2025-003' }, { numero: '2025-004' }])
})

it('keeps an alarm in a closed year, and makes its intervention once the year is open again', async () => {
  await setBoucle(true)
  const stored = await store(report({ adresse: 'E 3' }))
  const refus = 'Exercice comptable bouclé'
  expect(stored).toMatchObject({ nouveau: true, etat: 'alarm', refus: { hs: refus } })
  const waiting = { intervention_voulue: true, intervention_id: null, intervention_refus: refus }
  expect(await alarme('hs', stored)).toMatchObject(waiting)
  expect(await createPending()).toBe(0)
  await setBoucle(false)
  expect(await createPending()).toBe(1)
  expect(await intervention('hs', stored)).toMatchObject({ lieu: 'E 3', statut: 0 })
  expect(await alarme('hs', stored)).toMatchObject({ intervention_refus: '' })
  expect(await createPending()).toBe(0)
})

it('keeps an alarm of an unopened year, reports it, and makes its intervention once the year is open', async () => {
  await setBoucle(true)
  const stored = await store(report({ adresse: 'E 9' }))
  await setBoucle(false)
  const admin = await database.as('admin')
  await admin.query("update app.alarmes set date = '2011-06-01T10:00:00Z' where adresse = 'E 9'")
  expect(await createPending()).toBe(0)
  expect(await alarme('hs', stored)).toMatchObject({
    intervention_voulue: true,
    intervention_id: null,
    intervention_refus: 'Aucun exercice comptable ne contient le 01.06.2011 : il faut d’abord l’ouvrir',
  })
  await admin.query(
    "insert into app.exercices_comptables (sis_key, annee, designation, debut, fin) values ('hs', 2011, '2011', '2011-01-01', '2011-12-31')",
  )
  expect(await createPending()).toBe(1)
  expect(await intervention('hs', stored)).toMatchObject({ lieu: 'E 9', statut: 0 })
})

it('keeps an alarm that the database refuses, and shows users only its code', async () => {
  const admin = await database.as('admin')
  await admin.query("alter table app.interventions add constraint essai check (lieu <> 'E 5')")
  const stored = await store(report({ adresse: 'E 5' }))
  expect(await alarme('hs', stored)).toMatchObject({
    intervention_voulue: true,
    intervention_id: null,
    intervention_refus: 'Erreur interne (23514)',
  })
  await admin.query('alter table app.interventions drop constraint essai')
  expect(await createPending()).toBe(1)
  expect(await alarme('hs', stored)).toMatchObject({ intervention_refus: '' })
})

it('makes the interventions of every SIS, even when one of them fails', async () => {
  const groupes = ['SIS Haute-Sorne', 'SIS Test'].map((sis) => ({ titre: `90 EM, ${sis}`, personnes: [] }))
  const stored = await store(report({ adresse: 'E 4', groupes }))
  const admin = await database.as('admin')
  await admin.query('update app.alarmes set intervention_id = null where message_id = $1', [stored.id])
  await admin.query("delete from app.interventions where lieu = 'E 4'")
  await setBoucle(true)
  expect(await createPending()).toBe(1)
  expect(await intervention('test', stored)).toMatchObject({ lieu: 'E 4' })
  await setBoucle(false)
  expect(await createPending()).toBe(1)
  expect(await intervention('hs', stored)).toMatchObject({ lieu: 'E 4' })
})

it('ignores alarms that are validated, a week old, or want no intervention', async () => {
  await setBoucle(true)
  const validated = await store(report({ adresse: 'E 5' }))
  const old = await store(report({ adresse: 'E 6' }))
  const unwanted = await store(report({ adresse: 'E 7', type: 'Test' }))
  await setBoucle(false)
  const admin = await database.as('admin')
  await admin.query('update app.alarmes set validated = true where message_id = $1', [validated.id])
  await admin.query("update app.alarmes set created_at = now() - interval '8 days' where message_id = $1", [
    old.id,
  ])
  expect(await createPending()).toBe(0)
  for (const each of [validated, old, unwanted]) expect(await intervention('hs', each)).toBeUndefined()
})

it('makes each intervention once, even in two workers at the same time', async () => {
  await setBoucle(true)
  for (let n = 0; n < 5; n += 1) await store(report({ adresse: `E 8.${n}` }))
  await setBoucle(false)
  const clients = await Promise.all([worker(), worker()])
  await Promise.all(clients.map((client) => createPending(client)))
  const made = await read('hs', "select lieu from app.interventions where lieu like 'E 8.%' order by lieu")
  expect(made.map((row) => row.lieu)).toEqual(['E 8.0', 'E 8.1', 'E 8.2', 'E 8.3', 'E 8.4'])
})

it('makes the intervention of an alarm while a décompte of the year is made', async () => {
  await store(report({ adresse: 'E 10' }))
  const accountant = await beginInHs(database, ['comptabilite.modification'])
  sessions.push(accountant)
  const { rows } = await accountant.query(
    `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total, type)
     select e.id, (select min(s.id) from app.sapeurs s), '2026-03-14', 'Garde', 100, 1
       from app.exercices_comptables e where e.annee = 2026
     returning exercice_comptable_id`,
  )
  const demande = { ...rows[0], designation: 'Soldes', date: '2026-07-10', deduction: false }
  await accountant.query('select app.make_decompte($1)', [JSON.stringify(demande)])
  const stored = await store(report({ adresse: 'E 11' }))
  expect(await intervention('hs', stored)).toMatchObject({ lieu: 'E 11' })
  await accountant.query('rollback')
})

it('joins an alarm to an intervention that is moved to another day at the same time', async () => {
  const first = await store(report({ adresse: 'E 9' }))
  const { id } = await intervention('hs', first)
  const mover = await beginInHs(database, ['intervention.lecture', 'intervention.modification'])
  sessions.push(mover)
  const move = async () => {
    await mover.query("update app.interventions set description = 'Déplacée' where id = $1", [id])
    if (joining === undefined) {
      joining = store(report({ adresse: 'E 9' }), {}, await worker())
      await expect.poll(() => waits(), { timeout: 25_000, interval: 20 }).toBe(true)
    }
    await mover.query("update app.interventions set date_debut = '2026-03-13' where id = $1", [id])
    await mover.query('commit')
  }
  let joining: Promise<Stored> | undefined
  // PostgreSQL ends one of the two in a deadlock. The ended one tries again and may be ended again; so does the data API.
  const moveAgain = async (tries: number): Promise<void> => {
    await move().catch(async (error: { code?: string }) => {
      expect(error.code).toBe('40P01')
      expect(tries).toBeGreaterThan(1)
      await mover.query('rollback')
      await mover.query('begin')
      await mover.query(
        "select request.open(null, 'hs', '{intervention.lecture,intervention.modification}', null)",
      )
      await moveAgain(tries - 1)
    })
  }
  await moveAgain(4)
  const second = await joining
  // If PostgreSQL ended each of its tries, the job of the next minute joins it.
  await createPending()
  expect((await intervention('hs', second ?? first)).id).toBe(id)
  expect(await intervention('hs', first)).toMatchObject({ description: 'Déplacée' })
})
