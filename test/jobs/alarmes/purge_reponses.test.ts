import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { plant } from '../../support/table.ts'

const database = useDatabase()

it('deletes answers after 12 months, and keeps how many there were in each month', async () => {
  await plant(
    database,
    `with a as (
       insert into app.alarmes (date, type, adresse, intervention_voulue)
       values ('2020-01-31 22:59:00Z', 'Alarme', 'Rue 1', false) returning id
     )
     insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, source, at)
     select a.id, (select min(id) from app.sapeurs), 'vient', 'lien', d.at::timestamptz
       from a, unnest(array['2020-01-31 22:59:30Z', '2020-01-31 23:00:30Z', '2020-01-31 23:01:30Z', now()::text]) as d (at)`,
  )
  const worker = await database.as('worker')
  await worker.query('select jobs.purge_reponses()')
  await worker.query('select jobs.purge_reponses()')
  const admin = await database.as('admin')
  const kept = `select annee, mois, source, reponse, nb, secondes::integer from app.reponses_mensuelles
                 where sis_key = 'hs' order by 1, 2`
  expect((await admin.query(kept)).rows).toEqual([
    { annee: 2020, mois: 1, source: 'lien', reponse: 'vient', nb: 1, secondes: 30 },
    { annee: 2020, mois: 2, source: 'lien', reponse: 'vient', nb: 2, secondes: 90 + 150 },
  ])
  const { rows } = await admin.query(
    'select sis_key, count(*)::integer as n from app.reponses_alarmes group by 1 order by 1',
  )
  expect(rows).toEqual([
    { sis_key: 'hs', n: 1 },
    { sis_key: 'test', n: 1 },
  ])
  const shown = "select sum(nb)::integer as nb from stats.reponses_mensuelles where sis_key = 'hs'"
  expect((await admin.query(shown)).rows).toEqual([{ nb: 4 }])
})
