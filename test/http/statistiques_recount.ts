import type { Raw } from './statistiques_fixture.ts'

type Row = Record<string, unknown>

/** Seconds as hours with two decimals, halves away from zero. */
export const hours = (seconds: number) => (Math.round(seconds / 36) / 100).toFixed(2)

const sum = (rows: Row[], key: string) => rows.reduce((before, row) => before + Number(row[key]), 0)
const seconds = (presences: Row[]) => presences.reduce((before, p) => before + Number(p.a) - Number(p.de), 0)

/** Counts the rows of one accounting year by hand, as the statistics should. */
export function recount(raw: Raw, year: number) {
  const interventions = raw.interventions.filter((i) => i.exercice_comptable_id === year)
  const ids = new Set(interventions.map((i) => i.id))
  const presences = raw.presences.filter((p) => ids.has(p.intervention_id))
  const exercices = raw.exercices.filter((e) => e.exercice_comptable_id === year && e.statut !== 0)
  const there = (i: Row) => seconds(presences.filter((p) => p.intervention_id === i.id))
  const figures = (rows: Row[]) => ({
    nb: rows.length,
    heures: hours(rows.reduce((before, i) => before + there(i), 0)),
    sauve_personne: sum(rows, 'sauve_personne'),
    sauve_animaux: sum(rows, 'sauve_animaux'),
  })
  const by = (key: (i: Row) => unknown) =>
    idsOf(interventions.map(key)).map((id) => ({
      id,
      ...figures(interventions.filter((i) => key(i) === id)),
    }))
  const linked = (links: Row[], key: string) => {
    const own = links.filter((link) => ids.has(link.intervention_id))
    return idsOf(own.map((link) => link[key])).map((id) => {
      const rows = own.filter((link) => link[key] === id)
      return {
        id,
        rows,
        of: rows.flatMap((row) => interventions.filter((i) => i.id === row.intervention_id)),
      }
    })
  }
  return {
    nb: interventions.length,
    presences: presences.toSorted((a, b) => Number(a.de) - Number(b.de) || Number(a.id) - Number(b.id)),
    figures,
    by,
    month: (mois: string) => figures(interventions.filter((i) => String(i.jour).startsWith(mois))),
    statIntervention: (i: Row) =>
      raw.types.find((type) => type.id === i.type_intervention_id)?.stat_intervention_id,
    vehicules: () =>
      linked(raw.vehicules, 'vehicule_id').map(({ id, of }) => ({
        id,
        nb: sum(of, 'stat_nb'),
        heures: figures(of).heures,
      })),
    materiels: () =>
      linked(raw.materiels, 'materiel_id').map(({ id, rows, of }) => ({
        id,
        nb: of.length,
        heures: figures(of).heures,
        quantite: (sum(rows, 'centiemes') / 100).toFixed(2),
      })),
    sapeurs: () =>
      idsOf(presences.map((p) => p.sapeur_id))
        .map((id) => {
          const own = presences.filter((p) => p.sapeur_id === id)
          const nb = new Set(own.map((p) => p.intervention_id)).size
          const taux = Math.round((nb / interventions.length) * 10_000) / 10_000
          return {
            ...raw.sapeurs.find((sapeur) => sapeur.id === id),
            sapeur_id: id,
            nb,
            heures: hours(seconds(own)),
            taux,
          } as Row
        })
        .sort((a, b) => (String(a.nom_prenom) < String(b.nom_prenom) ? -1 : 1))
        .map(({ id: _id, nom_prenom: _name, ...sapeur }) => sapeur),
    exercices: () =>
      idsOf(exercices.map((e) => e.sapeur_id)).map((id) => {
        const own = exercices.filter((e) => e.sapeur_id === id)
        const count = (key: string) => own.filter((e) => e[key] === true).length
        const present = own.filter((e) => e.present === true)
        return {
          id,
          nb: present.length,
          heures: hours(sum(present, 'duree') * 60),
          convoque: count('convoque'),
          absent: count('absent'),
          remplace: count('remplace'),
          excuse: own.filter((e) => e.excuse_type_id !== null).length,
        }
      }),
  }
}

const idsOf = (ids: unknown[]) => [...new Set(ids.map(Number))].sort((a, b) => a - b)
