import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../src/mail/parsers/json.ts'

function parse(value: unknown, contentType = 'application/json', filename = '') {
  const content = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
  return parseJson({ text: '', attachments: [{ filename, contentType, content }] })
}

const minimal = { type: 'Feu', adresse: 'Rue 1' }

describe('parseJson', () => {
  it('drops the star before the name of a group', async () => {
    const outcome = await parse({ ...minimal, groupes: [{ nom: '*90 EM' }, { no: 91, nom: '1er secours' }] })
    expect(outcome).toMatchObject({
      report: { groupes: [{ titre: '90 EM' }, { titre: '91 1er secours' }] },
    })
  })

  it('reads a dozen telephones of a person', async () => {
    const numbers = Array.from({ length: 12 }, (_, n) => `0791234${String(n).padStart(3, '0')}`)
    const sapeurs = [{ nom: 'Amsler', prenom: 'Ricarda', telephone: numbers.join('/'), reponse: 'vient' }]
    expect(await parse({ ...minimal, sapeurs })).toMatchObject({
      report: { personnes: [{ telephones: numbers }] },
    })
  })

  it('reads every known key and ignores the others', async () => {
    const outcome = await parse({
      type: 'Feu',
      adresse: '2800 Delémont, Rue de la Gare 15',
      description: 'Feu bâtiment',
      date: '2026-03-14T14:28:15+01:00',
      code: 'FEU BAT',
      couleur: 'ROUGE',
      coordonnees: { e: 2593067, n: 1246045 },
      sis: ['hs'],
      groupes: [{ no: 90, nom: 'EM' }],
      sapeurs: [
        { nom: 'Amsler', prenom: 'Ricarda', telephone: '+41771234560', reponse: 'vient' },
        { nom: 'Tobler', prenom: 'Daniel', reponse: 'Ne vient pas' },
        { nom: 'Kohler', prenom: 'Luc', telephone: null },
      ],
      version: 3,
    })
    expect(outcome).toEqual({
      etat: 'alarm',
      report: {
        type: 'Feu',
        code: 'FEU BAT',
        couleur: 'ROUGE',
        adresse: '2800 Delémont, Rue de la Gare 15',
        complement: '',
        description: 'Feu bâtiment',
        lv95: { e: 2593067, n: 1246045 },
        wgs84: { lat: 47.36521, lon: 7.346858 },
        date_creation: null,
        debut: '2026-03-14T14:28:15+01:00',
        fin: null,
        sis: ['hs'],
        groupes: [{ titre: '90 EM', personnes: [] }],
        personnes: [
          { nom: 'Amsler Ricarda', telephones: ['+41771234560'], reponse: 'vient' },
          { nom: 'Tobler Daniel', telephones: [], reponse: 'ne_vient_pas' },
          { nom: 'Kohler Luc', telephones: [], reponse: 'aucune' },
        ],
        groupes_ecartes: [],
        incomplet: false,
        avertissements: [],
      },
    })
  })

  it('reads latitude and longitude', async () => {
    expect(await parse({ ...minimal, coordonnees: { lat: 47.36521, lon: 7.346858 } })).toMatchObject({
      report: { lv95: null, wgs84: { lat: 47.36521, lon: 7.346858 } },
    })
  })

  it('reads a text body that is a JSON object', async () => {
    expect(await parseJson({ text: ` ${JSON.stringify(minimal)}\n`, attachments: [] })).toMatchObject({
      etat: 'alarm',
      report: minimal,
    })
  })

  it('keeps the alarm and warns about coordinates outside Switzerland and unknown colours', async () => {
    expect(await parse({ ...minimal, couleur: 'vert', coordonnees: { e: 1, n: 2 } })).toMatchObject({
      etat: 'alarm',
      report: {
        couleur: '',
        lv95: null,
        avertissements: ['Coordonnées hors de Suisse : 1,2.', 'Couleur inconnue : vert.'],
      },
    })
  })

  it.each([
    [{ ...minimal, type: 3 }, 'type'],
    [{ ...minimal, sis: 'hs' }, 'sis'],
    [{ ...minimal, sis: ['hs', 4] }, 'sis.1'],
    [{ ...minimal, coordonnees: { lat: '47', lon: 7 } }, 'coordonnees.lat'],
    [{ ...minimal, coordonnees: { lat: 47 } }, 'coordonnees.lon'],
    [{ ...minimal, sapeurs: [{ nom: 'A', telephone: 79 }] }, 'sapeurs.0.telephone'],
    [{ ...minimal, sapeurs: [{ nom: 'A', reponse: 'peut-être' }] }, 'sapeurs.0.reponse'],
  ])('fails on %j and names the field %s', async (value, field) => {
    expect(await parse(value)).toEqual({
      etat: 'failed',
      raison: `JSON : le champ « ${field} » n’a pas la forme attendue.`,
    })
  })

  it('needs a word of what happened, or a place', async () => {
    expect(await parse({ sis: ['hs'] })).toEqual({
      etat: 'failed',
      raison: 'JSON : le champ « type » manque.',
    })
    expect(await parse({ adresse: 'Rue 1' })).toMatchObject({
      report: { adresse: 'Rue 1', avertissements: [] },
    })
    expect(await parse({ type: 'Feu' })).toMatchObject({
      report: { type: 'Feu', adresse: '', avertissements: ['Le document n’a pas d’adresse.'] },
    })
  })

  it('fails on a list of alarms, reads the first of two, and takes a repeated alarm once', async () => {
    expect(await parse([minimal])).toEqual({
      etat: 'failed',
      raison: 'JSON : une liste d’alarmes n’est pas lue ; une alarme est un objet.',
    })
    const json = (value: unknown) => {
      return { filename: '', contentType: 'application/json', content: Buffer.from(JSON.stringify(value)) }
    }
    const other = { ...minimal, adresse: 'Rue 2' }
    expect(await parseJson({ text: '', attachments: [json(minimal), json(other)] })).toMatchObject({
      report: {
        adresse: 'Rue 1',
        incomplet: true,
        avertissements: ['Un autre rapport du message n’est pas repris : Feu, Rue 2.'],
      },
    })
    expect(await parseJson({ text: JSON.stringify(minimal), attachments: [json(minimal)] })).toMatchObject({
      etat: 'alarm',
    })
  })

  it('fails on broken JSON', async () => {
    expect(await parse('{"type":')).toEqual({ etat: 'failed', raison: 'Le document JSON est illisible.' })
  })

  it('recognises a JSON file by its name when the type is missing', async () => {
    expect(await parse(minimal, 'application/octet-stream', 'alarme.JSON')).toMatchObject({ etat: 'alarm' })
  })

  it('ignores JSON of other programs', async () => {
    expect(await parse({ 'report-id': 1 })).toBeNull()
  })
})
