import { beforeEach, describe, expect, it } from 'vitest'
import { claims, forge } from '../support/tokens.ts'
import { useDataApi } from './data_fixture.ts'
import { addExercice } from './samples/exercices.ts'
import { addSapeur } from './samples/interventions.ts'

const { ask, told, sql, servers } = useDataApi()
let id = 0
let [anne, bob, carl] = [0, 0, 0]

beforeEach(async () => {
  id = await addExercice(sql)
  ;[anne, bob, carl] = [await addSapeur(sql), await addSapeur(sql), await addSapeur(sql)]
})

const row = (sapeur_id: number, changes: object = {}) => ({
  id: expect.any(Number),
  sapeur_id,
  exercice_id: id,
  convoque: true,
  present: false,
  absent: false,
  remplace: false,
  excuse: false,
  excuse_type_id: null,
  excuse_statut: 0,
  amende: false,
  date_demande: null,
  date_validation: null,
  remarque: '',
  justification: '',
  heures: [],
  ...changes,
})
const convoke = (...sapeurs: unknown[]) => told(`POST /exercices/${id}/sapeurs`, { sapeurs })
const write = (...sapeurs: object[]) => told(`POST /exercices/${id}/presences`, { sapeurs })
const statut = async () => (await ask(`GET /exercices/${id}`)).body.data.statut
const present = (sapeur_id: number) => ({
  sapeur_id,
  convoque: true,
  present: true,
  absent: false,
  remplace: false,
})

/** The headers of an account that may only write presences. */
async function onlyPresence(): Promise<Record<string, string>> {
  const { user } = await servers.signIn('chef@example.org')
  const data = claims({ id: Number(user.id), permissions: { hs: ['exercice.presence'] } })
  return { authorization: `Bearer ${await forge(servers.key, { payload: { data } })}` }
}

describe('convocations', () => {
  it('are added once; the answer is the full list', async () => {
    expect(await convoke(anne, { sapeur_id: bob })).toEqual([201, { data: [row(anne), row(bob)] }])
    await write(present(anne))
    const all = [row(anne, { present: true }), row(bob), row(carl)]
    expect(await convoke(bob, carl, anne, carl)).toEqual([201, { data: all }])
    expect(await told(`GET /exercices/${id}/sapeurs`)).toEqual([200, { data: all }])
    expect((await ask(`GET /exercices/${id}`)).body.data.sapeurs).toEqual(all)
  })

  it('are added all or none, and the faulty one is named', async () => {
    expect(await convoke(anne, { sapeur_id: 999_999 })).toEqual([
      422,
      { error: { 'sapeurs.1.sapeur_id': ['Ce sapeur n’existe pas.'] } },
    ])
    expect(await told(`GET /exercices/${id}/sapeurs`)).toEqual([200, { data: [] }])
  })

  it('are removed by sapeur, all or none', async () => {
    await convoke(anne, bob, carl)
    const remove = (...sapeurs: unknown[]) => told(`DELETE /exercices/${id}/sapeurs`, { sapeurs })
    expect(await remove(anne, 999_999)).toEqual([
      422,
      { error: { 'sapeurs.1': ['Cet élément n’existe pas.'] } },
    ])
    expect(await remove(anne, { sapeur_id: carl })).toEqual([200, { data: [row(bob)] }])
    expect(await remove(bob)).toEqual([200, { data: [] }])
  })
})

describe('presences', () => {
  it('are written: a sapeur who came without being convoked is added, unknown fields are ignored', async () => {
    await convoke(anne, bob)
    const [status, { data }] = await write(
      { ...present(anne), id: 7, nom: 'Amsler' },
      { sapeur_id: bob, convoque: true, present: false, absent: true, remplace: false, excuse_type_id: 2 },
      { ...present(carl), convoque: false },
    )
    const rows = [
      row(anne, { present: true }),
      row(bob, { absent: true, excuse: true, excuse_type_id: 2 }),
      row(carl, { convoque: false, present: true }),
    ]
    expect([status, data]).toEqual([201, { sapeurs: rows, statut: 2 }])
  })

  it('add everyone who is named, whatever the result', async () => {
    const nothing = { convoque: false, present: false, absent: false, remplace: false }
    const added = [row(anne, { convoque: false }), row(bob, { convoque: false })]
    expect(await write({ sapeur_id: anne, ...nothing }, { sapeur_id: bob })).toEqual([
      201,
      { data: { sapeurs: added, statut: 2 }, avertissements: [] },
    ])
  })

  it('replace a result as a whole, and leave other fields alone', async () => {
    await write({ sapeur_id: anne, present: true, excuse_type_id: 2 })
    const written = async (line: object) => (await write({ sapeur_id: anne, ...line }))[1].data.sapeurs[0]
    expect(await written({ absent: true })).toEqual(
      row(anne, { convoque: false, absent: true, excuse: true, excuse_type_id: 2 }),
    )
    expect(await written({ convoque: true })).toEqual(
      row(anne, { absent: true, excuse: true, excuse_type_id: 2 }),
    )
    expect(await written({ convoque: null, remplace: true, absent: null, excuse_type_id: null })).toEqual(
      row(anne, { remplace: true }),
    )
  })

  it('are written all or none, and the faulty row is named', async () => {
    await convoke(anne)
    const add = (line: object) => write(present(anne), line)
    expect(await add({ sapeur_id: bob, present: true, absent: true })).toEqual([
      422,
      { error: { 'sapeurs.1.present': ['Un sapeur ne peut être à la fois présent et absent.'] } },
    ])
    expect(await add({ sapeur_id: bob, absent: true, excuse_type_id: 999_999 })).toEqual([
      422,
      { error: { 'sapeurs.1.excuse_type_id': ['Ce motif d’excuse n’existe pas.'] } },
    ])
    for (const line of [present(999_999), { sapeur_id: 999_999 }])
      expect(await add(line)).toEqual([
        422,
        { error: { 'sapeurs.1.sapeur_id': ['Ce sapeur n’existe pas.'] } },
      ])
    expect(await told(`GET /exercices/${id}/sapeurs`)).toEqual([200, { data: [row(anne)] }])
    expect(await statut()).toBe(1)
  })

  it('are written with that permission alone, which does not allow convoking', async () => {
    await convoke(anne)
    const headers = await onlyPresence()
    const sapeurs = [{ ...present(anne), convoque: false }, present(bob)]
    expect(await told(`POST /exercices/${id}/presences`, { sapeurs }, { headers })).toEqual([
      201,
      {
        data: {
          sapeurs: [row(anne, { present: true }), row(bob, { convoque: false, present: true })],
          statut: 2,
        },
        avertissements: [
          expect.stringMatching(
            /^sapeurs\.0\.convoque \(.+\) : reste inchangé, la permission exercice\.modification est requise$/,
          ),
          expect.stringMatching(/^sapeurs\.1\.convoque/),
        ],
      },
    ])
    for (const door of [`POST /exercices/${id}/sapeurs`, `DELETE /exercices/${id}/sapeurs`])
      expect(await told(door, { sapeurs: [carl] }, { headers })).toEqual([
        403,
        { error: 'Permission requise : exercice.modification' },
      ])
  })

  it('of several tablets at the same time are all kept', async () => {
    const many: number[] = []
    for (let n = 0; n < 12; n++) many.push(await addSapeur(sql))
    await convoke(...many)
    const halves = [many.slice(0, 6), many.slice(6)].flatMap((half) => [half, half.toReversed()])
    const shared = present(many[0] ?? 0)
    const answers = await Promise.all(halves.map((half) => write(...half.map(present), shared)))
    expect(answers.map(([status]) => status)).toEqual([201, 201, 201, 201])
    expect(answers.map(([, { data }]) => data.statut)).toContain(2)
    const { body } = await ask(`GET /exercices/${id}`)
    expect(body.data.statut).toBe(2)
    expect(body.data.sapeurs.filter((each: { present: boolean }) => each.present)).toHaveLength(12)
  })
})
