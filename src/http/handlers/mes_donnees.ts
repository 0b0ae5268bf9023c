import type { Request, Response } from 'express'
import { query } from '../../db/pool.ts'
import type { Databases } from '../cells/databases.ts'
import type { Handler } from '../operation/handler.ts'
import { refusals } from '../refusals/errors.ts'
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
 * Answers all that is stored of the caller as a file that people can read too. Entries that a cell does not have of the
 * account comes from where the accounts are kept: without it the file would be incomplete, and say so nowhere.
 */
export function answerMesDonnees(databases: Pick<Databases, 'accountsFor'>): NonNullable<Handler['answer']> {
  return async (json: string, _req: Request, res: Response) => {
    const data: MesDonnees = JSON.parse(json)
    const accounts = databases.accountsFor(data.sis_key)
    if (accounts === 'away') throw refusals.busy()
    if (accounts !== null) {
      // The tag is that of what the cell has.
      res.removeHeader('ETag')
      const { rows } = await query<{ compte: Record<string, Rows> | null }>(
        accounts.pool,
        {
          text: 'select api.get_mes_donnees_compte($1, $2, $3) as compte',
          values: [data.sis_key, data.sapeur_id, data.donnees['auth.users']?.[0]?.id],
        },
        'harmless',
      )
      const compte = rows[0]?.compte ?? null
      // The account was taken from the sapeur a moment ago.
      if (compte === null) throw refusals.busy()
      for (const [table, kept] of Object.entries(compte))
        data.donnees[table] = table.startsWith('auth.')
          ? kept
          : inOrder([...(data.donnees[table] ?? []), ...kept])
    }
    const name = `mes-donnees-${data.sis_key}-${data.date}.json`
    sendFile(res, 'application/json; charset=utf-8', name, Buffer.from(JSON.stringify({ data }, null, 2)))
  }
}

// Entries of two journals by their instant, since each counts for itself.
function inOrder(rows: Rows): Rows {
  const at = ({ recorded_at }: Rows[number]) => Date.parse(String(recorded_at ?? '')) || 0
  return rows.sort((a, b) => at(a) - at(b))
}
