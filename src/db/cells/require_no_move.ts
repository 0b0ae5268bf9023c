import type pg from 'pg'

interface Move {
  sis: string
  /** The cell in which the SIS lives. */
  home: string
  /** Whether the cell is the one that the SIS moves to. */
  coming: boolean
}

/**
 * Refuses to work on a cell that a SIS is leaving or coming to. Once the SIS lives in its new cell, nothing of a cell
 * can spoil the move any more, and what is left of it may wait for the accounts.
 * @throws in French, with both ways out
 */
export async function requireNoMove(accounts: pg.Client, own: pg.Client, nom: string): Promise<void> {
  const traces = await own.query<{ name: string; coming: boolean }>(
    `select pubname::text as name, false as coming from pg_publication where starts_with(pubname, 'caserne_move_')
      union all
     select subname, true from pg_subscription
      where starts_with(subname, 'caserne_move_')
        and subdbid = (select oid from pg_database where datname = current_database())`,
  )
  const { rows } = await accounts.query<Move>(
    `select s.api_key as sis, s.cellule as home, t.coming
       from json_to_recordset($1) as t (name text, coming boolean)
       join auth.sis s on 'caserne_move_' || replace(s.api_key, '-', '_') = t.name
      where t.coming = (s.cellule <> $2)
      order by 1`,
    [JSON.stringify(traces.rows), nom],
  )
  if (rows.length === 0) return
  throw new Error(
    [
      ...rows.map(({ sis, home, coming }) => waysOut(sis, home, coming ? nom : null)),
      'Puis relancez la commande.',
    ].join('\n'),
  )
}

/** How a move that has begun comes to an end. @param to where it goes; null when that is not known */
export function waysOut(sis: string, home: string, to: string | null): string {
  return `Le SIS ${sis} déménage : finissez (caserne sis move ${sis} --to ${to ?? '…'}) ou annulez (caserne sis move ${sis} --to ${home}).`
}
