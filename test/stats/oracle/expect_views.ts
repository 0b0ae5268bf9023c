import {
  type Counted,
  countExercices,
  countInterventions,
  figures,
  groups,
  lengthOf,
  results,
  rounded,
  yearOf,
} from './figures.ts'
import { countMateriels, countPresences, countVehicules, presencesAt } from './linked.ts'
import type { Named, Raw } from './raw.ts'

type Row = Record<string, unknown>
/** Rows of each view of `stats`, by its name. */
export type Views = Record<string, Row[]>

const nameOf = (list: Named[], id: number) => list.find((each) => each.id === id)?.designation

/** The expected rows of each view of `stats` for a SIS: all derived columns, seconds as `ms`. */
export function expectViews(raw: Raw): Views {
  const cases = countInterventions(raw)
  const of = (year: number) => cases.filter(({ annee }) => annee === year)
  const yearly = (rows: (annee: number) => Row[]): Row[] =>
    raw.years.flatMap(({ id, annee }) =>
      rows(annee).map((row) => ({ annee, exercice_comptable_id: id, ...row })),
    )
  const by = (key: (row: Counted) => number, more: (id: number) => Row) =>
    yearly((annee) => groups(of(annee), key).map(([id, rows]) => ({ ...more(id), ...figures(rows) })))
  return {
    interventions: cases.map(({ mois: _mois, ...each }) => each),
    federal: categories(raw, cases, raw.federal, 'stat_federal_id'),
    categories_service: categories(raw, cases, raw.service, 'stat_intervention_id'),
    types: by(
      (row) => row.type_intervention_id,
      (id) => {
        const type = raw.types.find((each) => each.id === id)
        return {
          type_intervention_id: id,
          designation: type?.designation,
          stat_intervention_id: type?.stat_intervention_id,
        }
      },
    ),
    traitements: by(
      (row) => row.intervention_traitement_id,
      (id) => ({ intervention_traitement_id: id, designation: nameOf(raw.traitements, id) }),
    ),
    mensuel: by(
      (row) => Number(row.mois.replace('-', '')),
      (id) => ({ mois: `${Math.floor(id / 100)}-${String(id % 100).padStart(2, '0')}-01` }),
    ),
    fausses_alarmes: yearly((annee) => falseAlarms(of(annee))),
    vehicules: yearly((annee) =>
      countVehicules(raw, of(annee)).map((row) => ({
        ...row,
        designation: nameOf(raw.vehicules, row.vehicule_id),
      })),
    ),
    materiels: yearly((annee) =>
      countMateriels(raw, of(annee)).map(({ centiemes, ...row }) => ({
        ...row,
        designation: nameOf(raw.materiels, row.materiel_id),
        quantite: centiemes / 100,
      })),
    ),
    presences: yearly((annee) =>
      presencesAt(raw, of(annee)).map((each) => ({ ...each, ms: lengthOf(each) })),
    ),
    presences_interventions: yearly((annee) => countPresences(raw, of(annee))),
    presences_exercices: yearly((annee) => countExercices(raw, annee)),
    ...others(raw),
  }
}

function categories(
  { years }: Raw,
  cases: Counted[],
  list: Raw['federal'],
  key: 'stat_federal_id' | 'stat_intervention_id',
): Row[] {
  return years.flatMap(({ id: exercice_comptable_id, annee }) =>
    list.map(({ id, designation, tri }) => {
      const of = (year: number) => figures(cases.filter((row) => row.annee === year && row[key] === id))
      const before = of(annee - 1)
      const precedent = { nb_precedent: before.nb, ms_precedent: before.ms }
      return { annee, exercice_comptable_id, [key]: id, designation, tri, ...of(annee), ...precedent }
    }),
  )
}

function falseAlarms(cases: Counted[]): Row[] {
  const [nb, nb_fausses] = [cases.length, cases.filter((row) => row.stat_federal_id === 9).length]
  return nb === 0 ? [] : [{ nb, nb_fausses, part: rounded(nb_fausses * 10_000, nb) / 10_000 }]
}

// Exercices, alarms and people.
function others(raw: Raw): Views {
  return {
    exercices: raw.exercices.map(({ id, date, duree, statut }) => {
      // A cancelled exercice (statut 0) counts nobody.
      const own = raw.convocations.filter(({ exercice_id }) => statut > 0 && exercice_id === id)
      const { convoque: convoques, absent: absents, remplace: remplaces, excuse: excuses } = results(own)
      const presents = own.filter(({ present }) => present).length
      const counts = { convoques, presents, absents, remplaces, excuses }
      const { annee, id: exercice_comptable_id } = yearOf(raw, date) ?? {}
      return { id, annee, exercice_comptable_id, duree, statut, ...counts, ms: presents * duree * 60_000 }
    }),
    alarmes: raw.alarmes.map(({ id, intervention_id, creation, debut }) => {
      const there = raw.presences.filter((row) => row.intervention_id === intervention_id)
      const first = there.length === 0 ? null : Math.min(...there.map((row) => row.debut))
      const between = (from: number | null, to: number | null) =>
        from === null || to === null ? null : to - from
      return {
        id,
        intervention_id,
        premiere_presence: first,
        ms_creation_debut: between(creation, debut),
        ms_debut_presence: between(debut, first),
      }
    }),
    sapeurs: raw.sapeurs.map((each) => {
      const own = raw.mutations.filter(({ sapeur_id }) => sapeur_id === each.id)
      const first = own.map(({ incorporation }) => incorporation).sort()[0]
      return {
        ...each,
        actif: each.type !== 0 || own.some((row) => serves(row, raw.jour)),
        annee_incorporation: first === undefined ? null : Number(first.slice(0, 4)),
      }
    }),
  }
}

// Open and begun, or ending that day or later and beginning within three months.
function serves({ incorporation, sortie }: { incorporation: string; sortie: string | null }, jour: string) {
  if (sortie === null) return incorporation <= jour
  const soon = new Date(`${jour}T00:00Z`)
  soon.setUTCMonth(soon.getUTCMonth() + 3)
  return sortie >= jour && incorporation <= soon.toISOString().slice(0, 10)
}
