import type { CorpusMail } from '../expectation.ts'
import { fire, none, reportMail, usual } from './report_mail.ts'

const long =
  '2800 Delémont, Zone industrielle de la Communance, Rue de la Communance 128 bis, halle sud, entrée des fournisseurs, quai 4'
const smoke =
  'Fumée noire visible depuis l’autoroute A16, deux personnes sur le balcon du troisième étage, accès par la cour intérieure, attention aux bouteilles de gaz entreposées au sous-sol côté est'

/** Messages over several lines, in several languages, with letters that fonts treat in special ways. */
export const longMessage: CorpusMail[] = [
  reportMail('An address so long that it goes on in a second line', { spec: fire(long) }, usual(long)),
  reportMail(
    'A message of three lines',
    {
      spec: fire('', {
        message: `FEU BAT ROUGE; 2800 Delémont, Rue Longue 1; ${smoke}; 2593067,1246045; CET JU`,
      }),
    },
    usual('2800 Delémont, Rue Longue 1', { complement: smoke }),
  ),
  reportMail(
    'A message that breaks inside its coordinates',
    {
      spec: fire('', {
        message:
          'FEU BAT ROUGE; 2800 Delémont, Rue Longue 2; Cheminée de la maison voisine, au fond du jardin; 2593067,\n1246045; CET JU',
      }),
    },
    usual('2800 Delémont, Rue Longue 2', { complement: 'Cheminée de la maison voisine, au fond du jardin' }),
  ),
  reportMail(
    'An address that breaks at a hyphen',
    {
      spec: fire('', {
        message:
          'FEU BAT ROUGE; 2800 Delémont, Rue du Colonel-\nHoffmeyer 12; Cheminée; 2593067,1246045; CET JU',
      }),
    },
    usual('2800 Delémont, Rue du Colonel-Hoffmeyer 12'),
  ),
  reportMail(
    'A message in French, then in German',
    {
      spec: fire('', {
        messages: [
          ['Fr', 'FEU BAT ROUGE; 2800 Delémont, Rue Longue 3; Cheminée; 2593067,1246045; CET JU'],
          ['De', 'BRAND ROT; 2800 Delsberg, Lange Strasse 3; Kamin; 2593067,1246045; CET JU'],
        ],
      }),
    },
    usual('2800 Delémont, Rue Longue 3'),
  ),
  reportMail(
    'A message in German, then in French over two lines',
    {
      spec: fire('', {
        messages: [
          ['De', 'BRAND ROT; 2800 Delsberg, Lange Strasse 4; Kamin; 2593067,1246045; CET JU'],
          ['Fr', `FEU BAT ROUGE; 2800 Delémont, Rue Longue 4; ${smoke}; 2593067,1246045; CET JU`],
        ],
      }),
    },
    usual('2800 Delémont, Rue Longue 4', { complement: smoke }),
  ),
  reportMail(
    'Languages that stand beside the middle of their messages',
    {
      spec: fire('', {
        messages: [
          ['De', `BRAND ROT; 2800 Delsberg, Lange Strasse 5; ${smoke}; 2593067,1246045; CET JU`],
          ['Fr', `FEU BAT ROUGE; 2800 Delémont, Rue Longue 5; ${smoke}; 2593067,1246045; CET JU`],
        ],
      }),
      layout: { names: 'middle' },
    },
    usual('2800 Delémont, Rue Longue 5', { complement: smoke }),
  ),
  reportMail(
    'A line of the message that begins as a language does',
    {
      spec: fire('', {
        message: `FEU BAT ROUGE; 2800 Delémont, Rue Longue 6; ${smoke.replace('troisième', 'De troisième')}; 2593067,1246045; CET JU`,
      }),
    },
    usual('2800 Delémont, Rue Longue 6', { complement: smoke.replace('troisième', 'De troisième') }),
  ),
  reportMail(
    'A warning of the weather in the second language',
    {
      spec: fire('', {
        messages: [
          ['Fr', 'Vigilance; tempête; Jura; dès 18h; CET JU'],
          ['De', 'MeteoSchweiz; Sturm; Jura; ab 18h; CET JU'],
        ],
      }),
    },
    none('ignored', 'Avis météo.'),
  ),
  reportMail(
    'Accents, capital accents, and both kinds of apostrophe',
    {
      spec: fire('', {
        description: "Œuf brûlé à l’école d'Épauvillers",
        message:
          "FEU BAT ROUGE; 2800 Delémont, Ruelle de l’Église d'Àrc 7; Chez Zoë Grünig, « Les Fougères »; 2593067,1246045; CET JU",
      }),
    },
    usual(
      "2800 Delémont, Ruelle de l’Église d'Àrc 7",
      {
        complement: 'Chez Zoë Grünig, « Les Fougères »',
        description: "Œuf brûlé à l’école d'Épauvillers",
      },
      { objet: "Œuf brûlé à l’école d'Épauvillers" },
    ),
  ),
  reportMail(
    'Ligatures are the letters that they join',
    {
      spec: fire('', {
        description: 'Feu d’of\ufb01ce, \ufb02ammes',
        message: 'FEU BAT ROUGE; 2800 Delémont, Rue de l’Of\ufb01ce 8; Cheminée; 2593067,1246045; CET JU',
      }),
    },
    usual(
      '2800 Delémont, Rue de l’Office 8',
      { description: 'Feu d’office, flammes' },
      { objet: 'Feu d’office, flammes' },
    ),
  ),
  reportMail(
    'Spaces that do not break are spaces',
    {
      spec: fire('', {
        type: 'Alarme\u00a0réelle',
        message:
          'FEU\u00a0BAT\u00a0ROUGE;\u00a02800\u00a0Delémont, Rue Longue\u00a09;\u00a0Cheminée;\u00a02593067,1246045; CET\u00a0JU',
      }),
    },
    usual('2800 Delémont, Rue Longue 9'),
  ),
  reportMail(
    'A soft hyphen at the end of a line joins its word',
    {
      spec: fire('', {
        message: `FEU BAT ROUGE; 2800 Delémont, Rue Longue 10; ${'Fumée épaisse, '.repeat(3)}bâti\u00adment agri\u00adcole, Anticonstitu\u00adtionnelle\u00adment; 2593067,1246045; CET JU`,
      }),
    },
    usual('2800 Delémont, Rue Longue 10', {
      complement: `${'Fumée épaisse, '.repeat(3)}bâtiment agricole, Anticonstitutionnellement`,
    }),
  ),
]
