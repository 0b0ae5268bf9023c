import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from '../config.ts'
import { isUpToDate } from '../db/list_migrations.ts'
import { connectAsOwner, migrate } from '../db/migrate.ts'
import { printReport } from '../db/schema/describe_catch_up.ts'
import { currentFile } from '../db/schema/next_migration.ts'
import { say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { errorText } from '../text/error_text.ts'

// An editor, and even more git, writes several files at once.
const TOGETHER_MS = 50

/**
 * Runs what changes in sql/ and migrations/current.sql on a database, until the program stops. Says in French what ran,
 * what is left to do, and each fault with its file and line; then goes on.
 * @param adminUrl the address of a login that may become caserne_owner
 */
export function followSql({ log, started }: Setting, adminUrl: string): void {
  let waiting: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const follow = async () => {
    if (await isCurrent(adminUrl)) return
    await migrate(adminUrl, log, { onCatchUp: (report) => tell(printReport(report)) })
  }
  const later = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      running = running.then(follow).catch((error: unknown) => tell(errorText(error)))
    }, TOGETHER_MS)
  }
  const watchers = [
    watch(join(root, 'sql'), { recursive: true }, later),
    watch(join(root, 'migrations'), (_event, name) => {
      if (name === null || currentFile.endsWith(`/${name}`)) later()
    }),
  ]
  // Takes the changes that came while the program was starting.
  later()
  started.add(watchers, async () => {
    for (const each of watchers) each.close()
    clearTimeout(waiting)
    await running
  })
}

async function isCurrent(adminUrl: string): Promise<boolean> {
  const owner = await connectAsOwner(adminUrl)
  return await isUpToDate(owner).finally(() => owner.end())
}

function tell(text: string): void {
  if (text !== '') say(text)
}
