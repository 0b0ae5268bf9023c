import { expect } from 'vitest'
import { claims, forge } from '../support/tokens.ts'
import { type DataApi, useDataApi } from './data_fixture.ts'
import { addExercice } from './samples/exercices.ts'
import { addSapeur } from './samples/interventions.ts'

/** The answer to a write of presences. */
interface Written {
  status: number
  error: Record<string, string[]>
  warnings: string[]
  // biome-ignore lint/suspicious/noExplicitAny: rows of any shape are looked into
  row(sapeur: number): any
}

/** Hours of a type, as clients send and read them. */
export const typed = (heure_exercice_type_id: number, quantite: unknown, hour = {}) => ({
  ...hour,
  heure_exercice_type_id,
  quantite,
})

/** Hours of a type with any id. */
export const withId = (heure_exercice_type_id: number, quantite: string) =>
  typed(heure_exercice_type_id, quantite, { id: expect.any(Number) })

/** Starts the data API for one test file, with functions that write presences at an exercice. */
export function usePresences() {
  const api = useDataApi()
  return {
    ...api,
    /** A new exercice with two convocations. */
    prepare: async (): Promise<{ id: number; anne: number; bob: number }> => {
      const [id, anne, bob] = [await addExercice(api.sql), await addSapeur(api.sql), await addSapeur(api.sql)]
      await api.ask(`POST /exercices/${id}/sapeurs`, { sapeurs: [anne, bob] })
      return { id, anne, bob }
    },
    /** Writes presences with these permissions only, by default all of a commander. */
    write: async (id: number, sapeurs: unknown[], permissions?: string[]): Promise<Written> => {
      const headers = permissions && (await holding(api, permissions))
      const door = `POST /exercices/${id}/presences`
      const { status, body } = await api.ask(door, { sapeurs }, { ...(headers && { headers }) })
      const rows: { sapeur_id: number }[] = body.data?.sapeurs ?? []
      const row = (sapeur: number) => rows.find(({ sapeur_id }) => sapeur_id === sapeur)
      return { status, error: body.error, warnings: body.avertissements, row }
    },
  }
}

async function holding({ servers }: DataApi, permissions: string[]): Promise<Record<string, string>> {
  const { user } = await servers.signIn('chef@example.org')
  const data = claims({ id: Number(user.id), permissions: { hs: permissions } })
  return { authorization: `Bearer ${await forge(servers.key, { payload: { data } })}` }
}
