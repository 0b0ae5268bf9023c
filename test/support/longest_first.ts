import { BaseSequencer, type TestSpecification } from 'vitest/node'

// By the time that they take. Vitest would begin with the largest file, and some of these are three lines long.
const LONGEST = [
  'ci/installation',
  'ci/upgrade',
  'budgets/budgets',
  'attacks/forged_archives',
  'ci/systemd',
  'faults/alarme_faults',
  'documented_commands',
  'tableau/pages',
  'start_killed',
  'ci/move_cells',
  'http/fuzz_data',
  'db/bootstrap',
  'http/cells/attacks',
  'ci/patroni/failover',
  'mail/damaged_reports',
  'http/fuzz_data_too',
  'ci/five_steps',
  'http/cells/mails',
  'comptabilite/random_years',
  'faults/stops_in_time',
  'ci/standby_server',
  'http/cells/every_operation',
  'http/every_operation',
  'stats/oracle',
  'faults/reading_goes_on',
  'tableau/equipe',
  'tableau/appareils',
  'http/cells/cells',
  'http/cells/users',
  'tableau/time_zones',
  'ci/move_sis',
  'attacks/analyste_plans',
  'http/every_operation_change',
  'http/every_operation_post',
  'start_stopped',
  'commands/embedded',
  'demo/follow_sql',
  'worker/runner',
  'demo/history',
  'db/cells/lost_subscription',
  'migrate',
  'demo/fill_demo',
  'http/if_none_match_property',
  'start',
  'http/if_match',
  'demo/history_effectif',
  'worker/hostile_mails',
  'worker/imputations/next_imputable',
  'start_refused',
  'tableau/connection',
  'http/homes',
  'http/fuzz_auth',
  'attacks/strangers',
  'db/embedded',
  'budgets/plan_costs',
  'faults/database_faults',
  'worker/stuck_runner',
  'tableau/webhooks',
  'attacks/stolen_mur',
]

/** Begins with the files that take longest, so that no worker is left with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  /** Those that are not listed keep vitest's order. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return place < 0 ? LONGEST.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
