import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** A table of audit.donnees_personnelles. */
export interface Classified {
  nom: string
  lien: string | null
  regle: string
  personnelles: string[]
  gardees: string[]
  textes: string[]
  /** Columns with their types; not those that are computed. */
  types: Record<string, string>
  forced: boolean
}

// Statements are made from audit.donnees_personnelles, whose names are our own: a column that is classified tomorrow is
// erased without a change here.

// Shorter than deadlock_timeout (1 s), so that never a request of a server is ended, and the erasure gives way.
const LOCK_TIMEOUT_MS = 800
const PAUSE_MS = 500

/** Lifts the guards as soon as no other session holds one of the tables. @throws 55P03 after this many tries */
export async function liftGuardsPatiently(
  owner: pg.Client,
  tables: Classified[],
  tries = 5,
): Promise<Trigger[]> {
  await owner.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}; savepoint guards`)
  try {
    const triggers = await liftGuards(owner, tables)
    await owner.query('release savepoint guards; set local lock_timeout = 0')
    return triggers
  } catch (error) {
    if (tries === 1 || !(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error
    // Lets requests pass that wait behind the locks.
    await owner.query('rollback to savepoint guards')
    await pause(PAUSE_MS)
    return await liftGuardsPatiently(owner, tables, tries - 1)
  }
}

/** A trigger that is lifted. */
interface Trigger {
  table: string
  name: string
  /** Whether it fires for replicated rows too. */
  always: boolean
}

// Lets the owner past the triggers and policies of its tables, until putGuards. Both need the strongest lock of a table,
// so nobody else meets a table without its guards. Triggers for replicated rows alone do not fire here.
async function liftGuards(owner: pg.Client, tables: Classified[]): Promise<Trigger[]> {
  const { rows: triggers } = await owner.query<Trigger>(
    `select t.tgrelid::regclass::text as table, t.tgname::text as name, t.tgenabled = 'A' as always
       from pg_trigger t
      where not t.tgisinternal and t.tgenabled in ('O', 'A') and t.tgrelid::regclass::text = any ($1)
      order by 1, 2`,
    [tables.filter(isWritten).map(({ nom }) => nom)],
  )
  await alter(owner, tables, triggers, ({ name }) => `disable trigger ${name}`, 'no force row level security')
  return triggers
}

/** Puts up again what liftGuards took down. */
export async function putGuards(owner: pg.Client, tables: Classified[], triggers: Trigger[]): Promise<void> {
  const enable = ({ name, always }: Trigger) => `enable ${always ? 'always ' : ''}trigger ${name}`
  await alter(owner, tables, triggers, enable, 'force row level security')
}

async function alter(
  owner: pg.Client,
  tables: Classified[],
  triggers: Trigger[],
  each: (trigger: Trigger) => string,
  force: string,
): Promise<void> {
  for (const { nom, forced } of tables.filter(isWritten)) {
    const actions = triggers.filter(({ table }) => table === nom).map(each)
    if (forced) actions.push(force)
    if (actions.length > 0) await owner.query(`alter table ${nom} ${actions.join(', ')}`)
  }
}

// The tables that an erasure reads or writes.
const isWritten = ({ nom, lien, textes }: Classified) =>
  nom !== 'auth.refresh_tokens' &&
  nom !== 'auth.tokens' &&
  nom !== 'auth.throttles' &&
  (lien !== null || textes.length > 0)

/** Empties or removes the person's rows of a table. @returns how many there are */
export async function eraseRow(
  owner: pg.Client,
  { nom, lien, regle, personnelles, types }: Classified,
  { sis, id, pseudonyme }: { sis: string; id: number; pseudonyme: string },
): Promise<number> {
  const his = `sis_key = $1 and ${lien} = $2`
  if (regle === 'supprime')
    return (await owner.query(`delete from ${nom} where ${his}`, [sis, id])).rowCount ?? 0
  const columns = personnelles.filter((column) => column in types)
  if (regle === 'modifie' && columns.length > 0) {
    const version = 'version' in types ? ', version = version + 1' : ''
    const values = columns.map((column) => `${column} = ${neutral(nom, column, types[column] ?? '')}`)
    // $3 is the pseudonym, not used by every table.
    const text = `update ${nom} set ${values.join(', ')}${version} where ${his} and $3::text <> ''`
    return (await owner.query(text, [sis, id, pseudonyme])).rowCount ?? 0
  }
  const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from ${nom} where ${his}`, [
    sis,
    id,
  ])
  return rows[0]?.n ?? 0
}

const pseudonyms: Record<string, string> = {
  'app.sapeurs.nom': "'Ancien sapeur'",
  'app.sapeurs.prenom': "'n° ' || id",
  'app.intervention_jalons.sapeur': '$3',
  'app.intervention_missions.sapeur': '$3',
  'app.alarme_personnes.nom_complet': '$3',
  'app.reponses_alarmes.nom_complet': '$3',
}

// A value that says nothing about the person. The year of a date of birth stays, for counts by age.
function neutral(table: string, column: string, type: string): string {
  const pseudonym = pseudonyms[`${table}.${column}`]
  if (pseudonym !== undefined) return pseudonym
  const neutrals: Record<string, string> = {
    text: "''",
    'text[]': "'{}'",
    boolean: 'false',
    date: `date_trunc('year', ${column})::date`,
  }
  return neutrals[type] ?? 'null'
}

/** Replaces what names the person in the texts of a table. @returns how many rows, by `table.column` */
export async function scrubTexts(
  owner: pg.Client,
  { nom, textes, types }: Classified,
  { sis, motif, pseudonyme }: { sis: string; motif: string; pseudonyme: string },
): Promise<Record<string, number>> {
  const changed: Record<string, number> = {}
  if (!('sis_key' in types)) return changed
  for (const column of textes) {
    const { rowCount } = await owner.query(
      `update ${nom} set ${column} = regexp_replace(${column}::text, $2, $3, 'gi')::${types[column]}
        where sis_key = $1 and ${column}::text ~* $2`,
      [sis, motif, pseudonyme],
    )
    if (rowCount) changed[`${nom}.${column}`] = rowCount
  }
  return changed
}
