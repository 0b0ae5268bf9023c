import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { beginInHs, untilBlocked } from '../support/waiting.ts'
import { useDecomptes } from './decompte_fixture.ts'

const { sql, database, told, made, ask, demande, make, add } = useDecomptes()

const sessions: pg.Client[] = []
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end()
})

/** Makes a décompte in a transaction that stays open. */
async function beginDecompte(): Promise<pg.Client> {
  const other = await beginInHs(database, ['comptabilite.modification'])
  sessions.push(other)
  await other.query('select app.make_decompte($1)', [JSON.stringify(demande())])
  return other
}

it('interventions are created, simulations answered and entries added while a décompte is made', async () => {
  await add(made.anne, 2, 3000)
  const other = await beginDecompte()
  const [year] = await sql('select debut::text from app.exercices_comptables where id = $1', [made.year])
  const intervention = {
    date_debut: year?.debut,
    heure_debut: '08:00',
    date_fin: year?.debut,
    heure_fin: '09:00',
    objet: 'Feu',
    localite_id: (await sql('select min(id)::integer as id from app.localites'))[0]?.id,
    type_intervention_id: 1,
  }
  expect((await told('POST /interventions', intervention))[0]).toBe(201)
  const [status, { data }] = await ask('POST /decomptes/simulation', demande())
  expect([status, data.total]).toEqual([200, '3000.00'])
  const ecriture = {
    exercice_comptable_id: made.year,
    date: year?.debut,
    designation: 'Repas',
    tarif: '12.50',
  }
  expect((await ask('POST /ecritures', { ...ecriture, compte_id: 5, ecriture_categorie_id: 5 }))[0]).toBe(201)
  await other.query('commit')
})

it('a décompte waits for another one of the SIS, and takes what that one left', async () => {
  await add(made.anne, 2, 3000)
  const other = await beginDecompte()
  const second = make()
  await untilBlocked(database)
  await other.query('rollback')
  expect((await second)[0]).toBe(201)
})

it('AVS parameters wait for the décompte that reads them, and are refused then', async () => {
  await add(made.anne, 2, 3000)
  const other = await beginDecompte()
  const change = told(`POST /avs-param/${made.year}`, { franchise_avs: 2700 })
  await untilBlocked(database)
  await other.query('commit')
  expect(await change).toEqual([
    409,
    { error: 'Un décompte de cet exercice comptable a déjà retenu des cotisations' },
  ])
})

it('a year is closed only after the décompte that is being made', async () => {
  await add(made.anne, 2, 3000)
  const other = await beginDecompte()
  const closing = told(`PUT /exercices-comptable/${made.year}`, { boucle: true })
  await untilBlocked(database)
  await other.query('commit')
  expect(await closing).toEqual([
    409,
    { error: 'Il reste 0 intervention et 0 exercice à imputer, 0 écriture et 1 décompte à payer' },
  ])
})

it('changes of entries and décomptes at once never end in a deadlock', async () => {
  const ids: number[] = []
  for (let n = 0; n < 40; n += 1) ids.push(await add(n % 2 ? made.anne : made.bob, 1, 100))
  const call = (text: string, ...values: unknown[]) => ({
    text: `select ${text} from request.open(1, 'hs', '{comptabilite.modification}', null)`,
    values,
  })
  const removeLast =
    'api.delete_decompte((select max(d.id) from app.decomptes d where d.exercice_comptable_id = $1))'
  const turns = Array.from({ length: 8 }, (_, lane) =>
    Array.from({ length: 30 }, (_, n) => {
      const id = ids[(lane * 11 + n * 7) % ids.length]
      if (lane < 3 && n % 2 === 0) return call('api.create_decompte($1)', JSON.stringify(demande()))
      if (lane < 3) return call(removeLast, made.year)
      if (lane === 3 && n % 10 === 0) return call('api.delete_ecriture($1)', id)
      return call('api.update_ecriture($1, $2)', id, JSON.stringify({ quantite: (n % 5) + 1 }))
    }),
  )
  const codes = await Promise.all(
    turns.map(async (calls) => {
      const client = new pg.Client(database.urls.api)
      sessions.push(client)
      await client.connect()
      const seen: string[] = []
      for (const each of calls)
        seen.push(
          await client.query(each).then(
            () => 'done',
            (error: { code: string }) => error.code,
          ),
        )
      return seen
    }),
  )
  expect([...new Set(codes.flat())].filter((code) => !['done', 'PT409', 'PT404'].includes(code))).toEqual([])
  expect([codes.slice(0, 3), codes.slice(3)].map((lanes) => lanes.flat().includes('done'))).toEqual([
    true,
    true,
  ])
  const [left] = await sql(
    `select count(*)::integer as n
       from app.decomptes d
      where d.exercice_comptable_id = $1
        and d.total <> (select sum(e.total) from app.ecritures e where e.decompte_id = d.id and e.module <> 4)`,
    [made.year],
  )
  expect(left).toEqual({ n: 0 })
}, 120_000)
