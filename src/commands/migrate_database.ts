import { awaitDatabase } from '../db/await_database.ts'
import { bootstrap } from '../db/bootstrap.ts'
import { otherCells } from '../db/cells/list_cells.ts'
import { explainGuards } from '../db/guards.ts'
import { migrate } from '../db/migrate.ts'
import { printReport } from '../db/schema/describe_catch_up.ts'
import { databaseUrls, rolePasswords } from '../db/urls.ts'
import { showProgress } from '../process/progress.ts'
import type { Setting } from '../process/setting.ts'

// A release has one migration, and a database rarely lags by more than one.
const STEPS = 2

/**
 * Brings the database of DATABASE_URL up to date; where it keeps the accounts of cells, first all of them. Waits for a database that is still starting, and for another
 * migration to end. Prints the guards that a superuser must still raise on standard error.
 */
export async function migrateDatabase({ config, log, started }: Setting, first: boolean): Promise<void> {
  const urls = databaseUrls(config)
  await awaitDatabase(urls.admin, {
    seconds: config.DATABASE_WAIT_SECONDS,
    signal: started.stopping,
    onWait: (reason) => tell(`La base de données n’est pas encore joignable (${reason}) : attente…`),
  })
  const onWait = () => tell('Une autre migration de cette base est en cours : attente…')
  if (first) await bootstrap(urls.admin, rolePasswords(urls), onWait)
  // First the cells that receive accounts: a column that they do not have yet would stop what they receive.
  const cells = await otherCells(urls.admin, config.CELLS ?? {})
  const places = [...cells, { nom: null, url: urls.admin }]
  for (const { nom, url } of places) {
    if (first && nom !== null) await bootstrap(url, rolePasswords(urls), onWait)
    const missing = await showProgress(STEPS, (step) =>
      migrate(url, log, {
        onWait,
        onBegin: (name) => step(nom === null ? `migration ${name}` : `cellule ${nom} : migration ${name}`),
        onCatchUp: (report) => tell(printReport(report)),
        onRetry: (tries) =>
          tell(`Une autre session retient ce que la migration change : nouvel essai (encore ${tries}).`),
      }),
    ).catch((error: unknown) => {
      if (nom !== null) tell(`La cellule ${nom} n’est pas à jour, ni les suivantes : relancez la commande.`)
      throw error
    })
    if (missing.length > 0) tell(explainGuards(missing))
  }
}

function tell(text: string): void {
  if (text !== '') process.stderr.write(`${text}\n`)
}
