/** Test files that only `.ci/run` runs, unless a file or folder is named on the command line. */
interface LongTests {
  files: string[]
  /** Tests that take long, and the part of them that `npm test` runs. */
  why: string
}

/** Tests that take long and rarely find a fault that no other test finds. All of them run before anything lands. */
export const longTests: LongTests[] = [
  {
    files: [
      'commands/cell',
      'db/cells/{cancel_move,enough_workers,how_to,lost_subscription,move_between,refresh_cell,reporting*}',
      'http/cells/{attacks,every_operation,mails,moving,restored,users}',
      'http/homes',
      'jobs/take_reports',
    ],
    why: 'Two or three PostgreSQL that wait for each other’s changes. db/cells/{add_cell,move_sis} and http/cells/cells stay.',
  },
  {
    files: ['faults/*', 'serve_apart', 'start_{killed,stopped,refused}', 'tracing', 'worker/runner_outage'],
    why: 'Programs that are started and killed many times. start and migrate stay, and what the parts do at a stop.',
  },
  {
    files: [
      'commands/{embedded,doctor_limits,migrations}',
      'commands/doctor/started_program',
      'db/{await_database,backup,bootstrap,embedded,embedded_place}',
      'demo/refuse_demo',
    ],
    why: 'Servers on empty directories, also PostgreSQL 15 and PgBouncer. start, migrate and commands/doctor stay.',
  },
  {
    files: ['documented_commands'],
    why: 'Every command of the documentation, in a shell. docs stays, which checks their names and options.',
  },
  {
    files: [
      'attacks/board_markup',
      'tableau/{appareils,calendriers,clavier,connection,equipe,filling,moi,mur_memory,service_worker,webhooks}',
    ],
    why: 'Pages in Chromium. A change of the board runs test/tableau; the way of an alarm stays (accueil, alarmes, mur, pages, mail_to_board).',
  },
  {
    files: ['demo/follow_sql'],
    why: 'A copied checkout that is started twice and changed. db/pending_migrations and db/schema/* stay.',
  },
  {
    files: [
      'budgets/{budgets,plan_costs}',
      'demo/{demo_iso20022,fill_demo,history,history_effectif}',
      'exports/draw_certificats',
    ],
    why: 'Years of rows, loaded as of several days. start and demo/history_pay load them once; budgets/names stays.',
  },
  {
    files: [
      'attacks/{analyste_plans,closed_year_database,stolen_mur,tarpit}',
      'http/{access_stale_headers,closed_years,every_field,fuzz_data_too,if_match,password_rules,reset_password_races}',
    ],
    why: 'Each operation, column or rule once more, after its own test. http/every_operation* and http/if_none_match stay.',
  },
  {
    files: [
      'http/{clients,graphql_engine,graphql_kept,measure_requests,overload,read_database,pooler,repeated_requests,slow_clients,slow_statement,whole_list}',
      'http/live/alarme_streams',
      'worker/{force,hostile_mails,relecture,relecture_many}',
      'worker/imputations/next_imputable',
      'worker/releves/{same_ids,silences,withheld}',
    ],
    why: 'Limits of time, memory and connections, which a test reaches by waiting or by thousands of rows.',
  },
]
