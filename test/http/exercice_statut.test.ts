import { beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addExercice } from './samples/exercices.ts'
import { addSapeur } from './samples/interventions.ts'

const { ask, told, sql } = useDataApi()
let id = 0
let [anne, bob, carl] = [0, 0, 0]

beforeEach(async () => {
  id = await addExercice(sql)
  ;[anne, bob, carl] = [await addSapeur(sql), await addSapeur(sql), await addSapeur(sql)]
})

const convoke = (...sapeurs: number[]) => told(`POST /exercices/${id}/sapeurs`, { sapeurs })
const write = (...sapeurs: object[]) => told(`POST /exercices/${id}/presences`, { sapeurs })
const statut = async () => (await ask(`GET /exercices/${id}`)).body.data.statut
const present = (sapeur_id: number) => ({ sapeur_id, present: true })

describe('the statut', () => {
  const verb = (name: string) => told(`POST /exercices/${id}/${name}`)
  const now = (value: number) => [200, { data: { statut: value } }]
  const refused = (error: string) => [409, { error }]

  it('is à saisir while someone convoked has no result, otherwise saisi, whatever the body says', async () => {
    expect(await statut()).toBe(1)
    await convoke(anne, bob, carl)
    await write({ ...present(anne) }, { sapeur_id: bob, remplace: true })
    expect(await statut()).toBe(1)
    await write({ sapeur_id: carl, excuse_type_id: 1 })
    expect(await statut()).toBe(2)
    await write({ sapeur_id: anne, present: false })
    expect(await statut()).toBe(1)
    await ask(`DELETE /exercices/${id}/sapeurs`, { sapeurs: [anne] })
    expect(await statut()).toBe(2)
    await convoke(anne)
    expect(await statut()).toBe(1)
    await ask(`DELETE /exercices/${id}/sapeurs`, { sapeurs: [anne, bob, carl] })
    expect(await statut()).toBe(1)
  })

  it('becomes validé from saisi only', async () => {
    const error = 'Seul un exercice saisi peut être validé'
    expect(await verb('valider')).toEqual(refused(error))
    await convoke(anne)
    expect(await verb('valider')).toEqual(refused(error))
    await write(present(anne))
    await sql('update app.exercices set statut = 1 where id = $1', [id])
    expect(await verb('valider')).toEqual(refused(error))
    await write(present(anne))
    expect(await verb('valider')).toEqual(now(3))
    expect(await verb('valider')).toEqual(refused(error))
  })

  it('does not become validé while someone has no result, whatever the body says', async () => {
    await convoke(anne)
    await sql('update app.exercices set statut = 2 where id = $1', [id])
    expect(await verb('valider')).toEqual(refused('Il manque le résultat d’un sapeur convoqué'))
  })

  it('returns from validé to saisi when presences change, to à saisir while someone has no result', async () => {
    await convoke(anne, bob)
    await write(present(anne), present(bob))
    await verb('valider')
    expect((await write(present(anne), present(bob)))[1].data.statut).toBe(3)
    const corrected = [
      { sapeur_id: anne, absent: true },
      { sapeur_id: bob, absent: true },
    ]
    expect((await write(...corrected))[1].data.statut).toBe(2)
    expect(await verb('valider')).toEqual(now(3))
    expect((await write(...corrected))[1].data.statut).toBe(3)
    await convoke(carl)
    expect(await statut()).toBe(1)
    await write(present(carl))
    await verb('valider')
    await ask(`DELETE /exercices/${id}/sapeurs`, { sapeurs: [carl] })
    expect(await statut()).toBe(2)
    await verb('valider')
    await write({ sapeur_id: anne, absent: false })
    expect(await statut()).toBe(1)
  })

  it.each([
    [{ duree: 90 }, 2],
    [{ date: '2026-03-13' }, 2],
    [{ heure: '18:30:00' }, 2],
    [{ duree: 120, date: '2026-03-14', heure: '19:30:00', designation: 'Pompes', lieu: 'Hangar' }, 3],
  ])('of a validated exercice after a change to %j is %i', async (change, after) => {
    await convoke(anne)
    await write(present(anne))
    await verb('valider')
    expect((await told(`PUT /exercices/${id}`, change))[1].data).toMatchObject({ ...change, statut: after })
  })

  it('becomes annulé from any statut except imputé, stays so after writes, and can be reactivated', async () => {
    expect(await verb('reactiver')).toEqual(refused('Seul un exercice annulé peut être réactivé'))
    expect(await verb('annuler')).toEqual(now(0))
    expect(await verb('annuler')).toEqual(refused('L’exercice est déjà annulé'))
    expect(await verb('valider')).toEqual(refused('Seul un exercice saisi peut être validé'))
    await convoke(anne)
    expect(await statut()).toBe(0)
    expect(await verb('reactiver')).toEqual(now(1))
    await write(present(anne))
    await verb('valider')
    expect(await verb('annuler')).toEqual(now(0))
    expect((await write({ sapeur_id: anne, absent: true }))[1].data.statut).toBe(0)
    expect(await verb('reactiver')).toEqual(now(2))
  })

  it('imputé is final', async () => {
    await convoke(anne)
    await write(present(anne))
    await sql('update app.exercices set statut = 4 where id = $1', [id])
    const error = refused('L’exercice est imputé : il ne peut plus être modifié')
    expect(await convoke(bob)).toEqual(error)
    expect(await write(present(anne))).toEqual(error)
    expect(await told(`DELETE /exercices/${id}/sapeurs`, { sapeurs: [anne] })).toEqual(error)
    for (const name of ['valider', 'annuler', 'reactiver']) expect(await verb(name)).toEqual(error)
  })
})
