import { BaseSequencer, type TestSpecification } from 'vitest/node'

// By the time that they take. Vitest would begin with the largest file, and some of these are three lines long.
const LONGEST = [
  'budgets/budgets',
  'http/if_none_match_property',
  'tableau/pages',
  'http/every_operation_change',
  'http/every_operation',
  'http/every_operation_post',
  'attacks/analyste_plans',
  'http/fuzz_data',
  'http/fuzz_data_too',
  'http/fuzz_auth',
  'http/if_match',
  'http/every_field',
  'stats/oracle',
  'http/cells/cells',
  'start',
  'worker/runner',
  'mail/corpus',
  'db/bootstrap',
  'start_stopped',
  'start_refused',
  'start_killed',
  'faults/killed_worker',
  'commands/embedded',
  'migrate',
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
