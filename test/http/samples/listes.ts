import { type MakeSample, one, type Sql, unique } from './sample.ts'

const existing = (table: string) => (sql: Sql) => one(sql, `select min(id) from app.${table}`)
const added =
  (table: string, column = 'designation') =>
  (sql: Sql) =>
    one(sql, `insert into app.${table} (${column}) values ($1) returning id`, [unique('Nouveau')])

/** How to add, change and remove rows of a list of a SIS: its name, a row, and the fields of a new one. */
function writes(
  name: string,
  add: (sql: Sql) => Promise<number>,
  body: (sql: Sql) => Promise<Record<string, unknown>>,
): Record<string, MakeSample> {
  return {
    [`create_${name}`]: async (sql) => ({ body: await body(sql) }),
    [`update_${name}`]: async (sql) => ({ path: { id: await add(sql) }, body: await body(sql) }),
    [`delete_${name}`]: async (sql) => ({ path: { id: await add(sql) } }),
  }
}

const addType = (sql: Sql) =>
  one(
    sql,
    'insert into app.types_intervention (designation, stat_intervention_id) values ($1, 1) returning id',
    [unique('Feu')],
  )
const addCode = (sql: Sql) =>
  one(
    sql,
    'insert into app.codes_alarme (code, type_intervention_id, stat_federal_id) values ($1, 3, 1) returning id',
    [unique('FEU')],
  )
const addTelephone = (sql: Sql) =>
  one(sql, "insert into app.telephones_utiles (nom, numero) values ($1, '144') returning id", [unique('x')])

async function addLocalite(sql: Sql): Promise<number> {
  const id = await existing('localites')(sql)
  await sql('insert into app.localites_sis (localite_id) values ($1) on conflict do nothing', [id])
  return id
}

// Years go round, as the files of one process take more of them than there are.
let year = 2100
async function freeYear(sql: Sql): Promise<number> {
  year = year < 2199 ? year + 1 : 2101
  const taken = await one(sql, 'select count(*) from app.exercices_comptables where annee = $1', [year])
  return taken ? freeYear(sql) : year
}
const addYear = async (sql: Sql) =>
  one(
    sql,
    `insert into app.exercices_comptables (annee, designation, debut, fin)
     values ($1::integer, $1::integer::text, make_date($1, 1, 1), make_date($1, 12, 31)) returning id`,
    [await freeYear(sql)],
  )
const newYear = async (sql: Sql) => {
  const free = await freeYear(sql)
  return { annee: free, designation: `Exercice ${free}`, debut: `${free}-01-01`, fin: `${free}-12-31` }
}

const ranked = async () => ({ designation: unique('Nouveau'), rang: 15 })
// With both names, as clients send records back.
const function_ = async () => {
  const body = await ranked()
  return { ...body, nom: body.designation }
}
const licence = async () => {
  const designation = unique('Nouveau')
  return { designation, type: designation, tri: 15 }
}

/** How to call the operations on reference lists. */
export const listeSamples: Record<string, MakeSample> = {
  list_civilites: async () => ({}),
  list_grades: async () => ({}),
  ...writes('grade', added('grades'), ranked),
  list_fonctions: async () => ({}),
  ...writes('fonction', added('fonctions'), function_),
  list_permis_types: async () => ({}),
  ...writes('permis_type', added('permis_types'), licence),
  list_telephone_types: async () => ({}),
  list_localites: async () => ({}),
  list_localites_sis: async (sql) => {
    await addLocalite(sql)
    return {}
  },
  create_localite_sis: async (sql) => {
    const localite_id = await existing('localites')(sql)
    await sql('delete from app.localites_sis where localite_id = $1', [localite_id])
    return { body: { localite_id } }
  },
  delete_localite_sis: async (sql) => {
    return { path: { id: await addLocalite(sql) } }
  },
  list_groupes: async () => ({}),
  ...writes('groupe', added('groupes'), async (sql) => ({
    type: 2,
    no: unique('G').replace(' ', ''),
    designation: unique('Section'),
    tri: 7,
    parent_id: await added('groupes')(sql),
  })),
  list_unites: async () => ({}),
  list_types_intervention: async () => ({}),
  ...writes('type_intervention', addType, async () => ({
    designation: unique('Feu'),
    stat_intervention_id: 1,
    tri: 4,
  })),
  list_codes_alarme: async () => ({}),
  ...writes('code_alarme', addCode, async (sql) => ({
    code: unique('FEU'),
    type_intervention_id: await addType(sql),
    stat_federal_id: 1,
  })),
  list_intervention_traitements: async () => ({}),
  list_phase_types: async () => ({}),
  list_mission_types: async () => ({}),
  ...writes('mission_type', added('mission_types', 'titre'), async () => ({ titre: unique('Pompage') })),
  list_telephones: async (sql) => {
    await addTelephone(sql)
    return {}
  },
  ...writes('telephone', addTelephone, async () => ({ nom: unique('Centre'), numero: '145', tri: 1 })),
  list_exercices_comptables: async () => ({}),
  ...writes('exercice_comptable', addYear, newYear),
  update_exercice_comptable: async (sql) => ({
    path: { id: await addYear(sql) },
    body: { ...(await newYear(sql)), boucle: true },
  }),
}
