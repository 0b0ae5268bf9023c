import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../config.ts'
import { connectAsOwner, requireMigrated } from '../db/migrate.ts'
import { demoSis, demoTelephone } from './people.ts'

/**
 * Loads the demo into a migrated database, whole or not at all.
 * @returns false when the database already holds a SIS: then nothing is touched.
 * @throws with the command that helps, when the database is not migrated.
 */
export async function loadDemo(adminUrl: string): Promise<boolean> {
  const client = await connectAsOwner(adminUrl)
  try {
    await requireMigrated(client)
    const { rows } = await client.query('select auth.list_sis() as sis')
    if (rows[0]?.sis.length > 0) return false
    await client.query('begin')
    await client.query("select set_config('demo.sis', $1, true)", [JSON.stringify(demoSis.map(describe))])
    await client.query(readFileSync(join(root, 'src/demo/demo.sql'), 'utf8'))
    await client.query('commit')
    return true
  } finally {
    await client.end()
  }
}

function describe(sis: (typeof demoSis)[number]): object {
  const people = sis.people.map(([nom, prenom], index) => ({
    nom,
    prenom,
    telephone: demoTelephone(sis, index),
  }))
  return { key: sis.key, nom: sis.nom, abreviation: sis.abreviation, people }
}
