import { describe, expect, it } from 'vitest'
import { type Field, fieldLabels } from '../../../src/mail/parsers/field_labels.ts'
import { html, plain } from '../corpus/letter.ts'
import { alarmOf, readLetter } from './read_letter.ts'

const line = 'FEU BAT ROUGE; 2800 Delémont, Rue de la Gare 15;Cheminée; 2593067,1246045;CET JU'
const fire = {
  code: 'FEU BAT',
  couleur: 'ROUGE',
  adresse: '2800 Delémont, Rue de la Gare 15',
  complement: 'Cheminée',
  lv95: { e: 2593067, n: 1246045 },
  incomplet: false,
  avertissements: [],
}

describe('the message line of the alarm centre', () => {
  it.each([
    ['alone', line],
    ['within a letter', `Bonjour,\n\n${line}\n\nMeilleures salutations`],
    ['behind a word', `Alarme : ${line}`],
    ['behind a star', `* ${line}`],
    ['folded by the mail program', line.replace(' 2593067,', '\n 2593067,')],
    ['below a label', `SIS: hs\nMessage: ${line}`],
    [
      'quoted in a forwarded mail',
      `Début du message transféré :\n\n> De: CET\n> Objet: Alarme\n>\n> ${line}`,
    ],
  ])('is read from the text: %s', async (_, body) => {
    expect(await alarmOf(body)).toMatchObject(fire)
  })

  it.each([line, `TR: ${line}`, `[CET] Alarme: ${line}`])('is read from the subject: %s', async (subject) => {
    expect(await alarmOf('', subject)).toMatchObject(fire)
    expect(await alarmOf('Voir la pièce jointe.', subject)).toMatchObject(fire)
  })

  it('right below a value is none of it', async () => {
    const report = await alarmOf(`Type: Alarme réelle\nSIS: hs\n${line}`)
    expect(report).toMatchObject({ ...fire, type: 'Alarme réelle', sis: ['hs'] })
    expect((await alarmOf(`SIS: hs\nType: Feu\n${line}`)).type).toBe('Feu')
  })

  it('fills what the labels of the text leave open', async () => {
    const report = await alarmOf('Description: Feu de cheminée\nDate: 14.03.2026 14:28', line)
    expect(report).toMatchObject({ ...fire, description: 'Feu de cheminée', debut: '2026-03-14T14:28:00' })
  })

  it.each([
    ['FEU BAT ROUGE; 2800 Delémont, Rue de la Gare 15', { adresse: '2800 Delémont, Rue de la Gare 15' }],
    ['FEU BAT ROUGE; 2593067,1246045', { adresse: '', lv95: { e: 2593067, n: 1246045 } }],
    ['INOND; 2855 Glovelier; Cave', { code: 'INOND', complement: 'Cave' }],
    ['FEU BAT ROUGE', { code: 'FEU BAT', couleur: 'ROUGE', adresse: '' }],
  ])('with fewer than four parts makes an incomplete alarm: %s', async (body, read) => {
    const report = await alarmOf(body)
    expect(report).toMatchObject({ ...read, incomplet: true })
    expect(report.avertissements[0]).toMatch(/moins de quatre parties/)
  })

  it.each([
    'Feu; fumée; flammes; dégâts',
    'Séance; mercredi; 20 h; salle',
    'Nous parlions du FEU BAT ROUGE; merci',
  ])('is not seen in a sentence: %s', async (body) => {
    expect(await readLetter(body)).toMatchObject({ etat: 'failed' })
  })
})

describe('labels', () => {
  const value: Partial<Record<Field, [string, object]>> = {
    type: ['Feu de cheminée', { type: 'Feu de cheminée' }],
    adresse: ['2854 Bassecourt, Rue 1', { adresse: '2854 Bassecourt, Rue 1' }],
    description: ['Fumée', { description: 'Fumée' }],
    remarque: ['Fumée', { description: 'Fumée' }],
    date: ['14.03.2026 14:28', { debut: '2026-03-14T14:28:00' }],
    heure: ['14:28', { debut: 'T14:28:00' }],
    code: ['FEU BAT', { code: 'FEU BAT' }],
    couleur: ['rouge', { couleur: 'ROUGE' }],
    coordonnees: ['2593067,1246045', { lv95: { e: 2593067, n: 1246045 } }],
    sis: ['hs', { sis: ['hs'] }],
    groupe: ['90 EM', { groupes: [{ titre: '90 EM', personnes: [] }] }],
    sapeur: ['Amsler Ricarda', { personnes: [{ nom: 'Amsler Ricarda', telephones: [], reponse: 'vient' }] }],
  }
  const spelled = Object.entries(value).flatMap(([field, [written, read]]) =>
    fieldLabels[field as Field].map((label) => [label, written, read] as const),
  )

  it.each(spelled)('%s: %s', async (label, written, read) => {
    expect(await alarmOf(`${label.toUpperCase()} : ${written}\nCode: X`)).toMatchObject(
      label === 'code' ? read : { ...read, code: 'X' },
    )
  })

  it('join street, number, postcode and place', async () => {
    const body = 'Type: Feu\nRue: Rue Principale\nNo: 1\nNPA: 2854\nLocalité: Bassecourt'
    expect(await alarmOf(body)).toMatchObject({ adresse: '2854 Bassecourt, Rue Principale 1' })
    expect(await alarmOf('Type: Feu\nAdresse: Rue Principale 1\nCommune: Bassecourt')).toMatchObject({
      adresse: 'Bassecourt, Rue Principale 1',
    })
    expect(await alarmOf('Type: Feu\nLieu: 2854 Bassecourt, Rue 1\nCommune: Bassecourt')).toMatchObject({
      adresse: '2854 Bassecourt, Rue 1',
    })
  })
})

describe('layouts', () => {
  const read = { type: 'Feu', adresse: '2854 Bassecourt, Rue 1', avertissements: [] }
  it.each([
    'Type: Feu\nLieu: 2854 Bassecourt, Rue 1',
    'Type=Feu\nLieu=2854 Bassecourt, Rue 1',
    'Type\tFeu\nLieu\t2854 Bassecourt, Rue 1',
    '| Type | Feu |\n| Lieu | 2854 Bassecourt, Rue 1 |',
    'Type   Feu\nLieu   2854 Bassecourt, Rue 1',
    'Type.....: Feu\nLieu.....: 2854 Bassecourt, Rue 1',
    'Type ..... Feu\nLieu ..... 2854 Bassecourt, Rue 1',
    'Type . . . Feu\nLieu . . . 2854 Bassecourt, Rue 1',
    'Type -> Feu\nLieu -> 2854 Bassecourt, Rue 1',
    'Type => Feu\nLieu => 2854 Bassecourt, Rue 1',
    'Type – Feu\nLieu – 2854 Bassecourt, Rue 1',
    'Type - Feu\nLieu - 2854 Bassecourt, Rue 1',
    '[Type] Feu\n[Lieu] 2854 Bassecourt, Rue 1',
    '"Type": "Feu",\n"Lieu": "2854 Bassecourt, Rue 1"',
    '{\n  "Type": "Feu",\n  "Lieu": "2854 Bassecourt, Rue 1"\n}',
    '*Type:* Feu\n*Lieu:* 2854 Bassecourt, Rue 1',
    '**Type** : Feu\n**Lieu** : 2854 Bassecourt, Rue 1',
    '**Type: Feu**\n**Lieu: 2854 Bassecourt, Rue 1**',
    '- Type: Feu\n- Lieu: 2854 Bassecourt, Rue 1',
    '• Type : Feu\n• Lieu : 2854 Bassecourt, Rue 1',
    '1. Type: Feu\n2. Lieu: 2854 Bassecourt, Rue 1',
    '1) Type: Feu\n2) Lieu: 2854 Bassecourt, Rue 1',
    'Type :\nFeu\nLieu :\n2854 Bassecourt, Rue 1',
    'Type:\u00a0Feu\nLieu\u202f:\u00a02854 Bassecourt, Rue 1',
    'Type | Lieu\nFeu | 2854 Bassecourt, Rue 1',
    'Type\tLieu\nFeu\t2854 Bassecourt, Rue 1',
  ])('%j', async (body) => {
    expect(await alarmOf(body)).toMatchObject(read)
  })

  it.each([
    '<dl><dt>Type</dt><dd>Feu</dd><dt>Lieu</dt><dd>2854 Bassecourt, Rue 1</dd></dl>',
    '<table><tr><th>Type<td>Feu<tr><th>Lieu<td>2854 Bassecourt, Rue 1</table>',
    '<table><tr><th>Type<th>Lieu<tr><td>Feu<td>2854 Bassecourt, Rue 1</table>',
    '<b>Type</b> : Feu<br><b>Lieu</b> : 2854 Bassecourt, Rue 1',
    '<ul><li>Type: Feu<li>Lieu: 2854 Bassecourt, Rue 1</ul>',
  ])('%s', async (body) => {
    expect(await alarmOf(html(body))).toMatchObject(read)
  })

  it.each([
    [
      'Nature: Feu de cheminée\nLieu: 2854 Bassecourt, Rue Principale 1',
      'Feu de cheminée',
      '2854 Bassecourt, Rue Principale 1',
    ],
    [
      "Type d'intervention : Inondation\nAdresse d'intervention : 2855 Glovelier, Rue de l'Église 4",
      'Inondation',
      "2855 Glovelier, Rue de l'Église 4",
    ],
    ['Quoi :\nInondation\nOù :\n2855 Glovelier\nQuand :\n14h30', 'Inondation', '2855 Glovelier'],
  ])('%j', async (body, type, adresse) => {
    expect(await alarmOf(body)).toMatchObject({ type, adresse })
  })

  it.each([
    [
      'Type: Feu\nCoordonnées: 2593067,1246045',
      { type: 'Feu', adresse: '', wgs84: { lat: 47.36521, lon: 7.346858 } },
    ],
    ['Type: Feu\nGroupe: 90 EM, SIS Haute-Sorne', { type: 'Feu', adresse: '' }],
    ['Code: FEU BAT ROUGE', { code: 'FEU BAT', couleur: 'ROUGE', adresse: '' }],
    ['Adresse: 2854 Bassecourt', { type: '', adresse: '2854 Bassecourt' }],
  ])('an alarm may lack its address, or all but its address: %j', async (body, read) => {
    const report = await alarmOf(body)
    expect(report).toMatchObject(read)
    expect(report.avertissements).toEqual(report.adresse === '' ? ['Le message n’a pas d’adresse.'] : [])
  })
})

describe('forwarded alarms', () => {
  const alarm = 'Type: Feu\nLieu: 2854 Bassecourt, Rue 1'
  it.each([
    `Gesendet: Donnerstag, 26. November 2026 um 14:30 Uhr\nVon: "CET JU" <cet@alarme.example.org>\nAn: alarmes@caserne.example.org\nBetreff: Alarm\n\n${alarm}`,
    `Envoyé: jeudi 26 novembre 2026 à 14:30\nDe: "CET JU" <cet@alarme.example.org>\nÀ: alarmes@caserne.example.org\nObjet: Alarme\n\n${alarm}`,
    `Betreff: Alarm\nDatum: 26.11.2026\nVon: CET JU\nAn: alarmes@caserne.example.org\n\n${alarm}`,
    `---------- Messaggio inoltrato ---------\nDa: CET JU <cet@alarme.example.org>\nDate: gio 26 nov 2026 alle ore 14:30\nSubject: Allarme\nTo: <alarmes@caserne.example.org>\n\n${alarm}`,
    `Inizio messaggio inoltrato:\n\nDa: CET JU\nOggetto: Allarme\nData: 26 novembre 2026\nA: alarmes\n\n${alarm}`,
    `Da: CET JU <cet@alarme.example.org>\nInviato: giovedì 26 novembre 2026 14:30\nA: alarmes@caserne.example.org\nOggetto: Allarme\n\n${alarm}`,
    `-------- Weitergeleitete Nachricht --------\nBetreff: Alarm\nDatum: Thu, 26 Nov 2026\nVon: CET\nAn: alarmes\n\n${alarm}`,
    `Von: CET JU <cet@alarme.example.org>\nGesendet: Donnerstag, 26. November 2026 14:30\nAn: alarmes@caserne.example.org\nBetreff: Alarm\n\n${alarm}`,
  ])('%j', async (body) => {
    expect(await alarmOf(body)).toMatchObject({ type: 'Feu', adresse: '2854 Bassecourt, Rue 1' })
  })

  it('an alarm that is only cited in an answer is failed', async () => {
    const body = `Bien reçu.\n\nLe 14 mars 2026 à 14:30, CET JU a écrit :\n> Type: Feu\n> Lieu: Bassecourt`
    expect(await readLetter(plain(body))).toMatchObject({ etat: 'failed' })
  })
})
