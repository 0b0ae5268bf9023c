import { expect, it } from 'vitest'
import { drawRapportIntervention } from '../../src/exports/draw_rapport_intervention.ts'
import type { Evenement, Present } from '../../src/exports/rapport_intervention.ts'
import { readPages } from './feuille_fixture.ts'
import { rapport } from './rapport_intervention_fixture.ts'

const nothing = { sapeurs: null, quittances: null, groupes: null, vehicules: null, materiels: null }

it('the report of an intervention tells what happened, who and what was there, and who validated it', async () => {
  const [first, second, ...rest] = await readPages(await drawRapportIntervention(rapport()))
  expect(first).toBe(
    'Rapport d’intervention SIS Haute-Sorne N° 2026-014, établi le 20.03.2026 Feu de cuisine ' +
      'Début samedi 14 mars 2026, 22:29 Fin dimanche 15 mars 2026, 01:10 Durée 2 h 41 Lieu Rue de la Gare 15, Bassecourt ' +
      'Position 47.3625, 7.345678 Type Feu de bâtiment Catégorie fédérale Lutte contre le feu Degré 2 ' +
      'Chef d’intervention Amsler Jean Propriétaire P. Riétaire Police Rapport de police, Agt Rossel ' +
      'Sauvés 1 personne, 2 animaux ' +
      'Description Casserole oubliée sur le feu. Fumée à l’étage, une personne évacuée. ' +
      'Déroulement Heure Genre Événement Par 22:29 Phase Alarme ' +
      '22:50 à 23:10 Mission Reconnaissance. Étage enfumé Rochat Anne 15.03. 00:05 Jalon Feu maîtrisé ' +
      'Personnes Nom et prénom Grade Arrivée Départ Durée Remarque ' +
      'Amsler Jean Capitaine 22:40 15.03. 01:00 2 h 20 Rochat Anne 22:45 23:50 1 h 05 piquet ' +
      'Total, 2 personnes 3 h 25 Véhicules Véhicule Immatriculation TP 1 JU 118 ' +
      'Matériel Matériel Quantité Unité Mousse 2,50 l Groupes alertés 90 EM ' +
      'Rapport d’intervention 2026-014, SIS Haute-Sorne Page 1 sur 2',
  )
  expect(second).toBe(
    'Intervention 2026-014, suite Quittances Amsler Jean, Rochat Anne ' +
      'Validé le 16.03.2026 à 08:05 par Amsler Ricarda Signature ' +
      'Rapport d’intervention 2026-014, SIS Haute-Sorne Page 2 sur 2',
  )
  expect(rest).toEqual([])
})

it('a report without sections says that it is not validated, and shows no empty lines', async () => {
  const short = rapport(
    { description: '', moyens: nothing, deroulement: [] },
    {
      ...{ lieu: '', localite: '', wgs84: '', chef: '', proprietaire: '', rapport_police: false, agent: '' },
      ...{ sauve_personne: 0, sauve_animaux: 0, validated_at: null, validated_by: '' },
    },
  )
  expect(await readPages(await drawRapportIntervention(short))).toEqual([
    'Rapport d’intervention SIS Haute-Sorne N° 2026-014, établi le 20.03.2026 Feu de cuisine ' +
      'Début samedi 14 mars 2026, 22:29 Fin dimanche 15 mars 2026, 01:10 Durée 2 h 41 Type Feu de bâtiment ' +
      'Catégorie fédérale Lutte contre le feu Degré 2 Ce rapport n’est pas encore validé. Signature ' +
      'Rapport d’intervention 2026-014, SIS Haute-Sorne Page 1 sur 1',
  ])
})

it('a report of 200 people and of texts of 10,000 letters loses nothing over its pages', async () => {
  const words = Array.from({ length: 1400 }, (_, n) => `mot${n}`)
  const events = Array.from(
    { length: 3 },
    (_, n): Evenement => ({
      ...{ genre: 'jalon', debut: `2026-03-14T23:0${n}:00+01:00`, fin: null, qui: '' },
      ...{ titre: `Jalon ${n}`, texte: words.map((each) => `j${n}${each}`).join(' ') },
    }),
  )
  const [someone] = rapport().moyens.sapeurs ?? []
  const people = Array.from(
    { length: 200 },
    (_, n): Present => ({ ...(someone as Present), nom_prenom: `Sapeur ${n}.` }),
  )
  const long = rapport({
    description: `${'x'.repeat(10_000)} ${words.join(' ')}`,
    moyens: { ...nothing, sapeurs: people },
    deroulement: events,
  })
  const pages = await readPages(await drawRapportIntervention(long))
  const text = pages.join(' ')
  expect([...text.matchAll(/(?<= )mot\d+/g)].map(String)).toEqual(words)
  for (const n of [0, 1, 2])
    expect([...text.matchAll(new RegExp(`j${n}mot\\d+`, 'g'))].map(String)).toEqual(
      words.map((each) => `j${n}${each}`),
    )
  expect([...text.matchAll(/Sapeur \d+\./g)].map(String)).toEqual(people.map(({ nom_prenom }) => nom_prenom))
  expect(text.replaceAll(/[^x]/g, '').length).toBeGreaterThanOrEqual(10_000)
  expect(pages.at(-1)).toContain(`Page ${pages.length} sur ${pages.length}`)
})
