import { beforeAll, expect } from 'vitest'
import type { Answer } from '../../support/servers.ts'
import { changeAccount, makeAccount } from '../../support/users.ts'
import { commandant, type Rights, useRights } from './rights_fixture.ts'

/** An account linked to a sapeur of `hs` who has served since 2015. */
export interface Member {
  email: string
  user: number
  sapeur: number
  mutation: number
}

/** Functions for tests of leaving. */
interface Leavers extends Rights {
  /** A new account with rights in hs and test, alerts and a sapeur in hs. */
  member(permissions?: string[]): Promise<Member>
  /** Calls the data API about people of hs, as the commander; returns `data` of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  people(method: string, path: string, body?: unknown): Promise<any>
  /** Writes the last day of a member's mutation. */
  leave(member: Member, sortie: string | null): Promise<void>
  /** Calls the data API with a token. */
  data(path: string, token: string, sis?: string): Promise<[status: number, error: unknown]>
  /** A day counted from today, by the calendar of hs. */
  day(offset: number): string
}

export const gone = [403, 'Aucun droit pour ce SIS']

/** Starts the servers on a demo database of the file's own. */
export function useLeavers(): Leavers {
  const rights = useRights()
  const { ask, database, servers, sql } = rights
  let today = new Date(0)
  let number = 0
  beforeAll(async () => {
    const [row] = await sql("select (now() at time zone 'Europe/Zurich')::date::text as jour")
    today = new Date(`${row?.jour}T00:00:00Z`)
  })
  const people: Leavers['people'] = async (method, path, body) => {
    const answer = await servers.data(`/api/v2${path}`, { method, as: commandant, sis: 'hs', body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body?.data
  }
  return {
    ...rights,
    people,
    member: async (permissions = ['intervention.lecture']) => {
      number += 1
      const email = `membre.${number}@example.org`
      const user = await makeAccount(database, { email, permissions: { hs: permissions, test: permissions } })
      await changeAccount(database, email, 'email_verified_at = now()')
      const { id: sapeur } = await people('POST', '/sapeurs', {
        nom: `Membre ${number}`,
        prenom: 'Léa',
        incorporation: '2015-01-01',
      })
      const [{ id: mutation }] = await people('GET', `/sapeurs/${sapeur}/mutations`)
      const body = { sapeur_id: sapeur, mobile: true }
      expect((await ask('PUT', `/users/${user}/sis`, { as: commandant, body }))[0]).toBe(200)
      return { email, user, sapeur, mutation }
    },
    leave: async ({ sapeur, mutation }, sortie) =>
      void (await people('PUT', `/sapeurs/${sapeur}/mutations/${mutation}`, { sortie })),
    data: async (path, token, sis = 'hs') => {
      const headers = { authorization: `Bearer ${token}` }
      const { status, body }: Answer = await servers.data(`/api/v2${path}`, { sis, headers })
      return [status, body.error]
    },
    day: (offset) => new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10),
  }
}
