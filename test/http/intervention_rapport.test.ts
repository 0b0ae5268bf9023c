import { expect, it } from 'vitest'
import { readPages } from '../exports/feuille_fixture.ts'
import { useDataApi } from './data_fixture.ts'
import { addIntervention, interventionSamples } from './samples/interventions.ts'

const { ask, servers, sql } = useDataApi()

async function download(id: number, query = '') {
  const { accessToken } = await servers.signIn('chef@example.org')
  const url = `${servers.urls().data}/api/v2/interventions/${id}/rapport${query}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' } })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** An intervention with a row of every kind, as a tablet sends it. */
async function addFilled(): Promise<{ id: number; numero: string; objet: string }> {
  const sample = await interventionSamples.create_intervention_complet?.(sql)
  const { status, body } = await ask('POST /interventions-complet', sample?.body)
  expect(status).toBe(201)
  return body.data
}

it('the report of an intervention is a PDF with all that belongs to it, but no telephone number', async () => {
  const { id, numero, objet } = await addFilled()
  await ask(`POST /interventions/${id}/valider`)
  const { response, bytes } = await download(id)
  expect([response.status, response.headers.get('content-type'), response.headers.get('etag')]).toEqual([
    200,
    'application/pdf',
    null,
  ])
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="intervention-hs-${numero}.pdf"`,
  )
  const text = (await readPages(bytes)).join(' ')
  for (const part of [
    `N° ${numero}`,
    `${objet} Début samedi 14 mars 2026, 14:29 Fin samedi 14 mars 2026, 16:00 Durée 1 h 31 Lieu Rue de la Gare 15, `,
    'Position 47.3625, 7.345678',
    'Degré 2',
    'Police Rapport de police, Agt Rossel Sauvés 1 personne, 2 animaux Description Restaurant',
    '14:29 Phase ',
    '14:40 à 15:00 Mission Reconnaissance. Étage Nouveau',
    '14:50 Appel Police. Route à fermer',
    '15:05 Jalon Feu maîtrisé. Annoncé à la centrale Nouveau',
    '14:15 16:00 1 h 45 Total, 1 personne 1 h 45',
    'Véhicules Véhicule Immatriculation Nouveau',
    '2,50',
    'Groupes alertés 90 EM',
    'Quittances Nouveau',
    'par Ricarda Amsler',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('032 420')
})

it('the report has only the sections that are asked for', async () => {
  const { id } = await addFilled()
  const read = async (query: string) => (await readPages((await download(id, query)).bytes)).join(' ')
  const titles = ['Description', 'Déroulement', 'Personnes', 'Véhicules', 'Matériel', 'Groupes', 'Quittances']
  const titlesOf = (text: string) => titles.filter((each) => text.includes(each))
  expect(titlesOf(await read(''))).toEqual(titles)
  expect(titlesOf(await read('?sections=sapeurs&sections=groupes'))).toEqual(['Personnes', 'Groupes'])
  const appels = await read('?sections=appels')
  expect(titlesOf(appels)).toEqual(['Déroulement'])
  expect(appels).toContain('Route à fermer')
  expect(appels).not.toContain('Reconnaissance')
})

it('the report is refused for an unknown section, and unknown for an intervention of another SIS', async () => {
  const id = await addIntervention(sql)
  expect((await download(id, '?sections=salaires')).response.status).toBe(422)
  const elsewhere = await addIntervention((text, values) => sql(text, values, 'test'))
  for (const each of [elsewhere, 999_999]) {
    const { response, bytes } = await download(each)
    expect([response.status, JSON.parse(bytes.toString())]).toEqual([404, { error: 'Intervention inconnue' }])
  }
})
