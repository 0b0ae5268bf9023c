import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logger, migrate as runCommitted } from 'graphile-migrate'
import { clearAllPools } from 'graphile-migrate/dist/pgReal.js'
import { withRole } from '../../src/db/migrate.ts'
import { committedFolder, frozenMigrations } from '../../src/db/schema/releases.ts'

/** Brings an empty database to the last release only: the migrations after it wait. */
export async function migrateToRelease(adminUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'caserne-release-'))
  mkdirSync(join(folder, 'committed'))
  for (const name of frozenMigrations())
    copyFileSync(join(committedFolder, name), join(folder, 'committed', name))
  try {
    await runCommitted({
      connectionString: withRole(adminUrl, 'caserne_owner'),
      migrationsFolder: folder,
      pgSettings: { search_path: 'pg_catalog' },
      logger: new Logger(() => () => undefined),
    })
  } finally {
    clearAllPools()
    rmSync(folder, { recursive: true })
  }
}
