import type { Check } from './check.ts'
import { type Finding, fault, ok, unchecked, warning } from './finding.ts'

interface Replication {
  standby: boolean
  synchronous: string
  standbys: number
  /** null: this login may not see the state of the others. */
  safe: number | null
  /** Names of slots that nobody reads. */
  idle: string[]
}

const replication = `
  select pg_is_in_recovery() as standby,
         current_setting('synchronous_standby_names') as synchronous,
         (select count(*)::integer from pg_catalog.pg_stat_replication) as standbys,
         (select case when count(*) = count(sync_state) then (count(*) filter (where sync_state in ('sync', 'quorum')))::integer end
            from pg_catalog.pg_stat_replication) as safe,
         array(select slot_name::text from pg_catalog.pg_replication_slots where not active order by 1) as idle`

/** The standbys of the database: whether a commit waits for one, and whether one is missing. */
export const checkReplication: Check = {
  name: 'réplication',
  needs: 'owner',
  examine: async ({ config, database }) => {
    // Only superusers and members of pg_monitor see the state of standbys, so the session asks as its login.
    await database.query('set role none')
    try {
      const { rows } = await database.query<Replication>(replication)
      return rows.flatMap((each) => judgeReplication(each, config.IMAP_MOVE_TO !== undefined))
    } finally {
      await database.query('set role caserne_owner')
    }
  },
}

/**
 * What to say of a server's standbys.
 * @param moves whether read mails are moved away (IMAP_MOVE_TO): one whose row a failover loses is not read again then
 */
export function judgeReplication(
  { standby, synchronous, standbys, safe, idle }: Replication,
  moves: boolean,
): Finding[] {
  const slots = idle.map((slot) =>
    warning(
      `personne ne lit le slot ${slot} : le journal s’accumule sur le disque`,
      `Relancez son standby, ou : select pg_drop_replication_slot('${slot}');`,
    ),
  )
  if (standby) return [ok('cette base est un standby'), ...slots]
  if (standbys === 0) {
    if (synchronous === '') return [ok('aucun standby'), ...slots]
    return [
      fault(
        `synchronous_standby_names est « ${synchronous} », mais aucun standby n’est là : les écritures attendent`,
        'Relancez un standby, ou videz synchronous_standby_names.',
      ),
      ...slots,
    ]
  }
  if (safe === null)
    return [unchecked(`${standbys} standbys, dont ce login ne voit pas l’état (grant pg_monitor)`), ...slots]
  if (safe > 0) return [ok(`${standbys} standbys, dont ${safe} synchrones`), ...slots]
  const report = moves ? fault : warning
  return [
    report(
      `${standbys} standbys, aucun synchrone : une bascule peut perdre des alarmes déjà rangées${moves ? ', et leurs mails sont déplacés (IMAP_MOVE_TO)' : ''}`,
      'Indiquez synchronous_standby_names, ou synchronous_mode de Patroni.',
    ),
    ...slots,
  ]
}
