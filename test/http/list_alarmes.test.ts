import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { openVal, type Val } from '../support/sis_val.ts'

const database = useDatabase()
const servers = useServers(database)
const list = (query = '') => servers.data(`/api/v2/alarmes${query}`, { as: 'admin@example.org', sis: 'val' })
const addresses = async (query = '') => {
  const { body } = await list(query)
  return body.data.map(({ adresse }: { adresse: string }) => adresse)
}

let val: Val
const ids = { lea: 0, paul: 0 }

beforeAll(async () => {
  val = await openVal(database)
  ids.lea = await val.makeSapeur('Amstutz', 'Léa', { telephone: '079 111 22 33', fonction: 6, grade: 9 })
  ids.paul = await val.makeSapeur('Brunner', 'Paul', { grade: 9 })
})

beforeEach(async () => {
  const admin = await database.as('admin')
  for (const table of ['reponses_alarmes', 'alarmes', 'interventions'])
    await admin.query(`delete from app.${table} where sis_key = 'val'`)
})

it('answers an empty list without alarms', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body).toEqual({ data: [] })
})

it('shows an alarm with its groups, the people who come, and those who match no sapeur', async () => {
  await val.storeAlarm({
    type: 'Alarme réelle',
    code: 'FEU BAT',
    couleur: 'ROUGE',
    complement: 'Restaurant',
    description: 'Feu de cuisine',
    lv95: { e: 2593500.5, n: 1245800 },
    wgs84: { lat: 47.3625, lon: 7.345678 },
    date_creation: '2026-03-14T14:28:15',
    debut: '2026-03-14T14:29:45',
    fin: '2026-03-14T14:41:00+02:00',
    groupes: [
      {
        titre: '*90 EM, SIS du Val',
        personnes: [
          { nom: 'Amstutz L.', telephones: ['+41791112233', '0684780556'], reponse: 'vient' },
          { nom: 'Paul Brunner', telephones: [], reponse: 'vient' },
        ],
      },
      {
        titre: '91 1er secours',
        personnes: [
          { nom: 'BRUNNER Paul', telephones: ['079 999 99 99'], reponse: 'vient' },
          { nom: 'Inconnu Jean', telephones: ['032 444 44 44', '+41 32 444 44 45'], reponse: 'vient' },
          { nom: 'Absent Luc', telephones: [], reponse: 'ne_vient_pas' },
        ],
      },
    ],
    personnes: [{ nom: 'Voisin Marc', telephones: [], reponse: 'vient' }],
  })
  const [row] = await val.query('select id, intervention_id::integer from app.alarmes')
  expect(row?.intervention_id).toEqual(expect.any(Number))
  const adresse = '2800 Delémont, Rue de la Gare 15'
  const em = { group_name: 'EM', group_number: '90', sis: 'val' }
  const reachedAt = (...phones: string[]) => ({ phone: phones[0] ?? '', phones })
  const secours = { group_name: '1er secours', group_number: '91', sis: 'val' }
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      {
        id: row?.id,
        date: '2026-03-14T13:29:45Z',
        type: 'Alarme réelle',
        adresse,
        description: 'Feu de cuisine',
        validated: false,
        sapeurs_alertes: [
          { id: ids.lea, nom: 'Amstutz', prenom: 'Léa', fonction: 'Chef de groupe' },
          { id: ids.paul, nom: 'Brunner', prenom: 'Paul', fonction: 'Caporal' },
        ],
        address: adresse,
        complement: 'Restaurant',
        location_wgs84: '7.345678,47.362500',
        location_lv95: '2593500.5,1245800',
        sis: ['val'],
        couleur: 'ROUGE',
        code: 'FEU BAT',
        date_creation: '2026-03-14T13:28:15Z',
        debut_alarme: '2026-03-14T13:29:45Z',
        fin_alarme: '2026-03-14T12:41:00Z',
        has_been_read: false,
        intervention_id: row?.intervention_id,
        intervention_refus: '',
        ...{ test: false, incomplet: false, avertissements: expect.any(Array) },
        groups: [
          { name: 'EM', number: '90', sis: 'val' },
          { name: '1er secours', number: '91', sis: 'val' },
        ],
        firefighters: [
          { fullname: 'Amstutz L.', ...em, ...reachedAt('+41791112233', '0684780556'), id: ids.lea },
          { fullname: 'Paul Brunner', ...em, ...reachedAt(), id: ids.paul },
          { fullname: 'BRUNNER Paul', ...secours, ...reachedAt('079 999 99 99'), id: ids.paul },
        ],
        unresolved: [
          { fullname: 'Inconnu Jean', ...secours, ...reachedAt('032 444 44 44', '+41 32 444 44 45') },
          { fullname: 'Voisin Marc', group_name: '', group_number: '', ...reachedAt(), sis: 'val' },
        ],
        reponses: [
          ['Amstutz Léa', 'vient', ids.lea],
          ['Brunner Paul', 'vient', ids.paul],
          ['Absent Luc', 'ne_vient_pas', null],
          ['Inconnu Jean', 'vient', null],
          ['Voisin Marc', 'vient', null],
        ].map(([nom_prenom, reponse, sapeur_id]) => ({
          sapeur_id,
          nom_prenom,
          reponse,
          delai: null,
          remarque: '',
          at: expect.any(String),
          source: 'centrale',
        })),
        effectif: { vient: 4, plus_tard: 0, ne_vient_pas: 1, sans_reponse: 0, porteurs: 0, chefs: 1 },
      },
    ],
  })
})

it('shows missing parts of a report as empty, never as null lists', async () => {
  await val.storeAlarm({}, { date: '2026-03-15T08:00:00.9Z' })
  const { body } = await list()
  expect(body.data).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      date: '2026-03-15T08:00:00Z',
      type: 'Alarme test',
      adresse: '2800 Delémont, Rue de la Gare 15',
      description: '',
      validated: false,
      sapeurs_alertes: [],
      address: '2800 Delémont, Rue de la Gare 15',
      complement: '',
      location_wgs84: '',
      location_lv95: '',
      sis: ['val'],
      couleur: '',
      code: '',
      date_creation: null,
      debut_alarme: null,
      fin_alarme: null,
      has_been_read: false,
      intervention_id: null,
      intervention_refus: 'Alarme test : pas d’intervention automatique.',
      ...{ test: true, incomplet: false, avertissements: [] },
      groups: [],
      firefighters: [],
      unresolved: [],
      reponses: [],
      effectif: { vient: 0, plus_tard: 0, ne_vient_pas: 0, sans_reponse: 0, porteurs: 0, chefs: 0 },
    },
  ])
})

describe('with several alarms', () => {
  beforeEach(async () => {
    for (const [adresse, date] of [
      ['bien avant', '2026-03-14T13:29:45Z'],
      ['avant', '2026-03-15T08:00:00.9Z'],
      ['milieu', '2026-05-02T00:00:00Z'],
      ['dernière', '2026-05-03T00:00:00Z'],
      ['première', '2026-05-01T00:00:00Z'],
      ['dernière, seconde', '2026-05-03T00:00:00Z'],
      ['vue', '2026-05-02T12:00:00Z'],
    ] as const)
      await val.storeAlarm({ adresse }, { date })
    await val.query("update app.alarmes set validated = true where adresse in ('vue', 'avant', 'bien avant')")
  })
  const open = ['dernière, seconde', 'dernière', 'milieu', 'première']
  const all = ['dernière, seconde', 'dernière', 'vue', 'milieu', 'première', 'avant', 'bien avant']

  it('lists those not validated, newest first', async () => {
    expect(await addresses()).toEqual(open)
    expect(await addresses('?old=false')).toEqual(open)
  })

  it('lists the validated ones too with old=true, in order', async () => {
    expect(await addresses('?old=true')).toEqual(all)
    const { body } = await list('?old=true')
    expect(body.data[2]).toMatchObject({ validated: true, has_been_read: true })
    expect(body.data[0]).toMatchObject({ validated: false, has_been_read: false })
  })

  it('comes in pages, without losing alarms of the same second', async () => {
    const pages = async (query: string) => {
      const seen: string[][] = []
      for (let path = `/api/v2/alarmes?limit=2${query}`; path !== ''; ) {
        const { body, headers } = await servers.data(path, { as: 'admin@example.org', sis: 'val' })
        seen.push(body.data.map(({ adresse }: { adresse: string }) => adresse))
        path = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''
      }
      return seen
    }
    expect(await pages('')).toEqual([open.slice(0, 2), open.slice(2)])
    const fraction = "update app.alarmes set date = date + $1::interval where adresse = 'milieu'"
    await val.query(fraction, ['12:00:00.5'])
    const fractions = ['dernière, seconde', 'dernière', 'milieu', 'vue', ...all.slice(4)]
    expect(await pages('&old=true')).toEqual([0, 2, 4, 6].map((n) => fractions.slice(n, n + 2)))
    await val.query(fraction, ['-12:00:00.5'])
  })

  it('has no page after an unknown alarm', async () => {
    const cursor = (id: unknown) => Buffer.from(JSON.stringify([id])).toString('base64url')
    expect(await addresses(`?limit=2&apres=${cursor('999999')}`)).toEqual([])
    expect((await list(`?limit=2&apres=${cursor('x')}`)).body).toEqual({
      error: { apres: ['Cette page n’existe pas.'] },
    })
  })

  it('accepts force=false and ignores unknown keys', async () => {
    expect(await addresses('?force=false&old=false&page=2&sis_key=hs')).toEqual(open)
  })

  it.each(['1', 'oui', 'TRUE', '', 'null'])('refuses %j as a boolean', async (text) => {
    const { status, body } = await list(`?old=${text}&force=${text}`)
    const sentence = ['Ce champ doit être vrai ou faux.']
    expect([status, body]).toEqual([422, { error: { old: sentence, force: sentence } }])
  })

  it('shows no alarm to another SIS', async () => {
    const other = await servers.data('/api/v2/alarmes?old=true', { as: 'admin@example.org', sis: 'hs' })
    expect(JSON.stringify(other.body)).not.toContain('dernière')
  })
})
