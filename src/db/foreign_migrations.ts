import pg from 'pg'
import { programMigrations } from './schema/program_migrations.ts'

/**
 * The migrations of this program that a database has in a text that neither knows: such as one that a release of another
 * origin brought. Every login may ask.
 */
export async function foreignMigrations(client: pg.Pool | pg.Client): Promise<string[]> {
  const program = programMigrations()
  try {
    const { rows } = await client.query<{ names: string[] }>(
      'select request.foreign_migrations($1, $2) as names',
      [program.map(({ name }) => name), program.map(({ hash }) => hash)],
    )
    return rows[0]?.names ?? []
  } catch (error) {
    if (isUnmigrated(error)) return []
    throw error
  }
}

/** Reports such a migration in French, with the remedies. */
export function explainForeign(name: string): string {
  return (
    `La base de données a appliqué un autre texte de la migration ${name} que celui de ce programme, et ne l’a pas gardé : ` +
    'ni migrate ni les serveurs de cette version ne conviennent. Installez la version de Caserne qui l’a appliquée, ' +
    'ou restaurez une sauvegarde d’avant.'
  )
}

/** Whether a function or schema is missing, because nothing has been migrated yet, or not that far. */
export function isUnmigrated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '42883' || error.code === '3F000')
}
