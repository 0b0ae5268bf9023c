import type pg from 'pg'
import { COMPTES } from './cell.ts'
import type { Side } from './replicate.ts'

/** How a cell receives the accounts. */
interface Reception {
  /** Whether its subscription to the accounts is enabled; null when there is none. */
  enabled: boolean | null
  /** Whether changes of the accounts are missing, so that no SIS is served there. */
  broken: boolean
}

/** Reads in a cell how it receives the accounts. */
export async function readReception(client: pg.Client): Promise<Reception> {
  const { rows } = await client.query<Reception>(
    `select (select bool_and(s.subenabled) from pg_subscription s
              where starts_with(s.subname, $1)
                and s.subdbid = (select d.oid from pg_database d where d.datname = current_database())) as enabled,
            exists (select from request.cellule c where c.rompue_at is not null) as broken`,
    [`${COMPTES}_`],
  )
  return rows[0] ?? { enabled: null, broken: false }
}

/** The message for a cell that the accounts do not reach any more, with the remedy. */
export function notReceiving(nom: string): string {
  return `La cellule ${nom} ne reçoit plus les changements des comptes. ${refreshing(nom)}`
}

/** Refuses a cell that the accounts do not reach any more. @throws in French, with the remedy */
export async function requireReception({ client, cell }: Side): Promise<void> {
  if (cell.comptes) return
  const { enabled, broken } = await readReception(client)
  if (enabled !== true) throw new Error(notReceiving(cell.nom))
  if (broken)
    throw new Error(
      `Il manque des changements des comptes à la cellule ${cell.nom}, donc aucun SIS n’y est servi. ${refreshing(cell.nom)}`,
    )
}

function refreshing(nom: string): string {
  return `Lancez d’abord : caserne cell refresh ${nom}`
}
