import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { plant } from '../../support/table.ts'

const database = useDatabase()

const tell = async () =>
  (await (await database.as('worker')).query('select jobs.tell_manques() as n')).rows[0].n as number
const told = async () =>
  (
    await (
      await database.as('admin')
    ).query(
      `select r.designation, m.disponibles, round(extract(epoch from m.fin - m.debut) / 3600)::integer as heures
         from app.manques_annonces m join app.effectif_requis r on r.sis_key = m.sis_key and r.id = m.effectif_requis_id
        where m.sis_key = 'hs' order by m.id`,
    )
  ).rows
/** Makes everybody of each SIS absent from an hour on, for some hours. */
const absent = (from: number, hours: number) =>
  plant(
    database,
    `insert into app.indisponibilites (sapeur_id, debut, fin)
     select id, date_trunc('hour', now()) + interval '${from} hours', date_trunc('hour', now()) + interval '${from + hours} hours'
       from app.sapeurs`,
  )

beforeEach(() =>
  plant(
    database,
    `delete from app.indisponibilites; delete from app.effectif_requis;
     insert into app.effectif_requis (designation, minimum) values ('Jour', 1)`,
  ),
)

it('tells a shortfall that begins within a day, once, in each SIS', async () => {
  expect(await tell()).toBe(0)
  await absent(5, 3)
  expect(await tell()).toBe(2)
  expect(await told()).toEqual([{ designation: 'Jour', disponibles: 0, heures: 3 }])
  expect(await tell()).toBe(0)
})

it('tells nothing again when the shortfall begins earlier or ends later, but another one', async () => {
  await absent(5, 3)
  await tell()
  await absent(3, 6)
  expect(await tell()).toBe(0)
  expect(await told()).toMatchObject([{ heures: 4 }])
  await absent(12, 2)
  expect(await tell()).toBe(2)
  expect(await told()).toHaveLength(2)
})

it('leaves for later what begins in more than a day', async () => {
  await absent(26, 3)
  expect(await tell()).toBe(0)
})
