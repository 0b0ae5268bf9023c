import { type MakeSample, one, type Sql, unique } from './sample.ts'

/** A new alarm of 14 March 2026, with a group and a person who matches no sapeur. */
export async function addAlarme(sql: Sql): Promise<number> {
  const id = await one(
    sql,
    `insert into app.alarmes (date, type, code, couleur, adresse, intervention_voulue)
     values ('2026-03-14 13:29:45.25Z', 'Alarme réelle', 'FEU BAT', 'ROUGE', $1, true) returning id`,
    [unique('2854 Bassecourt')],
  )
  await sql("insert into app.alarme_groupes (alarme_id, no, nom) values ($1, '90', 'EM')", [id])
  await sql(
    `insert into app.alarme_personnes (alarme_id, groupe_no, groupe_nom, nom_complet, telephones, fonction)
     values ($1, '90', 'EM', 'Inconnu Jean', '{"032 444 44 44"}', '')`,
    [id],
  )
  return id
}

/** How to call the operations on alarms. */
export const alarmeSamples: Record<string, MakeSample> = {
  list_alarmes: async (sql) => {
    await addAlarme(sql)
    return { query: { old: 'true' } }
  },
  watch_alarmes: async () => ({}),
  update_alarme: async (sql) => ({
    path: { id: await addAlarme(sql) },
    body: { validated: true, has_been_read: true },
  }),
}
