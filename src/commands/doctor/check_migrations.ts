import { listMigrations } from '../../db/list_migrations.ts'
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
    const migrations = await listMigrations(database)
    const ahead = migrations.filter(({ known }) => !known)
    if (ahead.length === 0) return [ok(`les ${migrations.length} migrations sont appliquées`)]
    return [
      warning(
        `la base a des migrations que ce programme ne connaît pas : ${ahead.map(({ name }) => name).join(', ')}`,
        'Installez la version de Caserne qui les a faites.',
      ),
    ]
  },
}
