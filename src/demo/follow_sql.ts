import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { root } from '../config.ts'
import { isUpToDate } from '../db/list_migrations.ts'
import { connectAsOwner, migrate } from '../db/migrate.ts'
import { printReport } from '../db/schema/describe_catch_up.ts'
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
  let watchers: FSWatcher[] = []
  let waiting: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const follow = async () => {
    // Before it reads the files, so that it misses no change in a folder that is new.
    unwatch()
    watchers = folders().map((folder) => watch(folder, later).on('error', later))
    if (await isCurrent(adminUrl)) return
    await migrate(adminUrl, log, { onCatchUp: (report) => tell(printReport(report)) })
  }
  const later = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      running = running.then(follow).catch((error: unknown) => tell(errorText(error)))
    }, TOGETHER_MS)
  }
  const unwatch = () => {
    for (const each of watchers) each.close()
  }
  // Takes the changes that came while the program was starting.
  later()
  started.add(running, async () => {
    clearTimeout(waiting)
    await running
    unwatch()
  })
}

// Each folder by itself: the recursive watch of Node misses some files that an editor replaces.
function folders(): string[] {
  const sql = join(root, 'sql')
  const below = readdirSync(sql, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  return [join(root, 'migrations'), sql, ...below]
}

async function isCurrent(adminUrl: string): Promise<boolean> {
  const owner = await connectAsOwner(adminUrl)
  return await isUpToDate(owner).finally(() => owner.end())
}

function tell(text: string): void {
  if (text !== '') say(text)
}
