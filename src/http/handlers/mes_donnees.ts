import type { Request, Response } from 'express'
import { query } from '../../db/pool.ts'
import type { Databases } from '../cells/databases.ts'
import type { Handler } from '../operations.ts'
import { sendFile } from './send_file.ts'

type Rows = Record<string, unknown>[]

/** The answer of api.get_mes_donnees. */
interface MesDonnees {
  sis_key: string
  sapeur_id: number
  /** ISO 8601 */
  date: string
  /** Rows by table. */
  donnees: Record<string, Rows>
}

/**
 * Answers all that is stored of the caller as a file that people can read too. What a cell does not have of his account
 * comes from where the accounts are kept: without it the file would be incomplete, and say so nowhere.
 */
export function answerMesDonnees(databases: Pick<Databases, 'instanceOf'>): NonNullable<Handler['answer']> {
  return async (json: string, _req: Request, res: Response) => {
    const data: MesDonnees = JSON.parse(json)
    const accounts = databases.instanceOf(data.sis_key)
    if (accounts !== null) {
      const { rows } = await query<{ compte: Record<string, Rows> }>(
        accounts.pool,
        {
          text: 'select api.get_mes_donnees_compte($1, $2, $3) as compte',
          values: [data.sis_key, data.sapeur_id, data.donnees['auth.users']?.[0]?.id],
        },
        'harmless',
      )
      for (const [table, kept] of Object.entries(rows[0]?.compte ?? {}))
        data.donnees[table] = table.startsWith('auth.') ? kept : merged(data.donnees[table] ?? [], kept)
    }
    const name = `mes-donnees-${data.sis_key}-${data.date}.json`
    sendFile(res, 'application/json; charset=utf-8', name, Buffer.from(JSON.stringify({ data }, null, 2)))
  }
}

// Entries of the journal that have moved with the SIS are still where they were until it is cleaned.
function merged(here: Rows, there: Rows): Rows {
  const known = new Set(here.map(({ id }) => id))
  const more = there.filter(({ id }) => id === undefined || !known.has(id))
  return [...here, ...more].sort((a, b) => Number(a.id ?? 0) - Number(b.id ?? 0))
}
