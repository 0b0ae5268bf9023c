/** Test files that only `.ci/run` runs, unless they are named on the command line. */
interface LongTests {
  files: string[]
  /** Tests that take long, and the part of them that `npm test` runs. */
  why: string
}

/** Tests that take long and rarely find a fault that no other test finds. All of them run before anything lands. */
export const longTests: LongTests[] = [
  {
    files: [
      'http/cells/every_operation',
      'http/cells/mails',
      'http/cells/users',
      'http/homes',
      'db/cells/lost_subscription',
      'db/cells/refresh_cell',
      'db/cells/reporting*',
      'commands/cell',
      'jobs/rapports',
    ],
    why: 'Two or three PostgreSQL that wait for each other’s changes. db/cells/add_cell, move_sis and http/cells/cells stay.',
  },
  {
    files: ['faults/*', 'start_killed', 'start_stopped', 'start_refused', 'tracing'],
    why: 'Programs that are started and killed many times. start, and each stop at a signal, stay.',
  },
  {
    files: ['db/bootstrap', 'db/embedded', 'db/backup', 'commands/embedded', 'commands/doctor_limits'],
    why: 'Servers on empty directories, also PostgreSQL 15. start, migrate and commands/doctor stay.',
  },
  {
    files: ['documented_commands'],
    why: 'Every command of the documentation, each in a shell. docs stays, which checks their names and options.',
  },
  {
    files: ['demo/history', 'demo/history_effectif'],
    why: 'Three years of the demo, as of six days. start and demo/history_pay load them once.',
  },
  {
    files: ['demo/follow_sql'],
    why: 'A copied checkout that is started twice and changed. db/pending_migrations and db/schema/* stay.',
  },
  {
    files: ['budgets/budgets'],
    why: 'Ten years of rows, and every operation three times. budgets/names stays.',
  },
  {
    files: ['tableau/mur_memory', 'worker/hostile_mails', 'attacks/closed_year_database'],
    why: 'Hours of a wall, mails without an end, and every change of a closed year.',
  },
]
