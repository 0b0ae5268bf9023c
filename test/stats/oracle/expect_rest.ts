import {
  type Counted,
  countExercices,
  countInterventions,
  decimal,
  figures,
  groups,
  hours,
} from './figures.ts'
import { countMateriels, countPresences, countVehicules, presencesAt } from './linked.ts'
import type { Named, Raw, RawYear } from './raw.ts'

type Row = Record<string, unknown>

/** The expected answers of the data API about an accounting year, by path. */
export function expectRest(raw: Raw, year: RawYear): Record<string, unknown> {
  const all = countInterventions(raw)
  const cases = all.filter(({ annee }) => annee === year.annee)
  const precedent = all.filter(({ annee }) => annee === year.annee - 1)
  const path = (name: string) => `/statistiques/${year.id}/${name}`
  const list = (name: string) => `/${name}?exercice_comptable_id=${year.id}`
  const by = (list: Named[], key: (row: Counted) => number) =>
    groups(cases, key).map(([id, rows]) => ({ id, designation: nameIn(list, id), ...shown(rows) }))
  return {
    [list('stat-federal')]: categories(raw.federal, cases, precedent, (row) => row.stat_federal_id),
    [list('stat-intervention')]: categories(raw.service, cases, precedent, (row) => row.stat_intervention_id),
    [path('stat-federal')]: by(raw.federal, (row) => row.stat_federal_id),
    [path('type-intervention')]: by(raw.types, (row) => row.type_intervention_id),
    [path('intervention-traitement')]: by(raw.traitements, (row) => row.intervention_traitement_id),
    [path('mensuel')]: months(year, cases),
    [path('vehicule')]: countVehicules(raw, cases).map(({ vehicule_id: id, ms, ...row }) => ({
      id,
      vehicule_id: id,
      designation: nameIn(raw.vehicules, id),
      heures: hours(ms),
      ...row,
    })),
    [path('materiel')]: countMateriels(raw, cases).map(({ materiel_id: id, ms, centiemes, ...row }) => ({
      id,
      materiel_id: id,
      designation: nameIn(raw.materiels, id),
      heures: hours(ms),
      quantite: decimal(centiemes),
      ...row,
    })),
    [path('presence-exercice')]: countExercices(raw, year.annee).map(({ sapeur_id: id, ms, ...row }) => ({
      id,
      ...namesOf(raw, id),
      heures: hours(ms),
      ...row,
    })),
    [path('presence-intervention')]: presences(raw, cases),
  }
}

const nameIn = (list: Named[], id: number) => list.find((each) => each.id === id)?.designation

function namesOf({ sapeurs }: Raw, id: number) {
  const { nom_prenom, nom, prenom } = sapeurs.find((each) => each.id === id) ?? {}
  return { nom_prenom, nom, prenom }
}

function shown(rows: Counted[]) {
  const { nb, ms, ...saved } = figures(rows)
  return { nb, heures: hours(ms), ...saved }
}

function categories(
  list: Raw['federal'],
  cases: Counted[],
  precedent: Counted[],
  key: (row: Counted) => number | undefined,
) {
  return list
    .toSorted((one, other) => one.tri - other.tri || one.id - other.id)
    .map((category) => {
      const before = shown(precedent.filter((row) => key(row) === category.id))
      return {
        ...category,
        statut: true,
        ...shown(cases.filter((row) => key(row) === category.id)),
        nb_precedent: before.nb,
        heures_precedent: before.heures,
      }
    })
}

function months({ debut, fin }: RawYear, cases: Counted[]): Row[] {
  const rows: Row[] = []
  const at = new Date(`${debut.slice(0, 7)}-01T00:00Z`)
  for (; at.toISOString().slice(0, 10) <= fin; at.setUTCMonth(at.getUTCMonth() + 1)) {
    const mois = at.toISOString().slice(0, 7)
    rows.push({ id: rows.length + 1, mois, ...shown(cases.filter((row) => row.mois === mois)) })
  }
  return rows
}

// Instants as the wire writes them; figures are computed from the stored ones.
const wholeSeconds = (ms: number) => Math.floor(ms / 1000) * 1000

function presences(raw: Raw, cases: Counted[]) {
  const sapeurs = countPresences(raw, cases).map(({ sapeur_id, nb, ms, taux }) => {
    const { nom_prenom = '', nom, prenom } = raw.sapeurs.find(({ id }) => id === sapeur_id) ?? {}
    return { nom_prenom, row: { sapeur_id, nom, prenom, nb, heures: hours(ms), taux } }
  })
  return {
    data: presencesAt(raw, cases)
      .toSorted((one, other) => one.debut - other.debut || one.id - other.id)
      .map((row) => ({
        ...row,
        debut: wholeSeconds(row.debut),
        fin: wholeSeconds(row.fin),
        nom_prenom: namesOf(raw, row.sapeur_id).nom_prenom,
        numero: cases.find(({ id }) => id === row.intervention_id)?.numero,
      })),
    sapeurs: sapeurs
      .toSorted(
        (one, other) => Number(one.nom_prenom > other.nom_prenom) - Number(one.nom_prenom < other.nom_prenom),
      )
      .map(({ row }) => row),
    interventions: cases.length,
  }
}

/** An answer with its instants as ms, and the fields beside `data`. */
export function readRest(body: Row & { data: Row[] }): unknown {
  // Lists are sorted by name or place; names may be random, so the lists are compared by id.
  const isListed = body.data.some((row) => 'tri' in row || 'mois' in row)
  if (Object.keys(body).length === 1)
    return isListed ? body.data : body.data.toSorted((one, other) => Number(one.id) - Number(other.id))
  const inMs = (row: Row) => ({
    ...row,
    debut: Date.parse(String(row.debut)),
    fin: Date.parse(String(row.fin)),
  })
  return { ...body, data: body.data.map(inMs) }
}
