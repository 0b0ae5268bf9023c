import type { CorpusMail } from '../expectation.ts'
import { alarm, html, mail } from '../letter.ts'

const row = (cell: string, ...texts: string[]) =>
  `<tr>${texts.map((each) => `<${cell}>${each}</${cell}>`).join('')}</tr>`

/** Tables with labels in the first row, and definition lists. */
export const tables: CorpusMail[] = [
  mail(
    'Table: labels in the first row, in HTML',
    html(
      `<table>${row('th', 'Type', 'Adresse', 'Description', 'SIS')}${row('td', 'Feu', 'Rue du Tableau 210', '', 'hs')}</table>`,
    ),
    alarm('Rue du Tableau 210'),
  ),
  mail(
    'Table: two labels in the first row, in HTML, beside a column of which nothing is known',
    html(
      `<p>SIS: hs</p><table>${row('td', '<b>Type</b>', 'Adresse :', 'Appelant')}${row('td', 'Feu', 'Rue du Tableau 211', 'Jeanne')}</table><p>Fin</p>`,
    ),
    alarm('Rue du Tableau 211'),
  ),
  mail(
    'Table: two columns, the labels above',
    html(
      `<p>SIS: hs</p><table>${row('th', 'Type', 'Adresse')}${row('td', 'Feu', 'Rue du Tableau 212')}</table>`,
    ),
    alarm('Rue du Tableau 212'),
  ),
  mail(
    'Table: people below each other, their numbers beside them',
    html(
      `<p>Type: Feu</p><p>Adresse: Rue du Tableau 213</p><p>SIS: hs</p><table>${row('th', 'Groupe', 'Sapeur', 'Téléphone')}${row('td', '90 EM', 'Amsler Ricarda', '079 555 10 10')}${row('td', '', 'Inconnu Jean', '079 111 22 33, 032 111 22 33')}</table>`,
    ),
    alarm('Rue du Tableau 213', {
      groupes: ['90 EM'],
      viennent: ['Amsler Ricarda'],
      inconnus: ['Inconnu Jean'],
      numeros: ['079 555 10 10', '079 111 22 33 032 111 22 33'],
    }),
  ),
  mail(
    'Table: as text with strokes, as Markdown has it',
    {
      body: '| Type | Adresse | SIS |\n|------|---------|-----|\n| Feu | Rue du Tableau 214 | hs |\n\nFin',
    },
    alarm('Rue du Tableau 214'),
  ),
  mail(
    'Table: as text, by tabs',
    { body: 'Type\tAdresse\tDescription\tSIS\nFeu\tRue du Tableau 215\tFumée\ths' },
    alarm('Rue du Tableau 215', { description: 'Fumée', intervention: { objet: 'Fumée' } }),
  ),
  mail(
    'Table: as text, by spaces',
    { body: 'Type    Adresse               SIS\nFeu     Rue du Tableau 216    hs' },
    alarm('Rue du Tableau 216'),
  ),
  mail(
    'Table: labels at the left, without colons, a description of two lines',
    html(
      `<table>${row('td', 'Type', 'Feu')}${row('td', 'Adresse', 'Rue du Tableau 217')}${row('td', 'Description', 'Fumée<br>noire')}${row('td', 'Appelant', 'Jeanne')}${row('td', 'SIS', 'hs')}</table>`,
    ),
    alarm('Rue du Tableau 217', { description: 'Fumée noire', intervention: { objet: 'Fumée noire' } }),
  ),
  mail(
    'List of definitions: labels with and without colons',
    html(
      '<dl><dt>Type</dt><dd>Feu</dd><dt>Adresse :</dt><dd>Rue du Tableau 218</dd><dt>Description</dt><dd>Fumée</dd><dd>au grenier</dd><dt>Appelant</dt><dd>Jeanne</dd><dt>SIS</dt><dd>hs</dd></dl>',
    ),
    alarm('Rue du Tableau 218', {
      description: 'Fumée au grenier',
      intervention: { objet: 'Fumée au grenier' },
    }),
  ),
  mail(
    'Table: as text, labels at the left of strokes',
    { body: '| Type | Feu |\n| Adresse | Rue du Tableau 219 |\n| SIS | hs |' },
    alarm('Rue du Tableau 219'),
  ),
]
