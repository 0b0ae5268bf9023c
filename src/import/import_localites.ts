import type pg from 'pg'
import { z } from 'zod'
import { openCsv } from './read_csv.ts'

const Localite = z.object({
  npa: z.string().regex(/^\d{4,5}$/),
  nom: z.string().min(1).max(255),
  canton: z.string().regex(/^[A-Z]{2}$/),
})

/**
 * Imports a CSV file of places (npa, nom, canton) in one transaction. Places are the same for every SIS. Other
 * columns are ignored.
 * @param client as caserne_owner.
 * @returns the number of rows, and how many of them are new.
 * @throws in French when the file cannot be read, or a row is no place.
 */
export async function importLocalites(
  client: pg.Client,
  file: string,
  dryRun: boolean,
): Promise<{ rows: number; added: number }> {
  const csv = await openCsv(file)
  const rows: z.infer<typeof Localite>[] = []
  for await (const { line, texts } of csv.rows()) {
    const { data, error } = Localite.safeParse(texts)
    if (data === undefined)
      throw new Error(
        `Ligne ${line}, ${error.issues.map(({ path }) => path.join('.')).join(', ')} : il faut npa (4 ou 5 chiffres), nom et canton (2 majuscules).`,
      )
    rows.push(data)
  }
  await client.query('begin')
  // Existing places are visible only within a request, of any SIS.
  await client.query("select request.open(null, '*', '{}', null)")
  const answer = await client.query<{ added: number }>('select api.import_localites($1) as added', [
    JSON.stringify(rows),
  ])
  await client.query(dryRun ? 'rollback' : 'commit')
  return { rows: rows.length, added: answer.rows[0]?.added ?? 0 }
}
