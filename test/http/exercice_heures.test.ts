import { beforeEach, describe, expect, it } from 'vitest'
import { typed, usePresences, withId } from './presences_fixture.ts'

const { ask, told, sql, prepare, write: writeTo } = usePresences()
let [id, anne, bob] = [0, 0, 0]
beforeEach(async () => {
  ;({ id, anne, bob } = await prepare())
})
const write = (sapeurs: unknown[], permissions?: string[]) => writeTo(id, sapeurs, permissions)

describe('additional hours', () => {
  it('are stored with the presence, and shown wherever it is shown', async () => {
    const { status, row, warnings } = await write([
      { sapeur_id: anne, present: true, heures: [typed(2, 1.5), typed(4, '0.25')] },
      { sapeur_id: bob, absent: true },
    ])
    const heures = [withId(2, '1.50'), withId(4, '0.25')]
    expect([status, warnings, row(anne).heures, row(bob).heures]).toEqual([201, [], heures, []])
    const stored = row(anne).heures
    const shown = async (path: string) => (await ask(`GET ${path}`)).body.data
    expect((await shown(`/exercices/${id}/sapeurs`))[0].heures).toEqual(stored)
    expect((await shown(`/exercices/${id}`)).sapeurs[0].heures).toEqual(stored)
  })

  it('are shown to tablets in the exercices of the last days, and to their sapeur', async () => {
    const me = Number(
      (
        await sql(
          "select m.sapeur_id from auth.memberships m join auth.users u on u.id = m.user_id where u.email = 'sapeur@example.org'",
        )
      )[0]?.sapeur_id,
    )
    await sql('update app.exercices set date = app.today() where id = $1', [id])
    const { row } = await write([{ sapeur_id: me, present: true, heures: [typed(3, '2')] }])
    const stored = row(me).heures
    expect(stored).toEqual([withId(3, '2.00')])
    const mine = (rows: { id: number; sapeurs: { sapeur_id: number }[] }[]) =>
      rows.find((each) => each.id === id)?.sapeurs.find((each) => each.sapeur_id === me)
    expect(mine((await ask('GET /exercices-derniers')).body.data)).toMatchObject({ heures: stored })
    const { exercice_comptable_id: year } = (await ask(`GET /exercices/${id}`)).body.data
    const { body } = await ask(`GET /mes-exercices/${year}`, undefined, { as: 'sapeur@example.org' })
    expect(body.data.find((each: { id: number }) => each.id === id).presence.heures).toEqual(stored)
  })

  it('are replaced as a list: changed by id, added without one, removed when not named, and kept when the list is absent or null', async () => {
    const [one, two] = (await write([{ sapeur_id: anne, heures: [typed(2, '1'), typed(4, '2')] }])).row(
      anne,
    ).heures
    const written = async (heures: unknown) => (await write([{ sapeur_id: anne, heures }])).row(anne).heures
    expect(await written(null)).toEqual([one, two])
    expect((await write([{ sapeur_id: anne, remarque: 'x' }])).row(anne).heures).toEqual([one, two])
    expect(await written([{ ...two, quantite: '2.50' }, typed(1, 3)])).toEqual([
      { ...two, quantite: '2.50' },
      withId(1, '3.00'),
    ])
    expect(await written([])).toEqual([])
    // Hours with an id that another tablet has replaced meanwhile become a new row.
    expect(await written([one])).toEqual([withId(2, '1.00')])
  })

  it('are written all or none, and the faulty row is named', async () => {
    const refused = async (hour: object) => {
      const { status, error } = await write([
        { sapeur_id: bob, present: true },
        { sapeur_id: anne, heures: [typed(2, 1), hour] },
      ])
      return [status, error]
    }
    const at = (field: string, sentence: unknown) => [422, { [`sapeurs.1.heures.1.${field}`]: [sentence] }]
    expect(await refused(typed(999, 1))).toEqual(
      at('heure_exercice_type_id', 'Ce type d’heures n’existe pas.'),
    )
    expect(await refused({ quantite: 1 })).toEqual(at('heure_exercice_type_id', 'Ce champ est obligatoire.'))
    expect(await refused({ heure_exercice_type_id: 1 })).toEqual(at('quantite', 'Ce champ est obligatoire.'))
    expect(await refused(typed(1, '1.234'))).toEqual(at('quantite', 'Le format n’est pas valide.'))
    expect(await refused(typed(1, -1))).toEqual(at('quantite', 'La valeur doit être d’au moins 0.'))
    expect(await sql('select from app.exercice_heures where exercice_id = $1', [id])).toEqual([])
  })

  it('of a validated exercice need a new signature if they changed, and are closed with it', async () => {
    await write([
      { sapeur_id: anne, present: true },
      { sapeur_id: bob, present: true },
    ])
    await ask(`POST /exercices/${id}/valider`)
    const sent = (quantite: number) =>
      write([{ sapeur_id: anne, remarque: 'Tard', justification: 'Travail', heures: [typed(2, quantite)] }])
    const statut = async () => (await ask(`GET /exercices/${id}`)).body.data.statut
    await sent(1)
    expect(await statut()).toBe(2)
    await ask(`POST /exercices/${id}/valider`)
    await write([{ sapeur_id: anne, remarque: 'Très tard' }])
    expect(await statut()).toBe(3)
    await sent(2)
    expect(await statut()).toBe(2)
    await sql('update app.exercices set statut = 4 where id = $1', [id])
    const refused = [409, 'L’exercice est imputé : il ne peut plus être modifié']
    const { status, error } = await write([{ sapeur_id: anne, heures: [] }])
    expect([status, error]).toEqual(refused)
    await expect(
      sql('update app.exercice_heures set quantite = 9 where exercice_id = $1', [id]),
    ).rejects.toThrow('imputé')
    await expect(sql('delete from app.exercice_heures where exercice_id = $1', [id])).rejects.toThrow(
      'imputé',
    )
  })

  it('are deleted with their sapeur’s convocation, and with the exercice; type and sapeur in use stay', async () => {
    const left = async () =>
      (await sql('select sapeur_id::integer from app.exercice_heures where exercice_id = $1', [id])).map(
        ({ sapeur_id }) => sapeur_id,
      )
    const type = (await ask('POST /heure-exercice-types', { designation: `Garde ${id}` })).body.data.id
    await write([
      { sapeur_id: anne, heures: [typed(type, 1)] },
      { sapeur_id: bob, heures: [typed(2, 1)] },
    ])
    expect(await told(`DELETE /heure-exercice-types/${type}`)).toEqual([
      409,
      { error: 'Ce type d’heures est utilisé par un exercice' },
    ])
    expect((await told(`DELETE /sapeurs/${anne}`))[0]).toBe(409)
    await ask(`DELETE /exercices/${id}/sapeurs`, { sapeurs: [anne] })
    expect(await left()).toEqual([bob])
    expect((await told(`DELETE /exercices/${id}`))[0]).toBe(204)
    expect(await left()).toEqual([])
  })
})
