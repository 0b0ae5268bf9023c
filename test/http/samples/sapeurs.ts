import { type MakeSample, one, type Sample, type Sql, unique } from './sample.ts'

/** A new sapeur who has served since 2020. */
async function addSapeur(sql: Sql): Promise<number> {
  const id = await one(sql, 'insert into app.sapeurs (nom, prenom) values ($1, $2) returning id', [
    unique('Nouveau'),
    'Léa',
  ])
  await sql("insert into app.mutations (sapeur_id, incorporation) values ($1, '2020-01-01')", [id])
  return id
}

let numero = 0
function telephone(): string {
  numero += 1
  return `+41 79 444 ${String(numero).padStart(4, '0')}`
}

const addLocalite = (sql: Sql) => one(sql, 'select min(id) from app.localites where npa = $1', ['2854'])

const addPermisType = (sql: Sql) =>
  one(sql, 'insert into app.permis_types (designation) values ($1) returning id', [unique('Permis')])

const addFonction = (sql: Sql) =>
  one(sql, 'insert into app.fonctions (designation) values ($1) returning id', [unique('Fonction')])

const addGrade = (sql: Sql) =>
  one(sql, 'insert into app.grades (designation) values ($1) returning id', [unique('Grade')])

const addGroupe = (sql: Sql) =>
  one(sql, "insert into app.groupes (type, no, designation) values (2, $1, 'Groupe') returning id", [
    unique('G'),
  ])

const particularites = {
  suffixe: 'junior',
  civilite_id: 2,
  porteur: true,
  remarque: 'Parle allemand',
  rue: 'Rue de la Gare',
  no_rue: '15a',
  date_naissance: '1990-05-17',
  no_avs: '756.1234.5678.97',
  cotisation_avs: false,
  profession: 'Charpentière',
  employeur: 'Bois SA',
  lieu_de_travail: 'Delémont',
  iban: 'CH93 0076 2011 6238 5295 7',
}

async function someone(sql: Sql): Promise<Record<string, unknown>> {
  return {
    ...particularites,
    nom: unique('Zwahlen'),
    prenom: 'Léa',
    email: `${unique('lea').replace(' ', '')}@example.org`,
    localite_id: await addLocalite(sql),
  }
}

/** A list of a sapeur: its name in paths, its name for a reader, and a body. */
interface Part {
  path: string
  one: string
  argument: string
  table: string
  body(sql: Sql): Promise<Record<string, unknown>>
}

const period = { debut: '2020-01-01', fin: '2025-12-31', remarque: 'par intérim' }
const parts: Part[] = [
  {
    path: 'telephones',
    one: 'telephone',
    argument: 'telephone_id',
    table: 'telephones',
    body: async () => ({ telephone_type_id: 2, numero: telephone(), rta: false, priorite: 3 }),
  },
  {
    path: 'permis',
    one: 'permis',
    argument: 'sapeur_permis_id',
    table: 'sapeur_permis',
    body: async (sql) => ({ permis_type_id: await addPermisType(sql), date: '2015-06-01' }),
  },
  {
    path: 'fonctions',
    one: 'fonction',
    argument: 'sapeur_fonction_id',
    table: 'sapeur_fonctions',
    body: async (sql) => ({ fonction_id: await addFonction(sql), ...period }),
  },
  {
    path: 'grades',
    one: 'grade',
    argument: 'sapeur_grade_id',
    table: 'sapeur_grades',
    body: async (sql) => ({ grade_id: await addGrade(sql), ...period }),
  },
  {
    path: 'mutations',
    one: 'mutation',
    argument: 'mutation_id',
    table: 'mutations',
    body: async (sql) => ({
      localite_id: await addLocalite(sql),
      incorporation: '2001-01-01',
      sortie: '2005-12-31',
      motif: 'Déménagement',
    }),
  },
  {
    path: 'groupes',
    one: 'groupe',
    argument: 'groupe_sapeur_id',
    table: 'groupe_sapeurs',
    body: async (sql) => ({ groupe_id: await addGroupe(sql) }),
  },
  {
    path: 'materiel',
    one: 'materiel',
    argument: 'materiel_personnel_id',
    table: 'materiel_personnel',
    body: async () => ({
      designation: unique('Casque'),
      numero: 'C-114',
      taille: '56',
      attribution: '2024-01-01',
      retour: '2024-12-31',
    }),
  },
]

/** A sapeur and a row of theirs, as the path of its operations. */
async function addPart({ table, argument, body }: Part, sql: Sql): Promise<NonNullable<Sample['path']>> {
  const id = await addSapeur(sql)
  const row: Record<string, unknown> = { sapeur_id: id, ...(await body(sql)) }
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const text = `insert into app.${table} (${columns.join(', ')}) values (${places.join(', ')}) returning id`
  return { id, [argument]: await one(sql, text, Object.values(row)) }
}

function partSamples(part: Part): Record<string, MakeSample> {
  return {
    [`list_sapeur_${part.path}`]: async (sql) => ({ path: { id: (await addPart(part, sql)).id } }),
    [`create_sapeur_${part.one}`]: async (sql) => ({
      path: { id: await addSapeur(sql) },
      body: await part.body(sql),
    }),
    [`update_sapeur_${part.one}`]: async (sql) => ({
      path: await addPart(part, sql),
      body: await part.body(sql),
    }),
    [`delete_sapeur_${part.one}`]: async (sql) => ({ path: await addPart(part, sql) }),
  }
}

/** How to call the operations on people. */
export const sapeurSamples: Record<string, MakeSample> = {
  list_sapeurs: async () => ({ query: { actif: 'true', type: '0' } }),
  get_sapeur: async (sql) => ({ path: { id: await addSapeur(sql) } }),
  create_sapeur: async (sql) => ({
    body: { ...(await someone(sql)), type: 0, incorporation: '2020-01-01', actif: true },
  }),
  update_sapeur: async (sql) => ({
    path: { id: await addSapeur(sql) },
    body: { ...(await someone(sql)), type: 2, actif: false },
  }),
  delete_sapeur: async (sql) => ({ path: { id: await addSapeur(sql) } }),
  ...Object.assign({}, ...parts.map(partSamples)),
}
