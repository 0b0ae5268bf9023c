import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { plant } from '../support/table.ts'

// Answers, absences and deliveries are deleted after 12 months. A copy elsewhere would keep what people said of
// themselves: the journal, above all, which nothing empties.
const database = useDatabase()
const words = { remarque: 'Chez le médecin', motif: 'vacances', raison: 'Le service a répondu 599.' }

const rows = async (query: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(query, values)).rows

beforeAll(async () => {
  const a = "(select min(id) from app.alarmes where adresse = 'Rue de l’oubli 1')"
  const s = '(select min(id) from app.sapeurs)'
  await plant(
    database,
    `insert into app.alarmes (date, type, adresse, intervention_voulue)
     values (now() - interval '13 months', 'Alarme', 'Rue de l’oubli 1', false)`,
  )
  await plant(
    database,
    `insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, delai, remarque, source, at)
     values (${a}, ${s}, 'plus_tard', 7, '${words.remarque}', 'lien', now() - interval '13 months')`,
  )
  await plant(
    database,
    `insert into app.indisponibilites (sapeur_id, debut, fin, motif)
     values (${s}, now() - interval '14 months', now() - interval '13 months', 'travail')`,
  )
  await plant(database, `update app.indisponibilites set motif = '${words.motif}'`)
  await plant(
    database,
    `insert into app.envois (lot, evenement, alarme_id, canal, sapeur_id, raison, etat, created_at)
     values ('oubli', 'alarme', ${a}, 'email', ${s}, '${words.raison}', 'echec', now() - interval '13 months')`,
  )
})

it('after 12 months neither the tables nor the journal know what somebody said', async () => {
  const worker = await database.as('worker')
  for (const purge of ['purge_reponses', 'purge_disponibilites', 'purge_envois'])
    await worker.query(`select jobs.${purge}()`)
  for (const table of ['app.reponses_alarmes', 'app.indisponibilites', 'app.envois'])
    expect({ table, left: await rows(`select * from ${table}`) }).toEqual({ table, left: [] })
  for (const word of Object.values(words))
    expect(
      await rows('select ressource, action from audit.journal where avant::text ~ $1 or apres::text ~ $1', [
        word,
      ]),
    ).toEqual([])
})
