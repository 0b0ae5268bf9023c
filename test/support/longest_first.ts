import { BaseSequencer, type TestSpecification } from 'vitest/node'

// By the time that they take. Vitest would begin with the largest file, and some of these are three lines long.
const LONGEST = [
  'ci/installation',
  'ci/upgrade',
  'comptabilite/random_years',
  'budgets/budgets',
  'ci/five_steps',
  'attacks/forged_archives',
  'http/fuzz_data',
  'http/fuzz_data_too',
  'ci/systemd',
  'stats/oracle',
  'db/bootstrap',
  'http/cells/mails',
  'ci/standby_server',
  'http/every_operation',
  'http/every_operation_change',
  'ci/move_cells',
  'faults/alarme_faults',
  'http/cells/users',
  'tableau/appareils',
  'tableau/pages',
  'ci/patroni/failover',
  'tableau/equipe',
  'mail/damaged_reports',
  'ci/move_sis',
  'faults/stops_in_time',
  'http/every_operation_post',
  'http/if_none_match_property',
  'start_stopped',
  'attacks/analyste_plans',
  'http/cells/every_operation',
  'faults/reading_goes_on',
  'http/cells/attacks',
  'comptabilite/undo_year',
  'http/cells/cells',
  'http/homes',
  'tableau/connection',
  'worker/runner',
  'http/fuzz_auth',
  'http/if_match',
  'http/if_none_match',
  'http/secrets',
  'demo/follow_sql',
  'tableau/webhooks',
  'migrate',
  'worker/envois/send_webhook',
  'faults/database_faults',
  'worker/hostile_mails',
  'attacks/stolen_mur',
  'start_refused',
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
