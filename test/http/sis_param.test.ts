import { beforeEach, describe, expect, it } from 'vitest'
import { sapeurOf } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'

const { database, told, sql } = useDataApi()

const fields = [
  'nom',
  'rue',
  'numero',
  'district',
  'no_arrondissement',
  'telephone',
  'email',
  'iban',
  'bic',
  'localite_id',
  'sapeur_id',
  'fuseau',
  'intervention_automatique',
  'delai_excuse',
  'duree_reponse',
  'contenu_alerte',
  'mots_test',
]

describe('the settings of a SIS', () => {
  it('are one record, changed key by key', async () => {
    const [, before] = await told('GET /sis-param')
    expect(Object.keys(before.data)).toEqual(fields)
    const [localite] = await sql('select min(id)::integer as id from app.localites')
    const change = {
      nom: ' SIS Haute-Sorne ',
      email: 'sis@example.org',
      iban: 'CH93 0076 2011 6238 5295 7',
      localite_id: localite?.id,
      sapeur_id: await sapeurOf(database, 'hs', 'Amsler Ricarda'),
      intervention_automatique: false,
      delai_excuse: 0,
      duree_reponse: 45,
      contenu_alerte: 'complet',
      mots_test: ['test', 'sirène'],
    }
    const after = { ...before.data, ...change, nom: 'SIS Haute-Sorne', iban: 'CH9300762011623852957' }
    expect(await told('POST /sis-param', { ...change, id: 7, sis_key: 'test', api_key: 'test' })).toEqual([
      200,
      { data: after },
    ])
    expect(await told('GET /sis-param')).toEqual([200, { data: after }])
    expect(await told('POST /sis-param', {})).toEqual([200, { data: after }])
  })

  it('are emptied by null, or return to their default', async () => {
    await told('POST /sis-param', { rue: 'Rue de la Gare', fuseau: 'Indian/Reunion' })
    const cleared = Object.fromEntries(
      fields.filter((field) => field !== 'intervention_automatique').map((field) => [field, null]),
    )
    const [status, { data }] = await told('POST /sis-param', cleared)
    expect([status, data.rue, data.localite_id, data.sapeur_id, data.fuseau]).toEqual([
      200,
      '',
      null,
      null,
      'Europe/Zurich',
    ])
    expect(data).toMatchObject({ delai_excuse: 7, duree_reponse: 120, contenu_alerte: 'minimal' })
  })

  it('of another SIS stay unchanged', async () => {
    const asking = { as: 'autre@example.org', sis: 'test' }
    const [, before] = await told('GET /sis-param', undefined, asking)
    await told('POST /sis-param', { nom: 'SIS Haute-Sorne' })
    expect(await told('GET /sis-param', undefined, asking)).toEqual([200, before])
  })

  it.each(['UTC', 'Europe/Paris', 'Etc/GMT+1', 'America/Argentina/Buenos_Aires'])(
    'accept the time zone %s, in which instants are then written',
    async (fuseau) => {
      const [status, { data }] = await told('POST /sis-param', { fuseau })
      expect([status, data.fuseau]).toEqual([200, fuseau])
    },
  )

  it.each([
    'europe/zurich',
    'Europe/Delémont',
    'posix/Europe/Zurich',
    'localtime',
    'posixrules',
    'CET-1',
    // PostgreSQL knows these also as abbreviations, without summer time.
    'CET',
    'EET',
    '+01',
    "UTC'; --",
  ])('refuse the time zone %s', async (fuseau) => {
    expect(await told('POST /sis-param', { fuseau })).toEqual([
      422,
      { error: { fuseau: ['Ce fuseau horaire n’existe pas.'] } },
    ])
  })

  it.each([
    [{ email: 'sis@' }, { email: ['Cette adresse e-mail n’est pas valide.'] }],
    [{ email: 'sis@example.org\nBcc: x@example.org' }, { email: ['Cette adresse e-mail n’est pas valide.'] }],
    [{ iban: 'CH93 0076 2011 6238 5295 8' }, { iban: ['Cet IBAN n’est pas valide.'] }],
    [{ localite_id: 999_999 }, { localite_id: ['Cette localité n’existe pas.'] }],
    [{ sapeur_id: 999_999 }, { sapeur_id: ['Ce sapeur n’existe pas.'] }],
    [{ nom: 'x'.repeat(256) }, { nom: ['Ce champ ne doit pas dépasser 255 caractères.'] }],
    [{ intervention_automatique: null }, { intervention_automatique: ['Ce champ doit être vrai ou faux.'] }],
    [{ delai_excuse: -1 }, { delai_excuse: ['La valeur doit être d’au moins 0.'] }],
    [{ delai_excuse: 366 }, { delai_excuse: ['La valeur ne doit pas dépasser 365.'] }],
    [{ duree_reponse: 0 }, { duree_reponse: ['La valeur doit être d’au moins 1.'] }],
    [{ contenu_alerte: 'tout' }, { contenu_alerte: ['La valeur doit être l’une de : minimal, complet.'] }],
    [{ fuseau: '' }, { fuseau: ['Ce champ est obligatoire.'] }],
  ])('refuse %j', async (body, error) => {
    expect(await told('POST /sis-param', body)).toEqual([422, { error }])
  })

  it('refuse a commander of another SIS', async () => {
    const sapeur_id = await sapeurOf(database, 'test', 'Aubry Pascal')
    const mine = await sql('select id from app.sapeurs where id = $1', [sapeur_id])
    expect([mine, await told('POST /sis-param', { sapeur_id })]).toEqual([
      [],
      [422, { error: { sapeur_id: ['Ce sapeur n’existe pas.'] } }],
    ])
  })
})

describe('contacts', () => {
  beforeEach(() => sql('delete from app.sis_contacts'))

  it('are added and deleted, and listed by list', async () => {
    const add = async (email: string, liste?: string) =>
      (await told('POST /sis-contacts', { email, liste }))[1].data
    const rapports = await add('Police@example.org', 'Rapports')
    const sans = await add('commune@example.org')
    const alarmes = await add('police@example.org', 'Alarmes')
    expect(rapports).toEqual({ id: expect.any(Number), email: 'Police@example.org', liste: 'Rapports' })
    expect(sans.liste).toBe('')
    expect(await told('GET /sis-contacts')).toEqual([200, { data: [sans, alarmes, rapports] }])
    expect(await told('GET /sis-contacts?limit=1')).toEqual([200, { data: [sans] }])
    expect(await told(`DELETE /sis-contacts/${sans.id}`)).toEqual([204, null])
    expect(await told('GET /sis-contacts')).toEqual([200, { data: [alarmes, rapports] }])
  })

  it('are unique in a list, in any spelling', async () => {
    await told('POST /sis-contacts', { email: 'police@example.org', liste: 'Rapports' })
    expect(await told('POST /sis-contacts', { email: 'POLICE@example.org', liste: 'Rapports' })).toEqual([
      409,
      { error: 'Cette adresse est déjà dans cette liste' },
    ])
  })

  it.each([
    [{}, { email: ['Ce champ est obligatoire.'] }],
    [{ email: 'police' }, { email: ['Le format n’est pas valide (email).'] }],
    [
      { email: 'a@b.ch', liste: 'x'.repeat(256) },
      { liste: ['Ce champ ne doit pas dépasser 255 caractères.'] },
    ],
  ])('cannot be added from %j', async (body, error) => {
    expect(await told('POST /sis-contacts', body)).toEqual([422, { error }])
  })

  it('of another SIS are neither shown nor deleted', async () => {
    const [row] = await sql(
      "insert into app.sis_contacts (email) values ('a@example.org') returning id",
      [],
      'test',
    )
    expect(await told(`DELETE /sis-contacts/${row?.id}`)).toEqual([404, { error: 'Contact inconnu' }])
    const [, { data }] = await told('GET /sis-contacts')
    expect(data).not.toContainEqual(expect.objectContaining({ id: Number(row?.id) }))
  })
})
