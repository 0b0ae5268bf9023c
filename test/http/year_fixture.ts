import { beforeEach } from 'vitest'
import { type DataApi, useDataApi } from './data_fixture.ts'
import { one } from './samples/sample.ts'

/** Answer of a closed year to every write. */
export const ferme = [409, { error: 'Exercice comptable bouclé' }]

/** The data API with, before each test, a new accounting year, open and empty. */
export function useYear() {
  const api = useDataApi()
  const made = { annee: 2100, id: 0 }
  beforeEach(async () => {
    made.annee += 1
    made.id = (await api.ask('POST /exercices-comptable', { annee: made.annee })).body.data.id
  })
  const day = (rest: string) => `${made.annee}-${rest}`
  return {
    ...api,
    made,
    /** A day of the year, by month and day. */
    day,
    put: (body: object) => api.told(`PUT /exercices-comptable/${made.id}`, body),
    ...adders(api, made, day),
  }
}

// Things that may belong to the year. Each function adds one and returns its id.
function adders({ sql }: Pick<DataApi, 'sql'>, made: { id: number }, day: (rest: string) => string) {
  return {
    addIntervention: async (statut = 0): Promise<number> => {
      const id = await one(
        sql,
        `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
         values ($1, '14:29', $1, '16:00', 'Feu') returning id`,
        [day('03-14')],
      )
      await sql('update app.interventions set statut = $2 where id = $1', [id, statut])
      return id
    },
    addExercice: (statut = 1) =>
      one(
        sql,
        `insert into app.exercices (designation, date, heure, duree, statut)
         values ('Échelles', $1, '19:30', 120, $2) returning id`,
        [day('03-15'), statut],
      ),
    addDecompte: (paye_le: string | null = null) =>
      one(
        sql,
        `insert into app.decomptes (exercice_comptable_id, designation, date, paye_le)
         values ($1, 'Soldes', $2, $3) returning id`,
        [made.id, day('12-31'), paye_le],
      ),
    /** An entry of the first sapeur, or of the service itself. */
    addEcriture: (decompte: number | null = null, of: 'sapeur' | 'sis' = 'sapeur') =>
      one(
        sql,
        `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total, decompte_id)
         select $1, case when $4 then min(id) end, $2, 'Solde', 40, $3 from app.sapeurs returning id`,
        [made.id, day('06-30'), decompte, of === 'sapeur'],
      ),
  }
}
