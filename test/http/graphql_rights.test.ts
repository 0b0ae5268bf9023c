import { beforeAll, describe, expect, it } from 'vitest'
import { allPermissions } from '../support/table.ts'
import { makeAccount } from '../support/users.ts'
import { useGraphql } from './graphql_fixture.ts'

const { database, ask, sql, post, data } = useGraphql()
const secret = 'Secret de particularité'

// At least one of the rows asked for.
beforeAll(async () => {
  await sql("insert into app.vehicules (designation) values ('Tonne-pompe')")
  await sql("insert into app.sis_contacts (email) values ('contact@example.org')")
  await sql(
    `insert into app.alarmes (date, type, adresse, intervention_voulue) values (now(), 'Alarme', 'Rue 1', false)`,
  )
  await sql(`insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
             select debut, '08:00', debut, '09:00', 'Feu' from app.exercices_comptables limit 1`)
  await sql(`insert into app.exercices (designation, date, heure, duree)
             select 'Exercice', debut, '19:30', 90 from app.exercices_comptables limit 1`)
  await sql(
    `insert into app.salaires (sapeur_id, iban) select min(id), 'CH5604835012345678009' from app.sapeurs
         on conflict (sis_key, sapeur_id) do update set iban = excluded.iban`,
  )
  await sql('update app.particularites set remarque = $1', [secret])
})

describe('an account without a permission', () => {
  const doors = {
    '/interventions': 'interventions',
    '/exercices': 'exercices',
    '/alarmes?old=true': 'alarmes',
    '/vehicules': 'vehicules',
    '/sis-contacts': 'sis_contacts',
    '/stat-federal': 'stats_federal',
    '/stat-intervention': 'stats_categories_service',
  }
  // By policy, an account that may write rows also reads them: GraphQL shows what the policies show, REST
  // what its operations allow.
  const writing = ['intervention.modification', 'intervention.validation']
  const writers: Record<string, string[]> = {
    exercices: ['exercice.presence'],
    alarmes: writing,
    stats_federal: writing,
    stats_categories_service: writing,
  }
  const emailOf = (permission: string) => `${permission}@example.org`
  beforeAll(async () => {
    for (const permission of allPermissions)
      await makeAccount(database, { email: emailOf(permission), permissions: { hs: [permission] } })
  })

  it.each(allPermissions)('sees no rows where REST answers 403: %s', async (permission) => {
    const as = emailOf(permission)
    const counts = await data(
      `{ ${Object.values(doors)
        .map((list) => `${list} { totalCount }`)
        .join(' ')} }`,
      { as },
    )
    for (const [path, list] of Object.entries(doors)) {
      const { status } = await ask(`GET ${path}`, undefined, { as })
      const readable = status === 200 || (writers[list] ?? []).includes(permission)
      expect([path, status, counts[list].totalCount > 0]).toEqual([path, status, readable])
    }
  })

  it.each(allPermissions)(
    'sees private particulars with the permissions of REST only: %s',
    async (permission) => {
      const as = emailOf(permission)
      const { body } = await post(
        `{ sapeurs { nodes { particularite { remarque } salaire { iban } telephones { nodes { numero } } } }
         particularites { nodes { remarque } } salaires { nodes { iban } } }`,
        { as },
      )
      const sees = (words: string) => JSON.stringify(body.data).includes(words)
      const inCharge = ['sapeur.lecture', 'sapeur.modification'].includes(permission)
      expect([sees(secret), sees('CH56')]).toEqual([
        inCharge,
        inCharge || permission === 'comptabilite.lecture',
      ])
    },
  )

  it('is not told that nobody is in service when mutations are hidden from it', async () => {
    const query = '{ stats_sapeurs { nodes { type actif } } sapeurs_du_jour { nodes { type actif } } }'
    const told = async (as: string) => {
      const { stats_sapeurs: stats, sapeurs_du_jour: today } = await data(query, { as })
      const all: { type: number; actif: boolean | null }[] = [...stats.nodes, ...today.nodes]
      return new Set(all.filter(({ type }) => type === 0).map(({ actif }) => actif))
    }
    expect(await told('lecteur@example.org')).toEqual(new Set([null]))
    expect(await told(emailOf('sapeur.lecture'))).toContain(true)
    expect(await told(emailOf('sapeur.modification'))).toContain(true)
    expect(await told('sapeur@example.org')).toEqual(new Set([true]))
  })

  it('sees its own sapeur', async () => {
    const as = 'sapeur@example.org'
    const { sapeurs, particularites, interventions } = await data(
      '{ sapeurs { nodes { id } } particularites { nodes { sapeur_id remarque } } interventions { totalCount } }',
      { as },
    )
    const { body } = await ask('GET /mes-infos', undefined, { as })
    expect([sapeurs.nodes, particularites.nodes, interventions.totalCount]).toEqual([
      [{ id: body.data.id }],
      [{ sapeur_id: body.data.id, remarque: secret }],
      0,
    ])
  })
})
