import { committedHashes } from '../../db/migrate.ts'
import type { Check } from './check.ts'
import { ok, warning } from './finding.ts'

/**
 * The migrations of the database. One that lacks migrations is not examined at all; here only one that is ahead is
 * found.
 */
export const checkMigrations: Check = {
  name: 'migrations',
  needs: 'owner',
  examine: async ({ database }) => {
    const { rows } = await database.query<{ hash: string; filename: string }>(
      'select hash, filename from graphile_migrate.migrations order by filename',
    )
    const known = committedHashes()
    const ahead = rows.filter(({ hash }) => !known.includes(hash))
    if (ahead.length === 0) return [ok(`les ${rows.length} migrations sont appliquées`)]
    return [
      warning(
        `la base a des migrations que ce programme ne connaît pas : ${ahead.map(({ filename }) => filename).join(', ')}`,
        'Installez la version de Caserne qui les a faites.',
      ),
    ]
  },
}
