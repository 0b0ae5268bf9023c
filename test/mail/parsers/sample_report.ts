import type { GroupeSpec, PersonneSpec, ReportSpec, RowSpec } from '../../../src/demo/report_spec.ts'

/** A row of the report's tables. */
export function row(media: RowSpec['media'], numeros: string[], statut: string): RowSpec {
  return { media, numeros, statut }
}

/** A person called by telephone, and by SMS if they have a mobile number. */
export function personne(nom: string, statut: string, ...numeros: string[]): PersonneSpec {
  return { nom, rows: [row('Téléphone', numeros, statut)] }
}

export const hauteSorne: GroupeSpec = {
  titre: '90 EM, SIS Haute-Sorne',
  personnes: [
    {
      nom: 'Amsler Ricarda',
      rows: [row('Téléphone', ['+41771234560'], 'Vient'), row('SMS', ['+41771234560'], 'Message envoyé')],
    },
    personne('Tobler Daniel', 'Vient', '+41258491517', '+41838004532', '+41792966875'),
    personne('Vuilleumier-Châtelain Marie-Françoise', 'Ne vient pas', '+41791112233', '+41324567890'),
    { nom: 'Pager 12', rows: [row('Paging', ['0684780556'], 'Message envoyé')] },
    personne('Piquet EM', 'Pas atteint', '+41795550000'),
  ],
}

export const report: ReportSpec = {
  type: 'Alarme réelle',
  description: 'Feu bâtiment',
  dateCreation: '14/03/2026 14:28:15',
  debut: '14/03/2026 14:29:45',
  fin: '14/03/2026 14:33:37',
  appelant: ['Jeanne Exemple', 'Rue de la Gare 13', '2800 Delémont'],
  lieu: 'Delémont',
  message: {
    code: 'FEU BAT',
    couleur: 'ROUGE',
    adresse: '2800 Delémont, Rue de la Gare 15',
    complement: 'Cheminée',
    e: 2593067,
    n: 1246045,
    centre: 'CET JU',
  },
  groupes: [hauteSorne],
}
