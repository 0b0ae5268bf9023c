import { beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addIntervention, addSapeur } from './samples/interventions.ts'

const { told, sql } = useDataApi()
const least = { date_debut: '2026-03-14', heure_debut: '14:29', objet: 'Feu de cuisine' }
const send = async (body: object) => {
  const [status, answer] = await told('POST /interventions-complet', { ...least, ...body })
  expect([status, answer.error]).toEqual([201, undefined])
  return answer.data
}
let sapeur: number
let nom: unknown

beforeEach(async () => {
  sapeur = await addSapeur(sql)
  nom = (await sql('select nom_prenom from app.sapeurs where id = $1', [sapeur]))[0]?.nom_prenom
})

it('keeps a person added by name on the tablet in the warnings and the body', async () => {
  const data = await send({
    sapeurs: [
      { sapeur: 'Jean Dupont', debut: '2026-03-14 14:30', fin: '2026-03-14 16:00' },
      { sapeur_id: null, nom: 'Martin', prenom: 'Zoé', debut: '2026-03-14 14:30', fin: '2026-03-14 16:00' },
    ],
  })
  expect(data.sapeurs).toEqual([])
  expect(data.avertissements).toEqual([
    'sapeurs.0 : « Jean Dupont » n’est pas un sapeur connu, sa présence (14.03.2026 14:30 à 14.03.2026 16:00) est à saisir',
    'sapeurs.1 : « Martin Zoé » n’est pas un sapeur connu, sa présence (14.03.2026 14:30 à 14.03.2026 16:00) est à saisir',
  ])
  const { rapports_tablette } = (await told(`GET /interventions/${data.id}`))[1].data
  expect(rapports_tablette[0].corps.sapeurs[0].sapeur).toBe('Jean Dupont')
})

describe('a presence against the rules is stored with a warning', () => {
  const presence = (debut: string, fin: string) => ({ sapeur_id: sapeur, debut, fin })
  const there = presence.bind(null)

  it('at a time of another intervention of the sapeur', async () => {
    const other = await send({ sapeurs: [there('2026-03-14 14:30', '2026-03-14 16:00')] })
    const data = await send({ sapeurs: [there('2026-03-14 15:00', '2026-03-14 17:00')] })
    expect(data.avertissements).toEqual([
      `sapeurs.0 : ${nom} : aussi présent à l’intervention ${other.numero} (14.03.2026 14:30 à 14.03.2026 16:00)`,
    ])
    expect(data.sapeurs).toMatchObject([{ fin: '2026-03-14T17:00:00+01:00' }])
  })

  it.each([
    [
      '2026-03-20 14:30',
      '2026-03-20 16:00',
      'à plus d’un jour de l’intervention (20.03.2026 14:30 à 20.03.2026 16:00)',
      '16:00',
    ],
    [
      '2026-03-14 14:30',
      '2026-03-14 14:00',
      'la fin (14.03.2026 14:00) ne suit pas le début, elle a été mise au début',
      '14:30',
    ],
  ])('from %s to %s', async (debut, fin, warning, end) => {
    const data = await send({ sapeurs: [there(debut, fin)] })
    expect(data.avertissements).toEqual([`sapeurs.0 : ${nom} : ${warning}`])
    expect(data.sapeurs).toMatchObject([{ fin: `${debut.slice(0, 10)}T${end}:00+01:00` }])
  })

  it('and blocks no later change except of its own time, which is checked as everywhere', async () => {
    const { numero } = await send({ sapeurs: [there('2026-03-14 14:30', '2026-03-14 16:00')] })
    const other = await addSapeur(sql)
    const data = await send({
      sapeurs: [
        there('2026-03-14 15:00', '2026-03-14 17:00'),
        { sapeur_id: other, debut: '2026-03-14 14:30', fin: '2026-03-14 16:00' },
      ],
    })
    const [twice, own] = [...data.sapeurs].sort((a, b) => a.sapeur_id - b.sapeur_id)
    const change = (...sapeurs: object[]) => told(`PUT /interventions/${data.id}/sapeurs`, { sapeurs })
    expect((await change(twice, { ...own, fin: '2026-03-14 16:30' }))[0]).toBe(200)
    expect((await change({ ...twice, piquet: true }))[0]).toBe(200)
    expect(await change({ id: twice.id, fin: '2026-03-14 17:30' })).toEqual([
      409,
      { error: `${nom} est déjà présent à ce moment (intervention ${numero})` },
    ])
    expect((await change({ id: twice.id, debut: '2026-03-14 16:00' }))[0]).toBe(200)
    const elsewhere = await addIntervention(sql)
    expect(
      (
        await told(`POST /interventions/${elsewhere}/sapeurs`, {
          sapeurs: [there('2026-03-14 16:30', '2026-03-14 16:45')],
        })
      )[0],
    ).toBe(409)
  })

  it('and conflicts with another presence of the sapeur: 409', async () => {
    const data = await send({ sapeurs: [there('2026-03-20 14:30', '2026-03-20 16:00')] })
    await told(`PUT /interventions/${data.id}`, { date_fin: '2026-03-20' })
    const elsewhere = await send({ date_debut: '2026-03-20' })
    expect(
      await told(`POST /interventions/${elsewhere.id}/sapeurs`, {
        sapeurs: [there('2026-03-20 15:00', '2026-03-20 17:00')],
      }),
    ).toEqual([409, { error: `${nom} est déjà présent à ce moment (intervention ${data.numero})` }])
  })
})

it('recognises a report of a tablet that does not use UUIDs', async () => {
  const body = {
    ...least,
    localUuid: 'tablette-2/17',
    sapeurs: [{ sapeur_id: sapeur, fin: '2026-03-14 16:00' }],
  }
  const made = await send(body)
  expect(await told('POST /interventions-complet', body)).toEqual([200, { data: made }])
})

it('does not recompute all other presences of a sapeur with dozens of them', async () => {
  const at = (n: number) =>
    `2026-03-14 ${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
  const presences = Array.from({ length: 40 }, (_, n) => ({
    sapeur_id: sapeur,
    debut: at(n),
    fin: '2026-03-14 23:59',
  }))
  const data = await send({ sapeurs: presences })
  expect(data.sapeurs.length).toBe(40)
  expect(data.avertissements.length).toBe(39)
  expect(data.avertissements[0]).toBe(
    `sapeurs.1 : ${nom} : présent deux fois à cette intervention (14.03.2026 00:00 à 14.03.2026 23:59)`,
  )
  expect(data.avertissements[38]).toMatch(/, et d’autres fois encore$/)
  expect(Math.max(...data.avertissements.map((each: string) => each.length))).toBeLessThan(500)
})
