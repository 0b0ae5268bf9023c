import { describe, expect, it, onTestFinished } from 'vitest'
import { commandant, prefixes, useRights } from './rights_fixture.ts'

const rights = useRights()
const { ask, makeRole, roleId } = rights

const reader = ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture']
const taken = [409, { error: 'Un rôle de ce nom existe déjà' }]

describe('GET /roles', () => {
  it.each(prefixes)(
    'under %s lists the roles of the SIS by name, with their permissions and numbers of accounts',
    async (prefix) => {
      const [status, body] = await ask('GET', '/roles', { as: 'autre@example.org', sis: 'test', prefix })
      expect(status).toBe(200)
      const all = (await ask('GET', '/permissions', { as: commandant }))[1].data
      expect(body).toEqual({
        data: [
          {
            id: await roleId('Administration', 'test'),
            nom: 'Administration',
            permissions: all,
            utilisateurs: 1,
          },
          {
            id: await roleId("Chef d'intervention", 'test'),
            nom: "Chef d'intervention",
            permissions: [
              'exercice.lecture',
              'intervention.config',
              'intervention.lecture',
              'intervention.modification',
              'intervention.validation',
              'sapeur.lecture',
            ],
            utilisateurs: 0,
          },
          {
            id: await roleId('Comptabilité', 'test'),
            nom: 'Comptabilité',
            permissions: [
              'comptabilite.config',
              'comptabilite.lecture',
              'comptabilite.modification',
              ...reader,
            ],
            utilisateurs: 0,
          },
          {
            id: await roleId('Consultation', 'test'),
            nom: 'Consultation',
            permissions: reader,
            utilisateurs: 1,
          },
          {
            id: await roleId('Instruction', 'test'),
            nom: 'Instruction',
            permissions: [
              'exercice.config',
              'exercice.lecture',
              'exercice.modification',
              'exercice.presence',
              'exercice.validation',
              'sapeur.lecture',
            ],
            utilisateurs: 0,
          },
        ],
      })
    },
  )
})

describe('POST /roles', () => {
  it.each(prefixes)('under %s makes a role of the SIS', async (prefix) => {
    const body = {
      nom: `Saisie ${prefix}`,
      permissions: ['intervention.modification', 'intervention.lecture'],
    }
    const [status, { data }] = await ask('POST', '/roles', { as: commandant, prefix, body })
    expect(status).toBe(201)
    expect(data).toEqual({
      id: await roleId(`Saisie ${prefix}`),
      nom: `Saisie ${prefix}`,
      permissions: ['intervention.lecture', 'intervention.modification'],
      utilisateurs: 0,
    })
  })

  it('accepts a role without permissions, and a permission named twice', async () => {
    const [, { data: none }] = await ask('POST', '/roles', {
      as: commandant,
      body: { nom: 'Rien', permissions: [] },
    })
    expect(none).toMatchObject({ nom: 'Rien', permissions: [] })
    const body = { nom: 'Deux fois', permissions: ['sis.config', 'sis.config'] }
    const [, { data: twice }] = await ask('POST', '/roles', { as: commandant, body })
    expect(twice).toMatchObject({ nom: 'Deux fois', permissions: ['sis.config'] })
  })

  it('trims the name, and ignores unknown keys', async () => {
    const id = await roleId('Administration')
    const body = { nom: '  Rognée ', permissions: [], id, sis_key: 'test', utilisateurs: 9, created_by: 1 }
    const [status, { data }] = await ask('POST', '/roles', { as: commandant, body })
    expect(status).toBe(201)
    expect(data).toEqual({ id: await roleId('Rognée'), nom: 'Rognée', permissions: [], utilisateurs: 0 })
  })

  it('refuses the name of a role of the SIS, not that of a role of another', async () => {
    const there = await makeRole('Là-bas', [], 'test')
    onTestFinished(async () => void (await rights.sql('delete from auth.roles where id = $1', [there])))
    expect(
      await ask('POST', '/roles', { as: commandant, body: { nom: 'Consultation', permissions: [] } }),
    ).toEqual(taken)
    const [status] = await ask('POST', '/roles', { as: commandant, body: { nom: 'Là-bas', permissions: [] } })
    expect(status).toBe(201)
  })

  it('of two simultaneous ones with the same name makes one', async () => {
    const body = { nom: 'Course', permissions: [] }
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask('POST', '/roles', { as: commandant, body })))
    expect(answers.map(([status]) => status).sort()).toEqual([201, 409, 409, 409])
  })

  it.each<[body: unknown, error: unknown]>([
    [{}, { nom: ['Ce champ est obligatoire.'], permissions: ['Ce champ est obligatoire.'] }],
    [{ nom: '', permissions: [] }, { nom: ['Ce champ est obligatoire.'] }],
    [{ nom: '   ', permissions: [] }, { nom: ['Ce champ est obligatoire.'] }],
    [{ nom: 7, permissions: [] }, { nom: ['Ce champ doit être un texte.'] }],
    [{ nom: null, permissions: [] }, { nom: ['Ce champ doit être un texte.'] }],
    [{ nom: 'x'.repeat(256), permissions: [] }, { nom: ['Ce champ ne doit pas dépasser 255 caractères.'] }],
    [{ nom: 'a\0b', permissions: [] }, { nom: ['Le format n’est pas valide.'] }],
    [{ nom: 'a\ud800', permissions: [] }, { nom: ['Le format n’est pas valide.'] }],
    [{ nom: 'Faux', permissions: 'sis.config' }, { permissions: ['Ce champ doit être une liste.'] }],
    [{ nom: 'Faux', permissions: [7] }, { 'permissions.0': ['Ce champ doit être un texte.'] }],
    [{ nom: 'Faux', permissions: ['admin'] }, { permissions: ['Permission inconnue : admin'] }],
    [
      { nom: 'Faux', permissions: ['sis.config', 'Sis.Config', 'x'] },
      { permissions: ['Permission inconnue : Sis.Config, x'] },
    ],
    [
      { nom: 'Faux', permissions: Array(101).fill('sis.config') },
      { permissions: ['Il faut au plus 100 élément(s).'] },
    ],
  ])('refuses %j and makes nothing', async (body, error) => {
    expect(await ask('POST', '/roles', { as: commandant, body })).toEqual([422, { error }])
    expect(await rights.sql("select from auth.roles where nom in ('Faux', '', ' ')")).toEqual([])
  })
})
