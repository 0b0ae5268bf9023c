import type { Command } from 'commander'
import type pg from 'pg'
import { explainForeign } from '../db/foreign_migrations.ts'
import { isPending, listMigrations, type Migration } from '../db/list_migrations.ts'
import { openUnmigrated } from '../db/open_owner.ts'
import { type PendingMigration, pendingMigrations } from '../db/pending_migrations.ts'
import { type MigrationPlan, planMigrations, type TablePlan } from '../db/plan_migrations.ts'
import { databaseUrls } from '../db/urls.ts'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { counted } from '../text/counted.ts'
import { table } from './table.ts'

/** Adds the commands that bring a database up to date, and tell beforehand what that does. */
export function addMigrateCommands(program: Command): void {
  const migrate = program
    .command('migrate')
    .description('Met la base DATABASE_URL à jour (seul : migrate up)')

  migrate
    .command('up', { isDefault: true })
    .description('Met la base à jour, pendant que les serveurs de la version précédente servent')
    .option(
      '--bootstrap',
      'crée aussi les rôles, leurs mots de passe et les extensions (superutilisateur, ou CREATEROLE et CREATEDB)',
    )
    .action((options: { bootstrap?: boolean }) =>
      runOnce(async (setting) => {
        const { migrateDatabase } = await import('./migrate_database.ts')
        await migrateDatabase(setting, options.bootstrap === true)
        say('La base est à jour.')
      }),
    )

  migrate
    .command('status')
    .description(
      'Dit quelles migrations sont faites, lesquelles attendent, et si les serveurs en marche conviennent',
    )
    .option('--json', 'pour un programme')
    .action((options: { json?: boolean }) => runOnce((setting) => showStatus(setting, options.json === true)))

  migrate
    .command('plan')
    .description(
      'Fait les migrations qui attendent, les annule, et dit ce qu’elles verrouillent, lisent et réécrivent',
    )
    .option('--sql', 'montre seulement leurs instructions, sans les exécuter')
    .option(
      '--live',
      'aussi sur une base en service, dont les requêtes attendent alors comme pendant migrate up',
    )
    .option('--json', 'pour un programme')
    .action((options: { sql?: boolean; live?: boolean; json?: boolean }) =>
      runOnce((setting) => showPlan(setting, options)),
    )
}

interface Status {
  migrations: Migration[]
  /** Connections of servers and workers to this database. */
  sessions: number
}

async function readStatus(owner: pg.Client): Promise<Status> {
  const { rows } = await owner.query<{ sessions: number }>(
    `select count(*)::int as sessions from pg_stat_activity
      where datname = current_database() and usename in ('caserne_auth', 'caserne_api', 'caserne_worker')`,
  )
  return { migrations: await listMigrations(owner), sessions: rows[0]?.sessions ?? 0 }
}

async function readPlan(owner: pg.Client): Promise<Status & { pending: PendingMigration[] }> {
  return { ...(await readStatus(owner)), pending: await pendingMigrations(owner) }
}

async function showStatus(setting: Setting, json: boolean): Promise<void> {
  const status = await readStatus(await openUnmigrated(setting))
  if (json) return say(JSON.stringify({ ...status, verdict: verdict(status) }, null, 2))
  const rows = status.migrations.map(({ name, release, appliedAt, outdated, foreign }) => [
    name,
    release ?? 'version plus récente',
    appliedAt === null
      ? 'attend'
      : `faite le ${appliedAt.slice(0, 16).replace('T', ' à ')} UTC${outdated ? `, d’après un ${foreign ? 'autre texte' : 'texte antérieur'}` : ''}`,
  ])
  say(`${table(rows)}\n${verdict(status)}`)
}

// One sentence: whether the servers that run may go on while the database is migrated, and after.
function verdict({ migrations, sessions }: Status): string {
  const open = sessions === 1 ? '1 connexion ouverte' : `${sessions} connexions ouvertes`
  const waiting = migrations.filter(isPending)
  const releases = new Set(waiting.map(({ release }) => release))
  const foreign = waiting.find((each) => each.foreign)
  if (foreign !== undefined) return explainForeign(foreign.name)
  if (migrations.some(({ known }) => !known))
    return `La base est d’une version plus récente que ce programme, qui convient si c’est la version juste avant (${open}).`
  if (waiting.length === 0)
    return `La base est à jour ; la version juste avant peut encore la servir (${open}).`
  if (migrations.every(({ appliedAt }) => appliedAt === null))
    return 'La base est vide : aucun serveur ne peut encore la servir.'
  const outdated = waiting.find((each) => each.outdated)
  if (outdated !== undefined)
    return `La base a un texte antérieur de ${outdated.name} : migrate up exécute ce qui lui manque (${open}).`
  return releases.size === 1
    ? `Les serveurs en marche conviennent, pendant la migration et après (${open}).`
    : `Plusieurs versions attendent : passez par chacune, ou arrêtez les serveurs avant la migration (${open}).`
}

async function showPlan(
  setting: Setting,
  options: { sql?: boolean; live?: boolean; json?: boolean },
): Promise<void> {
  const { migrations, sessions, pending } = await readPlan(await openUnmigrated(setting))
  const waiting = pending.map(({ name }) => name)
  if (options.sql) return say(pending.map(({ name, sql }) => `-- ${name}\n${sql}`).join('\n'))
  if (migrations.every(({ appliedAt }) => appliedAt === null))
    throw new Error(
      'La base est vide : il n’y a rien que la migration puisse retenir. Lancez : migrate --bootstrap',
    )
  if (waiting.length > 0 && sessions > 0 && !options.live)
    throw new Error(
      'Des serveurs utilisent cette base : leurs requêtes attendraient. Faites le plan sur une copie, ou ajoutez --live.',
    )
  const texts = pending.map(({ sql }) => sql)
  const plan =
    texts.length === 0
      ? { durationMs: 0, tables: [] }
      : await planMigrations(databaseUrls(setting.config).admin, texts)
  say(options.json ? JSON.stringify({ migrations: waiting, ...plan }, null, 2) : describePlan(waiting, plan))
}

function describePlan(waiting: string[], { durationMs, tables }: MigrationPlan): string {
  if (waiting.length === 0) return 'Aucune migration n’attend.'
  const rows = tables
    .toSorted((a, b) => b.heldMs - a.heldMs || a.table.localeCompare(b.table))
    .map((each) => [each.table, counted(each.rows, 'ligne'), waits(each), work(each)])
  const head = `${waiting.join(', ')} : ${durationMs} ms, puis annulé.`
  return rows.length === 0
    ? `${head} Aucune table n’est retenue.`
    : `${head} Tables déjà là :\n${table(rows)}`
}

function waits({ blocksReads, blocksWrites, heldMs }: TablePlan): string {
  if (!blocksWrites) return 'personne n’attend'
  return `${blocksReads ? 'lectures et écritures attendent' : 'écritures attendent'} ${heldMs} ms`
}

function work({ rewritten, scanned, changedRows }: TablePlan): string {
  return [
    rewritten ? 'réécrite' : '',
    scanned ? 'lue en entier' : '',
    changedRows > 0 ? counted(changedRows, 'ligne', 'écrite') : '',
  ]
    .filter(Boolean)
    .join(', ')
}
