import { beforeAll, describe, expect, it } from 'vitest'
import { inOrder } from '../support/in_order.ts'
import { idOf, look, makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addAlarme } from './samples/alarmes.ts'
import { addHeure } from './samples/exercices.ts'
import { addSapeur } from './samples/interventions.ts'

const { database, told, ask, sql } = useDataApi()

interface Entry {
  id: number
  date: string
  user_id: number | null
  ressource: string
  ligne_id: number | null
  action: string
  avant: Record<string, unknown> | null
  apres: Record<string, unknown> | null
}

async function journal(query: string, as = 'commandant@example.org', sis = 'hs'): Promise<Entry[]> {
  const [status, { data }] = await told(`GET /journal?${query}`, undefined, { as, sis })
  expect(status).toBe(200)
  return data
}

let commandant: number
let contact: number

beforeAll(async () => {
  commandant = await idOf(database, 'commandant@example.org')
})

describe('the journal of one day', inOrder, () => {
  it('shows who added, changed and deleted which row, and its old values, newest first', async () => {
    await told('POST /sis-param', { rue: 'Rue de la Gare', numero: '15' })
    await told('POST /sis-param', { numero: '16' })
    const [, { data }] = await told('POST /sis-contacts', { email: 'police@example.org', liste: 'Rapports' })
    contact = data.id
    await told(`DELETE /sis-contacts/${contact}`)
    const entry = {
      id: expect.any(Number),
      date: expect.stringMatching(/^2.+\.\d{6}Z$/),
      user_id: commandant,
    }
    const row = { id: contact, email: 'police@example.org', liste: 'Rapports' }
    expect(await journal('limit=4')).toEqual([
      {
        ...entry,
        ressource: 'sis_contacts',
        ligne_id: contact,
        action: 'suppression',
        avant: row,
        apres: null,
      },
      { ...entry, ressource: 'sis_contacts', ligne_id: contact, action: 'ajout', avant: null, apres: row },
      {
        ...entry,
        ressource: 'sis',
        ligne_id: null,
        action: 'modification',
        avant: { numero: '15' },
        apres: { numero: '16' },
      },
      {
        ...entry,
        ressource: 'sis',
        ligne_id: null,
        action: 'modification',
        avant: { rue: '', numero: '' },
        apres: { rue: 'Rue de la Gare', numero: '15' },
      },
    ])
  })

  it('has no entry for a write without a change', async () => {
    const [last] = await journal('limit=1')
    await told('POST /sis-param', { numero: '16' })
    expect(await journal('limit=1')).toEqual([last])
  })

  it('is filtered by resource, row, author and kind of change', async () => {
    const actions = async (query: string) => (await journal(query)).map(({ action }) => action)
    expect(await actions(`ressource=sis_contacts&ligne_id=${contact}`)).toEqual(['suppression', 'ajout'])
    expect(await actions(`ressource=sis_contacts&ligne_id=${contact}&action=ajout`)).toEqual(['ajout'])
    expect(await actions(`ressource=sis&user_id=${commandant}`)).toEqual(['modification', 'modification'])
    expect(await actions('user_id=999999')).toEqual([])
    expect(await actions('ressource=ailleurs')).toEqual([])
  })
})

describe('the journal', inOrder, () => {
  it('is filtered by days of the SIS, both included, and by instants', async () => {
    const [row] = await sql(
      `insert into audit.journal (ressource, ligne_id, action, recorded_at, sis_key)
       values ('essai', 1, 'ajout', '1990-03-14 23:30:00.5+01', 'hs') returning id`,
    )
    await sql(
      `insert into audit.journal (ressource, ligne_id, action, recorded_at, sis_key)
       values ('essai', 2, 'ajout', '1990-03-15 00:00+01', 'hs')`,
    )
    const found = async (query: string) =>
      (await journal(`ressource=essai&${query}`)).map(({ ligne_id }) => ligne_id)
    expect(Number(row?.id)).toBeGreaterThan(0)
    expect(await found('')).toEqual([2, 1])
    expect(await found('du=1990-03-14&au=1990-03-14')).toEqual([1])
    expect(await found('du=1990-03-15')).toEqual([2])
    expect(await found('au=1990-03-13')).toEqual([])
    expect(await found('du=1990-03-14T22:30:00.500000Z&au=1990-03-14T22:30:00.500000Z')).toEqual([1])
    expect(await found('du=1990-03-15 00:00&au=1990-03-15 00:00:00')).toEqual([2])
    expect(await found('au=1990-03-14T23:00:00%2B01:00')).toEqual([])
  })

  it('since a day leaves out older entries that were written later, on full pages too', async () => {
    await sql(
      `insert into audit.journal (ressource, ligne_id, action, recorded_at, sis_key)
       values ('jour', 1, 'ajout', now(), 'hs'), ('jour', 2, 'ajout', '1991-03-14 12:00Z', 'hs'), ('jour', 3, 'ajout', now(), 'hs'),
              ('jour', 4, 'ajout', '1991-03-14 12:00Z', 'hs')`,
    )
    const found = async (query: string) => (await journal(query)).map(({ ligne_id }) => ligne_id)
    expect(await found('du=2000-01-01&limit=2')).toEqual([3, 1])
    expect(await found('du=2000-01-01&au=2100-01-01&limit=1')).toEqual([3])
    expect(await found('du=1991-03-14&limit=3')).toEqual([4, 3, 2])
    expect(await found('du=1991-03-14&au=1991-03-14&limit=3')).toEqual([4, 2])
  })

  it('comes in pages of 100, or of another size, each with the address of the next', async () => {
    await sql(
      "insert into audit.journal (ressource, ligne_id, action, sis_key) select 'page', n, 'ajout', 'hs' from generate_series(1, 230) n",
    )
    const seen: number[] = []
    const sizes: number[] = []
    for (let at = '/journal?ressource=page'; at !== ''; ) {
      const { body, headers } = await ask(`GET ${at}`)
      sizes.push(body.data.length)
      seen.push(...body.data.map(({ ligne_id }: Entry) => ligne_id))
      at = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''
    }
    expect([sizes, seen]).toEqual([[100, 100, 30], Array.from({ length: 230 }, (_, n) => 230 - n)])
    expect(await journal('ressource=page&limit=230')).toHaveLength(230)
  })

  it.each([
    ['limit=1001', { limit: ['La valeur ne doit pas dépasser 1000.'] }],
    ['apres=zz', { apres: ['Cette page n’existe pas.'] }],
    ['action=tout', { action: ['La valeur doit être l’une de : ajout, modification, suppression.'] }],
    ['ressource=Sis', { ressource: ['Le format n’est pas valide.'] }],
    ['ligne_id=x', { ligne_id: ['Ce champ doit être un nombre entier.'] }],
    ['du=2026-02-30', { du: ['Le format n’est pas valide (moment).'] }],
    ['au=hier', { au: ['Le format n’est pas valide (moment).'] }],
    ['au=9999-12-31', { au: ['Le format n’est pas valide (moment).'] }],
  ])('refuses %s', async (query, error) => {
    expect(await told(`GET /journal?${query}`)).toEqual([422, { error }])
  })
})

describe('the journal shows', () => {
  it('nothing without the right to configure the SIS, and nothing of another SIS', async () => {
    const refused = [403, { error: 'Permission requise : sis.config' }]
    expect(await told('GET /journal', undefined, { as: 'chef@example.org' })).toEqual(refused)
    await sql("insert into app.sis_contacts (email) values ('ailleurs@example.org')", [], 'test')
    expect(JSON.stringify(await journal('limit=1000'))).not.toContain('ailleurs@example.org')
    expect((await journal('limit=1', 'autre@example.org', 'test'))[0]).toMatchObject({
      ressource: 'sis_contacts',
      user_id: null,
      apres: { email: 'ailleurs@example.org' },
    })
  })

  it('private data only to those who may read it elsewhere', async () => {
    const sapeur = await addSapeur((text, values) => sql(text, values))
    await sql("insert into app.particularites (sapeur_id, profession) values ($1, 'Boulanger')", [sapeur])
    await sql("insert into app.salaires (sapeur_id, no_avs) values ($1, '756.1234.5678.97')", [sapeur])
    await sql("insert into app.telephones (sapeur_id, numero) values ($1, '079 555 99 99')", [sapeur])
    const [year] = await sql(
      `insert into app.exercices_comptables (annee, designation, debut, fin)
       values (1990, '1990', '1990-01-01', '1990-12-31') returning id`,
    )
    await sql(
      "insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total) values ($1, $2, '1990-01-01', 'Solde', 1)",
      [year?.id, sapeur],
    )
    await addAlarme(sql)
    await addHeure(sql)
    const all = [
      'sapeurs',
      'mutations',
      'particularites',
      'salaires',
      'telephones',
      'alarme_personnes',
      'exercice_heures',
      'ecritures',
    ]
    const seen = async (...permissions: string[]) => {
      const email = `${permissions.join('-')}@example.org`
      await makeAccount(database, { email, permissions: { hs: ['sis.config', ...permissions] } })
      const found = await journal('limit=100', email)
      return all.filter((ressource) =>
        found.some((entry) => entry.ressource === ressource && entry.id > last),
      )
    }
    const last = Number(
      await look(
        database,
        "select min(id) - 1 from audit.journal where ressource = 'sapeurs' and ligne_id = $1",
        [sapeur],
      ),
    )
    expect(await seen()).toEqual(['sapeurs'])
    expect(await seen('sapeur.lecture')).toEqual(all.slice(0, -2))
    expect(await seen('intervention.lecture')).toEqual(['sapeurs', 'alarme_personnes'])
    expect(await seen('exercice.presence')).toEqual(['sapeurs', 'exercice_heures'])
    expect(await seen('comptabilite.lecture')).toEqual([
      'sapeurs',
      'salaires',
      'exercice_heures',
      'ecritures',
    ])
    expect(await seen('comptabilite.modification', 'sapeur.modification', 'exercice.lecture')).toEqual(all)
  })
})
