import type { Check } from './check.ts'
import { type Finding, fault, ok, unchecked, warning } from './finding.ts'

interface Replication {
  standby: boolean
  synchronous: string
  standbys: number
  /** null: this login may not see the state of the others. */
  safe: number | null
  /** How many other databases follow this one: cells, and that for reports. */
  followers: number
  /** Names of the slots of standbys that nobody reads. */
  idle: string[]
  /** The same, of other databases. */
  unfollowed: string[]
}

const replication = `
  with slots as (
    select slot_name::text as name, slot_type = 'logical' as logical, active_pid
      from pg_catalog.pg_replication_slots
     where slot_type = 'physical' or database = current_database()
  ), standbys as (
    select r.sync_state from pg_catalog.pg_stat_replication r
     where r.pid not in (select s.active_pid from pg_catalog.pg_replication_slots s where s.slot_type = 'logical' and s.active_pid is not null)
  )
  select pg_is_in_recovery() as standby,
         current_setting('synchronous_standby_names') as synchronous,
         (select count(*)::integer from standbys) as standbys,
         (select case when count(*) = count(sync_state) then (count(*) filter (where sync_state in ('sync', 'quorum')))::integer end
            from standbys) as safe,
         (select count(*)::integer from slots where logical and active_pid is not null) as followers,
         array(select name from slots where active_pid is null and not logical order by 1) as idle,
         array(select name from slots where active_pid is null and logical order by 1) as unfollowed`

/**
 * The standbys of the database, and the databases that follow it: whether a commit waits, and whether one is missing.
 */
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
 * Judges a server's standbys.
 * @param moves whether read mails are moved away (IMAP_MOVE_TO): a mail whose row is lost in a failover is not read
 * again
 */
export function judgeReplication(
  { standby, synchronous, standbys, safe, followers, idle, unfollowed }: Replication,
  moves: boolean,
): Finding[] {
  const unread = (slot: string, remedy: string) =>
    warning(`personne ne lit le slot ${slot} : le WAL s’accumule sur le disque`, remedy)
  const drop = (slot: string) => `select pg_drop_replication_slot('${slot}');`
  const slots = [
    ...(followers === 0 ? [] : [ok(`abonnements d’autres bases à celle-ci : ${followers}`)]),
    ...idle.map((slot) => unread(slot, `Relancez son standby, ou : ${drop(slot)}`)),
    // The slots of a standby are copies.
    ...(standby ? [] : unfollowed).map((slot) =>
      unread(
        slot,
        `Relancez la base qui le lit (caserne cell list, caserne reporting status). Si elle ne revient pas : ${drop(slot)} et, pour une cellule, caserne cell refresh.`,
      ),
    ),
  ]
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
