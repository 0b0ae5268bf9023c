import type { Certificat, Certificats } from '../../src/exports/certificats.ts'

/** A certificate of someone with pay of every kind. */
export const certificat: Certificat = {
  nom_prenom: 'Rochat Anne',
  rue: 'Rue du Hangar 4',
  lieu: '2854 Bassecourt',
  no_avs: '756.1234.5678.97',
  date_naissance: '1990-03-14',
  debut: '2026-03-15',
  fin: '2026-12-31',
  solde: '5500.00',
  indemnite: '3000.00',
  salaire: '8500.00',
  avs_ac: '198.40',
  net: '8301.60',
  frais_effectif: '14.80',
  frais_forfaitaire: '20.00',
  autre: '0.00',
  total: '8336.40',
}

/** The certificates of a year. */
export const certificats = (certificats: Certificat[]): Certificats => ({
  sis_key: 'hs',
  nom: 'SIS Haute-Sorne',
  rue: 'Rue des Pompiers 1',
  lieu: '2854 Bassecourt',
  telephone: '032 555 01 18',
  date: '2027-01-15',
  logo: null,
  annee: 2026,
  certificats,
})
