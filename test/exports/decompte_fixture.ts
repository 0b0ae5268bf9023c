import type { FeuilleDecompte, Fiche, Montants } from '../../src/exports/feuille_decompte.ts'

/** No amounts. */
export const nothing: Montants = {
  solde: '0.00',
  indemnite: '0.00',
  frais_forfaitaire: '0.00',
  frais_effectif: '0.00',
  autre: '0.00',
  avs: '0.00',
  ac: '0.00',
  avs_ac: '0.00',
  total: '0.00',
}

/** The slip of someone with one entry. */
export function fiche(nom_prenom: string, changes: Partial<Fiche> = {}): Fiche {
  return {
    ...nothing,
    nom_prenom,
    rue: 'Rue du Hangar 4',
    lieu: '2854 Bassecourt',
    iban: 'CH9300762011623852957',
    solde: '1240.50',
    avs: '10.60',
    ac: '2.20',
    avs_ac: '12.80',
    total: '1227.70',
    ecritures: [
      {
        date: '2026-03-14',
        categorie: 'Interventions',
        designation: 'Delémont (Feu bâtiment) Rue de la Gare 15',
        quantite: '1.50',
        unite: 'h',
        tarif: '35.00',
        taux: '1.00',
        total: '1240.50',
      },
    ],
    ...changes,
  }
}

/** A statement of account with these slips. */
export function decompte(fiches: Fiche[]): FeuilleDecompte {
  return {
    sis_key: 'hs',
    nom: 'SIS Haute-Sorne',
    date: '2026-07-01',
    logo: null,
    exercice_comptable: '2026',
    decompte: {
      id: 2,
      designation: 'Soldes du printemps',
      date: '2026-06-30',
      paye_le: null,
      total: '1240.50',
      avs_total: '10.60',
      ac_total: '2.20',
      a_payer_total: '1227.70',
      a_facturer_total: '0.00',
    },
    fiches,
    totaux: { ...nothing, solde: '1240.50', avs: '10.60', ac: '2.20', avs_ac: '12.80', total: '1227.70' },
  }
}
