import pg from 'pg'

// Tables in an order in which their rows can be inserted. The people of a SIS come first.
const tables = [
  'sapeurs',
  'mutations',
  'particularites',
  'telephones',
  'salaires',
  'sapeur_fonctions',
  'sapeur_grades',
  'groupe_sapeurs',
  'sapeur_permis',
  'materiel_personnel',
  'interventions',
  'intervention_sapeurs',
  'intervention_phases',
  'intervention_vehicules',
  'intervention_materiels',
  'intervention_groupes',
  'intervention_missions',
  'intervention_jalons',
  'intervention_appels',
  'intervention_quittances',
  'alarmes',
  'alarme_groupes',
  'alarme_personnes',
  'exercices',
  'exercice_sapeurs',
  'exercice_heures',
  'decomptes',
  'ecritures',
  'paiements',
]

// Columns that say when or how often a row was written. A trigger makes the first phase and gives it its id. Operations
// that ask for an excuse and decide about it write its dates.
const ignored: Record<string, string[]> = {
  all: ['version', 'created_at', 'updated_at', 'changed_in'],
  intervention_phases: ['id'],
  exercice_sapeurs: ['date_demande', 'date_validation'],
}

// Rows that no trigger makes.
const inserted: Record<string, string> = {
  intervention_phases: 'where phase_type_id <> app.phase_type_intervention()',
}

// Columns that validation, imputation and décomptes write on rows that reports and presences have completed.
const decided: Record<string, string> = {
  ecritures: `update app.ecritures e
      set decompte_id = k.decompte_id
     from pg_temp.ecritures k
    where e.sis_key = k.sis_key and e.id = k.id and k.decompte_id is not null`,
  interventions: `update app.interventions i
      set statut = k.statut, validated_by = k.validated_by, validated_at = k.validated_at, date_imputation = k.date_imputation
     from pg_temp.interventions k
    where i.sis_key = k.sis_key and i.id = k.id and k.statut > app.intervention_saisie() and i.statut = app.intervention_saisie()`,
  exercices: `update app.exercices e
      set statut = k.statut
     from pg_temp.exercices k
    where e.sis_key = k.sis_key and e.id = k.id
      and (k.statut = app.exercice_annule() or k.statut > app.exercice_saisi() and e.statut = app.exercice_saisi())`,
}

const permissions = [
  'sapeur.modification',
  'sapeur.lecture',
  'intervention.lecture',
  'intervention.modification',
  'intervention.validation',
  'exercice.lecture',
  'exercice.modification',
  'exercice.presence',
  'exercice.validation',
  'comptabilite.lecture',
  'comptabilite.modification',
  'comptabilite.config',
]

/**
 * Proves that the rows of a SIS are what the product makes: removes them, inserts them again with all triggers and
 * constraints, with the columns that clients write, and compares all columns. Changes nothing.
 * @returns number of rows compared. @throws when a row differs
 */
export async function checkSis(admin: string, sis: string): Promise<number> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica; set local synchronous_commit = off')
    let rows = 0
    for (const table of tables) {
      const kept = await client.query(
        `create temporary table ${table} on commit drop as select * from app.${table} where sis_key = '${sis}' order by 1, 2`,
      )
      rows += kept.rowCount ?? 0
      await client.query(`grant select on pg_temp.${table} to caserne_owner`)
    }
    for (const table of tables.toReversed())
      await client.query(`delete from app.${table} where sis_key = $1`, [sis])
    await client.query('update app.exercices_comptables set boucle = false where sis_key = $1', [sis])
    await client.query('set local session_replication_role = origin; set local role caserne_owner')
    await client.query('select request.open(null, $1, $2, null)', [sis, permissions])
    for (const table of tables) await insertAgain(client, table)
    for (const statement of Object.values(decided)) await client.query(statement)
    await client.query('reset role')
    for (const table of tables) await compare(client, sis, table)
    return rows
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

async function insertAgain(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
       from pg_attribute a
      where a.attrelid = $1::regclass
        and a.attnum > 0
        and not a.attisdropped
        and a.attgenerated = ''
        -- Clients insert everything except the values that triggers make.
        and (a.attname in ('sis_key', 'id')
             or has_column_privilege('caserne_api', a.attrelid, a.attnum, 'insert')
             or not has_any_column_privilege('caserne_api', a.attrelid, 'insert'))`,
    [`app.${table}`],
  )
  const columns = rows[0]?.columns
  await client.query(
    `insert into app.${table} (${columns}) overriding system value
     select ${columns} from pg_temp.${table} ${inserted[table] ?? ''} order by 1, 2`,
  )
}

async function compare(client: pg.Client, sis: string, table: string): Promise<void> {
  const left = [...(ignored.all ?? []), ...(ignored[table] ?? [])]
  const rowsOf = (schema: string) =>
    `select to_jsonb(t) - $2::text[] as ligne from ${schema}.${table} t where t.sis_key = $1`
  const { rows } = await client.query(
    `(select 'généré' as de, * from (${rowsOf('pg_temp')} except all ${rowsOf('app')}) g limit 3)
     union all
     (select 'produit', * from (${rowsOf('app')} except all ${rowsOf('pg_temp')}) p limit 3)`,
    [sis, left],
  )
  if (rows.length > 0)
    throw new Error(
      `${table} of ${sis} is not what the product makes:\n${rows.map((row) => JSON.stringify(row)).join('\n')}`,
    )
}
