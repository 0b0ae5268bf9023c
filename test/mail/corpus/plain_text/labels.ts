import type { CorpusMail } from '../expectation.ts'
import { alarm, base64, mail, text } from '../letter.ts'

/** Spellings of labels. */
export const labels: CorpusMail[] = [
  mail(
    'Text: every label that there is',
    {
      body: [
        'Type: Inondation',
        'Adresse: 2854 Bassecourt, Rue du Puits 3',
        'Description: Cave inondée',
        'Date: 14.03.2026 14:28:15',
        'Code: INOND',
        'Couleur: BLEU',
        'Coordonnées: 2593067,1246045',
        'SIS: hs',
        'Groupe: 90 EM',
        'Sapeur: Amsler Ricarda, +41795551010',
      ].join('\n'),
    },
    alarm('2854 Bassecourt, Rue du Puits 3', {
      type: 'Inondation',
      code: 'INOND',
      couleur: 'BLEU',
      description: 'Cave inondée',
      date: '2026-03-14T13:28:15Z',
      lv95: '2593067,1246045',
      wgs84: '47.365210,7.346858',
      groupes: ['90 EM'],
      viennent: ['Amsler Ricarda'],
      intervention: {
        objet: 'Cave inondée',
        degre: 2,
        type_intervention: 'Inondation',
        stat_federal: 'Événements dus à la nature',
        localite: '2854 Bassecourt',
      },
    }),
  ),
  mail(
    'Text: labels in capitals, with a no-break space before the colon',
    { body: 'TYPE\u00a0: Feu\nADRESSE\u202f: Rue des Majuscules 1\nCOULEUR : JAUNE\nSIS : HS' },
    alarm('Rue des Majuscules 1', { couleur: 'JAUNE', intervention: { degre: 3 } }),
  ),
  mail(
    'Text: labels in small letters, with accents where none belong and without where they do',
    {
      body: 'type: Feu\nadrèsse: Rue des Accents 2\ncoordonnees: 2593067,1246045\ndéscription: Fumée\nsis: hs',
    },
    alarm('Rue des Accents 2', {
      description: 'Fumée',
      lv95: '2593067,1246045',
      wgs84: '47.365210,7.346858',
      intervention: { objet: 'Fumée' },
    }),
  ),
  mail(
    'Text: Lieu instead of Adresse',
    { body: 'Type: Feu\nLieu: 2855 Glovelier, Rue de la Forge 3\nSIS: hs' },
    alarm('2855 Glovelier, Rue de la Forge 3', { intervention: { localite: '2855 Glovelier' } }),
  ),
  mail(
    'Text: a description and no type',
    { body: 'Description: Odeur de gaz\nAdresse: Rue du Gaz 4\nSIS: hs' },
    alarm('Rue du Gaz 4', {
      type: '',
      description: 'Odeur de gaz',
      intervention: { objet: 'Odeur de gaz', stat_federal: 'Interventions diverses' },
    }),
  ),
  mail(
    'Text: tabs and spaces around the colons, and at the ends of lines',
    { body: '\tType\t:\tFeu \t\n  Adresse :   Rue des Blancs 5   \n SIS:\ths  ' },
    alarm('Rue des Blancs 5'),
  ),
  mail(
    'Text: labels and colons in full width',
    { body: 'Ｔｙｐｅ：Feu\nＡｄｒｅｓｓｅ：Rue Large 6\nＳＩＳ：hs' },
    alarm('Rue Large 6'),
  ),
  mail(
    'Text: a byte order mark before the first label',
    { body: '\ufeffType: Feu\nAdresse: Rue de la Marque 7\nSIS: hs' },
    alarm('Rue de la Marque 7'),
  ),
  mail(
    'Text: lines that end in LF alone',
    { headers: text('utf-8', 'base64'), body: base64('Type: Feu\nAdresse: Rue LF 8\nSIS: hs\n') },
    alarm('Rue LF 8'),
  ),
  mail(
    'Text: lines that end in CR alone',
    { headers: text('utf-8', 'base64'), body: base64('Type: Feu\rAdresse: Rue CR 9\rSIS: hs\r') },
    alarm('Rue CR 9'),
  ),
  mail(
    'Text: labels of which nothing is known, between those that are',
    {
      body: 'Bonjour,\n\nCentrale: CET JU\nType: Feu\nAppelant: Jeanne Exemple\nAdresse: Rue du Reste 10\nRemarque: Type de toit inconnu\nSIS: hs\n\nSalutations',
    },
    alarm('Rue du Reste 10', {
      description: 'Type de toit inconnu',
      intervention: { objet: 'Type de toit inconnu' },
    }),
  ),
  mail(
    'Text: a label twice, the second time with something else',
    { body: 'Type: Feu\nType: Feu\nAdresse: Rue Double 11\nLieu: Cour intérieure\nSIS: hs' },
    alarm('Rue Double 11', {}, '« Adresse » est donné plusieurs fois ; pas lu : Cour intérieure.'),
  ),
  mail(
    'Text: labels that a mail program has made bold, and items of a list',
    { body: '*Type:* Feu\n*Adresse* : Rue Grasse 12\n- Couleur: GRIS\n• Description: Fumée\n1. SIS: hs' },
    alarm('Rue Grasse 12', { couleur: 'GRIS', description: 'Fumée', intervention: { objet: 'Fumée' } }),
  ),
  mail(
    'Text: values with colons, semicolons and commas of their own',
    {
      body: 'Type: Feu\nAdresse: Rue des Points 13, 2e: porte 4; cour\nDescription: Code: 1234 : à gauche\nSIS: hs',
    },
    alarm('Rue des Points 13, 2e: porte 4; cour', {
      description: 'Code: 1234 : à gauche',
      intervention: { objet: 'Code: 1234 : à gauche' },
    }),
  ),
  mail(
    'Text: labels without a value',
    {
      body: 'Type: Feu\nAdresse: Rue du Vide 14\nDescription:\nDate:\nCode:\nCouleur:\nCoordonnées:\nGroupe:\nSapeur:\nSIS: hs',
    },
    alarm('Rue du Vide 14'),
  ),
  mail(
    'Text: label and value in decomposed letters',
    { body: 'Type: Feu\nAdresse: Rue Decomposee 15\nCoordonn\u0065\u0301es: 2593067,1246045\nSIS: hs' },
    alarm('Rue Decomposee 15', { lv95: '2593067,1246045', wgs84: '47.365210,7.346858' }),
  ),
  mail(
    'Text: a description longer than any alarm has',
    { body: `Type: Feu\nAdresse: Rue Longue 16\nSIS: hs\nDescription: ${'a'.repeat(5_000)}` },
    alarm(
      'Rue Longue 16',
      { description: 'a'.repeat(4_000), intervention: { objet: 'a'.repeat(4_000) } },
      'Description : abrégé à 4000 caractères.',
    ),
  ),
]
