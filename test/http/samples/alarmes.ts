import { type MakeSample, one, type Sql, unique } from './sample.ts'

/** A new alarm, by default of 14 March 2026, with a group and a person who matches no sapeur. */
export async function addAlarme(sql: Sql, date = "timestamptz '2026-03-14 13:29:45.25Z'"): Promise<number> {
  const id = await one(
    sql,
    `insert into app.alarmes (date, type, code, couleur, adresse, intervention_voulue)
     values (${date}, 'Alarme réelle', 'FEU BAT', 'ROUGE', $1, true) returning id`,
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
  list_alarme_envois: async (sql) => {
    const id = await addAlarme(sql)
    await sql(
      `insert into app.envois (lot, evenement, alarme_id, canal, sapeur_id, etat, remis_at)
       select 'alarme-' || $1::bigint, 'alarme', $1, 'email', min(id), 'remis', now() from app.sapeurs`,
      [id],
    )
    return { path: { id } }
  },
  repondre_alarme: async (sql) => ({
    path: { id: await addAlarme(sql, 'now()') },
    body: {
      reponse: 'vient',
      delai: 5,
      remarque: 'Avec le fourgon',
      sapeur_id: await one(sql, 'select min(id) as id from app.sapeurs'),
    },
  }),
  update_alarme: async (sql) => ({
    path: { id: await addAlarme(sql) },
    body: { validated: true, has_been_read: true },
  }),
}
