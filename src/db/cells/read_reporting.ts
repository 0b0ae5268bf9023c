import type pg from 'pg'
import { connect } from '../connect.ts'
import { REPORTING } from './reporting_tables.ts'

/** How the reporting database follows a cell. */
interface FollowedCell {
  nom: string
  /**
   * `silent`: nothing for a minute, because the cell is frozen or late, or has no worker. `away`: no connection to it.
   * `stopped`: the subscription is disabled. `unfollowed`: there is none.
   */
  state: 'following' | 'copying' | 'silent' | 'away' | 'stopped' | 'unfollowed'
  /** The rows are those of this instant; null while they are being copied. */
  at: Date | null
  /** How long ago that was. */
  seconds: number | null
}

/** State of the reporting database, read without asking a cell. */
interface ReportingState {
  cells: FollowedCell[]
  /** SIS between two cells: one has given them up, and the next has not published them yet. */
  moving: string[]
}

/** Reads how the reporting database follows the cells. @param url the address of a superuser. @throws in French */
export async function readReporting(url: string): Promise<ReportingState> {
  const client = await connect(url, { whose: 'des chiffres' })
  try {
    await requireReporting(client)
    const cells = await client.query<FollowedCell>(
      `select i.cellule as nom, i.at, extract(epoch from clock_timestamp() - i.at)::float8 as seconds,
              case
                when s.oid is null then 'unfollowed'
                when not s.subenabled then 'stopped'
                when not exists (select from pg_stat_subscription w where w.subid = s.oid and w.pid is not null) then 'away'
                when exists (select from pg_subscription_rel r where r.srsubid = s.oid and r.srsubstate <> 'r') then 'copying'
                when i.at < clock_timestamp() - interval '1 minute' then 'silent'
                else 'following'
              end as state
         from auth.instants_cellules() i
         left join rapport.cellules c on c.nom = i.cellule
         left join pg_subscription s on s.subname = c.souscription
          and s.subdbid = (select oid from pg_database where datname = current_database())
        order by i.cellule`,
    )
    const moving = await client.query<{ sis: string }>(
      'select sis_key as sis from rapport.sources where cellule is null order by 1',
    )
    return { cells: cells.rows, moving: moving.rows.map(({ sis }) => sis) }
  } finally {
    await client.end()
  }
}

// @throws in French when a database is not the reporting database
async function requireReporting(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('rapport.sources') is not null
            and to_regclass('request.cellule') is not null as found`,
  )
  if (rows[0]?.found !== true)
    throw new Error(
      `Cette base n’est pas la base des chiffres (${REPORTING}) : « reporting setup » en fait une.`,
    )
}
