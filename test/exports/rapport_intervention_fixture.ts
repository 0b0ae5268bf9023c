import type { FaitsIntervention, RapportIntervention } from '../../src/exports/rapport_intervention.ts'

/** The report of a fire with something in every section. */
export function rapport(
  changes: Partial<RapportIntervention> = {},
  facts: Partial<FaitsIntervention> = {},
): RapportIntervention {
  return {
    sis_key: 'hs',
    nom: 'SIS Haute-Sorne',
    date: '2026-03-20',
    logo: null,
    intervention: {
      id: 7,
      numero: '2026-014',
      objet: 'Feu de cuisine',
      date_debut: '2026-03-14',
      heure_debut: '22:29:00',
      date_fin: '2026-03-15',
      heure_fin: '01:10:00',
      lieu: 'Rue de la Gare 15',
      localite: 'Bassecourt',
      wgs84: '47.3625,7.345678',
      type: 'Feu de bâtiment',
      stat_federal: 'Lutte contre le feu',
      degre: 2,
      chef: 'Amsler Jean',
      responsable: '',
      proprietaire: 'P. Riétaire',
      rapport_police: true,
      agent: 'Agt Rossel',
      sauve_personne: 1,
      sauve_animaux: 2,
      validated_at: '2026-03-16T08:05:00+01:00',
      validated_by: 'Amsler Ricarda',
      ...facts,
    },
    description: 'Casserole oubliée sur le feu.\nFumée à l’étage, une personne évacuée.',
    moyens: {
      sapeurs: [
        {
          nom_prenom: 'Amsler Jean',
          grade: 'Capitaine',
          debut: '2026-03-14T22:40:00+01:00',
          fin: '2026-03-15T01:00:00+01:00',
          secondes: 8400,
          piquet: false,
        },
        {
          nom_prenom: 'Rochat Anne',
          grade: '',
          debut: '2026-03-14T22:45:00+01:00',
          fin: '2026-03-14T23:50:00+01:00',
          secondes: 3900,
          piquet: true,
        },
      ],
      quittances: ['Amsler Jean', 'Rochat Anne'],
      groupes: [{ no: '90', designation: 'EM' }],
      vehicules: [{ designation: 'TP 1', immatriculation: 'JU 118' }],
      materiels: [{ designation: 'Mousse', quantite: '2.50', unite: 'l' }],
    },
    deroulement: [
      { genre: 'phase', debut: '2026-03-14T22:29:00+01:00', fin: null, titre: 'Alarme', texte: '', qui: '' },
      {
        genre: 'mission',
        debut: '2026-03-14T22:50:00+01:00',
        fin: '2026-03-14T23:10:00+01:00',
        titre: 'Reconnaissance',
        texte: 'Étage enfumé',
        qui: 'Rochat Anne',
      },
      {
        genre: 'jalon',
        debut: '2026-03-15T00:05:00+01:00',
        fin: null,
        titre: 'Feu maîtrisé',
        texte: '',
        qui: '',
      },
    ],
    ...changes,
  }
}
