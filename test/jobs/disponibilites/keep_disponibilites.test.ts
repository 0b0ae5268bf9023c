import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { plant } from '../../support/table.ts'

const database = useDatabase()

// Yesterday from 08:00 to 10:30, and on standby from 10:00 to 12:00, in the time zone of the SIS.
const yesterday = `
  insert into app.indisponibilites (sapeur_id, debut, fin)
  select min(id), (app.today() - 1 + time '08:00') at time zone app.fuseau(), (app.today() - 1 + time '10:30') at time zone app.fuseau()
    from app.sapeurs;
  insert into app.piquets (sapeur_id, debut, fin)
  select min(id), (app.today() - 1 + time '10:00') at time zone app.fuseau(), (app.today() - 1 + time '12:00') at time zone app.fuseau()
    from app.sapeurs`

beforeEach(() => plant(database, `delete from app.indisponibilites; delete from app.piquets; ${yesterday}`))

const kept = async () => {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    `select jour::text, debut, effectif, disponibles, absents, piquets from stats.disponibilites
      where sis_key = 'hs' and jour = (select max(jour) from app.disponibilites_jours where sis_key = 'hs') order by debut`,
  )
  return rows
}

it('keeps the hours of the days that are over, once, whatever changes later', async () => {
  const worker = await database.as('worker')
  const { rows } = await worker.query('select jobs.keep_disponibilites() as n')
  expect(rows[0].n).toBe(2 * 31)
  const before = await kept()
  expect(before.length).toBeOneOf([23, 24, 25])
  const { effectif } = before[0]
  expect(effectif).toBeGreaterThan(3)
  expect(before.map(({ absents }) => absents).slice(7, 12)).toEqual([0, 1, 1, 1, 0])
  expect(before.map(({ disponibles }) => disponibles - effectif).slice(7, 12)).toEqual([0, -1, -1, -1, 0])
  expect(before.map(({ piquets }) => piquets).slice(9, 13)).toEqual([0, 0, 1, 0])
  await plant(database, 'delete from app.indisponibilites')
  expect((await worker.query('select jobs.keep_disponibilites() as n')).rows[0].n).toBe(0)
  expect(await kept()).toEqual(before)
})

it('deletes periods 12 months after their last day, and shortfalls after a month', async () => {
  await plant(
    database,
    `delete from app.indisponibilites;
     insert into app.indisponibilites (sapeur_id, debut, fin, recurrence)
     select (select min(id) from app.sapeurs), d.debut, d.debut + interval '1 hour', d.recurrence
       from (values (now() - interval '13 months', null), (now() - interval '11 months', null),
                    (now() - interval '20 months', 'FREQ=DAILY;COUNT=300'), (now() - interval '20 months', 'FREQ=DAILY;COUNT=30')
            ) as d (debut, recurrence);
     insert into app.effectif_requis (designation, minimum) values ('Jour', 3);
     insert into app.manques_annonces (effectif_requis_id, debut, fin, disponibles)
     select r.id, d.fin, d.fin, 1 from app.effectif_requis r, (values (now() - interval '2 months'), (now())) as d (fin)`,
  )
  const worker = await database.as('worker')
  await worker.query('select jobs.purge_disponibilites()')
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    `select (select count(*)::integer from app.indisponibilites where sis_key = 'hs') as periods,
            (select count(*)::integer from app.manques_annonces where sis_key = 'hs') as shortfalls`,
  )
  expect(rows).toEqual([{ periods: 2, shortfalls: 1 }])
})
