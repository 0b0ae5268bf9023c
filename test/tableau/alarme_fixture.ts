import type { TestDatabase } from '../support/database.ts'

/** Stores an alarm near Bassecourt in hs, as of now, and returns its id. */
export async function addAlarme(
  database: TestDatabase,
  {
    adresse,
    description = 'Feu de cuisine',
    code = 'FEU BAT',
    couleur = 'ROUGE',
  }: { adresse: string; description?: string; code?: string; couleur?: string },
): Promise<string> {
  const admin = await database.as('admin')
  const { rows } = await admin.query<{ id: string }>(
    `insert into app.alarmes
       (sis_key, date, type, code, couleur, adresse, description, lv95_e, lv95_n, intervention_voulue)
     values ('hs', now(), 'Alarme réelle', $4, $2, $1, $3, 2583900, 1243600, false)
     returning id::text`,
    [adresse, couleur, description, code],
  )
  return String(rows[0]?.id)
}
