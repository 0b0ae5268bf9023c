import { randomUUID } from 'node:crypto'
import { addAlarme } from './alarmes.ts'
import { addYear } from './annees.ts'
import { addCalendrier, makeRoom } from './calendriers.ts'
import { addConvocation } from './exercices.ts'
import { type MakeSample, one, type Sql, unique } from './sample.ts'

/** The sapeur who asks: the commander of hs, who is one in both SIS. */
export const addressee = (sql: Sql) =>
  one(
    sql,
    `select m.sapeur_id from auth.memberships m join auth.users u on u.id = m.user_id
      where m.sis_key = request.sis_key() and u.email = 'commandant@example.org'`,
  )

/** A browser's push subscription, different at every call. */
export const subscription = () => ({
  endpoint: `https://push.example.org/send/${randomUUID()}`,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
})

/** A device of the account that asks; nobody can open its subscription. */
const addAppareil = (sql: Sql) =>
  one(
    sql,
    `with opened as materialized (
       select u.id, request.open(u.id, request.sis_key(), '{}', null)
         from auth.users u where u.email = 'commandant@example.org'
     )
     insert into app.appareils (user_id, type, designation, empreinte, abonnement)
     select id, 'webpush', $1::text, sha256(convert_to($1::text, 'UTF8')), '\\x00' from opened returning id`,
    [unique('Téléphone')],
  )

/** A year of its own and a day in it: nobody can be at two interventions at the same time. */
async function addDay(sql: Sql): Promise<{ year: number; date: string }> {
  const year = await addYear(sql)
  const [row] = await sql('select (debut + 72)::text as date from app.exercices_comptables where id = $1', [
    year,
  ])
  return { year, date: String(row?.date) }
}

async function addMyPresence(sql: Sql): Promise<number> {
  const { year, date } = await addDay(sql)
  const id = await one(
    sql,
    `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
     values ($1, '14:29', $1, '16:00', $2) returning id`,
    [date, unique('Feu')],
  )
  await sql(
    `insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin)
     select $1, $2, ($3 || ' 14:30')::timestamp at time zone s.fuseau, ($3 || ' 16:00')::timestamp at time zone s.fuseau
       from app.sis s`,
    [id, await addressee(sql), date],
  )
  return year
}

/** An exercice of today, to which they are convoked. */
async function addMyConvocation(sql: Sql): Promise<number> {
  const [row] = await sql('select app.today()::text as today')
  return (await addConvocation(sql, { sapeur: await addressee(sql), date: String(row?.today) })).id
}

/** How to call the operations on the signed-in sapeur. */
export const moiSamples: Record<string, MakeSample> = {
  get_mes_infos: async () => ({}),
  get_mes_donnees: async () => ({}),
  list_mes_fonctions: async () => ({}),
  list_mes_groupes: async () => ({}),
  list_mon_materiel: async (sql) => {
    await sql(
      `insert into app.materiel_personnel (sapeur_id, designation, numero, taille, attribution)
       values ($1, $2, '17', 'M', '2026-03-14')`,
      [await addressee(sql), unique('Casque')],
    )
    return {}
  },
  list_mes_exercices: async (sql) => {
    const { year, date } = await addDay(sql)
    await addConvocation(sql, { sapeur: await addressee(sql), date })
    return { path: { exercice_comptable_id: year } }
  },
  list_mes_interventions: async (sql) => ({ path: { exercice_comptable_id: await addMyPresence(sql) } }),
  list_mes_reponses: async (sql) => {
    await sql(
      "insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, source) values ($1, $2, 'vient', 'lien')",
      [await addAlarme(sql), await addressee(sql)],
    )
    return {}
  },
  list_mes_calendriers: async (sql) => {
    await addCalendrier(sql)
    return {}
  },
  create_mon_calendrier: async (sql) => {
    await makeRoom(sql)
    return { body: { designation: unique('Téléphone') } }
  },
  delete_mon_calendrier: async (sql) => ({ path: { id: (await addCalendrier(sql)).id } }),
  get_calendrier: async (sql) => {
    await addMyConvocation(sql)
    return { path: { token: (await addCalendrier(sql)).token } }
  },
  get_push_key: async (sql) => {
    await sql(
      "insert into request.push_keys (publique, privee) values ('BP4z9KsN6nGR', '\\x00') on conflict do nothing",
    )
    return {}
  },
  list_mes_appareils: async (sql) => {
    await addAppareil(sql)
    return {}
  },
  create_mon_appareil: async () => ({
    body: {
      type: 'webpush',
      designation: 'Téléphone',
      abonnement: subscription(),
      silence: ['22:00:00', '06:00:00'],
      actif: true,
    },
  }),
  update_mon_appareil: async (sql) => ({
    path: { id: await addAppareil(sql) },
    body: { designation: unique('Tablette'), silence: ['23:00:00', '05:00:00'], actif: false },
  }),
  delete_mon_appareil: async (sql) => ({ path: { id: await addAppareil(sql) } }),
  create_mon_excuse: async (sql) => ({
    path: { exercice_id: await addMyConvocation(sql) },
    body: { excuse_type_id: 2, remarque: 'À l’étranger' },
  }),
  delete_mon_excuse: async (sql) => {
    const id = await addMyConvocation(sql)
    await sql('update app.exercice_sapeurs set excuse_type_id = 2 where exercice_id = $1', [id])
    return { path: { exercice_id: id } }
  },
  get_mes_decomptes: async (sql) => ({ path: { exercice_comptable_id: await addYear(sql) } }),
}
