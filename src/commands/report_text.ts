import type { Personne, Report } from '../mail/report/report.ts'
import { table } from './table.ts'

const reponses: Record<Personne['reponse'], string> = {
  vient: 'vient',
  ne_vient_pas: 'ne vient pas',
  pas_atteint: 'pas atteint',
  aucune: 'pas de réponse',
}

/** Formats a report for a terminal. Empty fields are left out; names of SIS stay as the mail has them. */
export function reportText(report: Report): string {
  const fields = [
    ['Type', report.type],
    ['Code', report.code],
    ['Couleur', report.couleur],
    ['Adresse', report.adresse],
    ['Complément', report.complement],
    ['Description', report.description],
    ['WGS84', report.wgs84 ? `${report.wgs84.lat},${report.wgs84.lon}` : ''],
    ['LV95', report.lv95 ? `${report.lv95.e},${report.lv95.n}` : ''],
    ['Création', report.date_creation ?? ''],
    ['Début', report.debut ?? ''],
    ['Fin', report.fin ?? ''],
    ['SIS', report.sis.join(', ')],
  ]
  return [
    table(fields.filter(([, value]) => value !== '')),
    ...report.groupes.map(({ titre, personnes }) => block(`Groupe « ${titre} »`, personnes)),
    ...(report.personnes.length > 0 ? [block('Hors des groupes', report.personnes)] : []),
    ...(report.avertissements.length > 0 ? [warnings(report.avertissements)] : []),
  ].join('\n\n')
}

function block(title: string, personnes: Personne[]): string {
  const rows = personnes.map(({ nom, reponse, telephones }) => [
    `  ${nom}`,
    reponses[reponse],
    telephones.join(' '),
  ])
  return [table([[title]]), ...(rows.length > 0 ? [table(rows)] : ['  personne'])].join('\n')
}

function warnings(sentences: string[]): string {
  return table([['Avertissements'], ...sentences.map((sentence) => [`  ${sentence}`])])
}
