import { addressee } from './moi.ts'
import { type MakeSample, one, type Sql, unique } from './sample.ts'

/** A week of its own, in the future: nobody is on standby twice. */
let year = 2030
function week(): { debut: string; fin: string } {
  year += 1
  return { debut: `${year}-01-07T18:00:00+01:00`, fin: `${year}-01-14T18:00:00+01:00` }
}

const someone = (sql: Sql) => one(sql, 'select min(id) as id from app.sapeurs')

async function another(sql: Sql): Promise<number> {
  return one(
    sql,
    'select max(s.id) as id from app.sapeurs s where s.id <> $1 and app.is_actif(s.sis_key, s.id, s.type, s.desactive, app.today())',
    [await addressee(sql)],
  )
}

const addAbsence = async (sql: Sql, sapeur: number) =>
  one(
    sql,
    `insert into app.indisponibilites (sapeur_id, debut, fin, motif)
     values ($1, now(), now() + interval '8 hours', 'travail') returning id`,
    [sapeur],
  )

async function addPiquet(sql: Sql, sapeur: number, repreneur: number | null = null): Promise<number> {
  const { debut, fin } = week()
  return one(
    sql,
    'insert into app.piquets (sapeur_id, debut, fin, repreneur_id) values ($1, $2, $3, $4) returning id',
    [sapeur, debut, fin, repreneur],
  )
}

const place = async (sql: Sql) => ({
  groupe_id: await one(sql, 'select min(id) as id from app.groupes'),
  fonction_id: await one(sql, 'select min(id) as id from app.fonctions'),
})

const condition = async (sql: Sql) => ({
  porteur: true,
  permis_type_id: await one(sql, 'select min(id) as id from app.permis_types'),
  ...(await place(sql)),
})

const addRequis = (sql: Sql) =>
  one(sql, 'insert into app.effectif_requis (designation, minimum) values ($1, 999) returning id', [
    unique('Jour'),
  ])

const travail = {
  debut: '2026-03-16T08:00:00+01:00',
  fin: '2026-03-16T17:00:00+01:00',
  motif: 'travail',
  recurrence: 'FREQ=WEEKLY;BYDAY=MO,TU',
}

/** How to call the operations on who could come. */
export const disponibiliteSamples: Record<string, MakeSample> = {
  list_mes_disponibilites: async (sql) => {
    await addAbsence(sql, await addressee(sql))
    return {}
  },
  create_ma_disponibilite: async () => ({ body: travail }),
  update_ma_disponibilite: async (sql) => ({
    path: { id: await addAbsence(sql, await addressee(sql)) },
    body: travail,
  }),
  delete_ma_disponibilite: async (sql) => ({ path: { id: await addAbsence(sql, await addressee(sql)) } }),
  list_disponibilites: async (sql) => {
    await addAbsence(sql, await someone(sql))
    return {}
  },
  get_disponibilite: async (sql) => ({ path: { id: await addAbsence(sql, await someone(sql)) } }),
  create_disponibilite: async (sql) => ({ body: { sapeur_id: await someone(sql), ...travail } }),
  update_disponibilite: async (sql) => ({
    path: { id: await addAbsence(sql, await someone(sql)) },
    body: travail,
  }),
  delete_disponibilite: async (sql) => ({ path: { id: await addAbsence(sql, await someone(sql)) } }),
  list_mes_piquets: async (sql) => {
    await addPiquet(sql, await addressee(sql), await another(sql))
    return {}
  },
  list_piquets: async (sql) => {
    await sql(
      `insert into app.piquets (sapeur_id, debut, fin)
       select min(id), now(), now() + interval '1 hour' from app.sapeurs on conflict do nothing`,
    )
    return {}
  },
  get_piquet: async (sql) => ({ path: { id: await addPiquet(sql, await someone(sql)) } }),
  create_piquet: async (sql) => ({
    body: {
      sapeur_id: await someone(sql),
      ...(await place(sql)),
      ...week(),
    },
  }),
  create_piquets_rotation: async (sql) => {
    const { debut } = week()
    return {
      body: { sapeurs: [await someone(sql), await another(sql)], debut, semaines: 2, ...(await place(sql)) },
    }
  },
  update_piquet: async (sql) => ({
    path: { id: await addPiquet(sql, await someone(sql)) },
    body: { sapeur_id: await another(sql), ...(await place(sql)), ...week() },
  }),
  delete_piquet: async (sql) => ({ path: { id: await addPiquet(sql, await someone(sql)) } }),
  list_repreneurs: async (sql) => ({ path: { id: await addPiquet(sql, await addressee(sql)) } }),
  echanger_piquet: async (sql) => ({
    path: { id: await addPiquet(sql, await addressee(sql)) },
    body: { sapeur_id: await another(sql) },
  }),
  delete_piquet_echange: async (sql) => ({
    path: { id: await addPiquet(sql, await addressee(sql), await another(sql)) },
  }),
  accepter_piquet: async (sql) => ({
    path: { id: await addPiquet(sql, await another(sql), await addressee(sql)) },
  }),
  list_effectif_requis: async (sql) => {
    await addRequis(sql)
    return {}
  },
  create_effectif_requis: async (sql) => ({
    body: {
      designation: unique('Nuit'),
      minimum: 4,
      condition: await condition(sql),
      plage: { jours: [1, 2, 3, 4, 5], debut: '18:00', fin: '06:00' },
    },
  }),
  update_effectif_requis: async (sql) => ({
    path: { id: await addRequis(sql) },
    body: {
      designation: unique('Soir'),
      minimum: 5,
      condition: await condition(sql),
      plage: { jours: [6, 7], debut: '07:00', fin: '19:00' },
    },
  }),
  delete_effectif_requis: async (sql) => ({ path: { id: await addRequis(sql) } }),
  get_effectif_disponible: async (sql) => {
    await addRequis(sql)
    return {}
  },
}
