import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../config.ts'
import { withRole } from '../db/migrate.ts'
import { demoSis, demoTelephone } from './people.ts'

/**
 * Loads the demo into a migrated database, whole or not at all.
 * @returns false when the database already holds a SIS: then nothing is touched.
 */
export async function loadDemo(adminUrl: string): Promise<boolean> {
  const client = new pg.Client(withRole(adminUrl, 'caserne_owner'))
  await client.connect()
  try {
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
