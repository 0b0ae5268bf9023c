import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Client, DatabaseError, escapeIdentifier } from 'pg'
import { from } from 'pg-copy-streams'
import type { Step } from '../../process/progress.ts'
import { askConfirmations } from './ask_confirmations.ts'
import {
  accountColumns,
  becomeSuperuser,
  type CarriedTable,
  plainValues,
  readSharedLists,
  readTables,
} from './carried_tables.ts'
import { checkIds } from './check_ids.ts'
import { checkReferences, readReferences } from './check_references.ts'
import { ArchiveReader, DamagedArchive, type End, type Header, type Section } from './format.ts'
import { findMails, insertAccounts, insertLocalites, type Trust } from './map_ids.ts'
import { moveRows, raiseSequence } from './move_rows.ts'
import { disableMailboxes, type MailboxKeys, resealMailboxes } from './reseal_mailboxes.ts'
import { resealSecrets } from './reseal_secrets.ts'

/** Result of an import. */
export interface Imported {
  header: Header
  /** Number of rows by table. */
  lignes: Record<string, number>
  /** Accounts that were made, and those that were here already, by their e-mail. */
  comptes: { crees: number; connus: number }
  /** How many of them are asked to confirm their address. */
  a_confirmer: number
  /** Mailboxes whose password no key opens: they are inactive until someone enters it. */
  messageries_sans_mot_de_passe: string[]
}

/**
 * Brings the SIS of an archive into this database, whole or not at all. Rows keep their ids. Accounts are known by
 * their e-mail, and keep their password here if their address is confirmed here.
 * @param client within the transaction that commits it
 * @param trust how far the operator trusts the archive
 * @throws in French: a damaged archive, another version, a SIS or name that is here already, rows that refer to nothing
 */
export async function importSis(...given: Parameters<typeof importArchive>): Promise<Imported> {
  try {
    return await importArchive(...given)
  } catch (error) {
    // Class 22: a value that its column cannot have. Class 23: a broken constraint.
    if (error instanceof DatabaseError && /^2[23]/.test(error.code ?? ''))
      throw new Error(
        `L’archive a une ligne que cette base n’admet pas (${error.table ?? error.where ?? error.message}) : rien n’est importé.`,
        { cause: error },
      )
    throw error
  }
}

async function importArchive(
  client: Client,
  source: Readable,
  keys: MailboxKeys,
  step: Step,
  trust: Trust = 'claims',
): Promise<Imported> {
  await client.query(plainValues)
  await becomeSuperuser(client)
  const { rows } = await client.query<{ kept: boolean }>('select request.keeps_users() as kept')
  if (rows[0]?.kept !== true)
    throw new Error(
      'Une archive porte aussi des comptes : importez-la dans la base qui les tient, puis déplacez le SIS (caserne sis move).',
    )
  const archive = new ArchiveReader(source)
  const header = await archive.header()
  await checkHeader(client, header)
  const tables = await readTables(client)
  const references = await readReferences(
    client,
    tables.map(({ name }) => name),
  )
  // Each table is read and written, besides accounts, places and mails that are only read.
  const steps = 2 * tables.length + 3 + references.length
  const counted: Step = (name) => step(name, steps)
  const lignes = await stage(client, archive, tables, counted)
  await checkIds(client, tables, lignes)
  const { api_key: sis } = header.sis
  // Triggers would write the journal again, and refuse what is closed or paid. Foreign keys are checked below instead.
  await client.query('set local session_replication_role = replica')
  await insertSis(client, header)
  const comptes = await insertAccounts(client, trust)
  await insertLocalites(client)
  await findMails(client)
  for (const table of tables) {
    counted(table.name)
    await moveRows(client, table, sis, trust)
  }
  const closed = await resealMailboxes(client, sis, keys)
  await resealSecrets(client, sis, keys)
  await client.query('set local session_replication_role = origin')
  await checkReferences(client, references, sis, counted)
  // Sequences do not follow the transaction: they are left alone until the rows are known to be good.
  for (const table of tables) await raiseSequence(client, table)
  await disableMailboxes(client, sis, closed)
  await resume(client, sis)
  const a_confirmer = await askConfirmations(client, sis)
  return {
    header,
    lignes,
    comptes,
    a_confirmer,
    messageries_sans_mot_de_passe: closed.map(({ utilisateur, host }) => `${utilisateur} (${host})`),
  }
}

async function checkHeader(client: Client, header: Header): Promise<void> {
  const { rows } = await client.query<{ migration: string; taken: string | null }>(
    `select (select filename from graphile_migrate.migrations order by filename desc limit 1) as migration,
            (select case when s.api_key = $1 then 'Le SIS ' || $1 || ' existe déjà'
                         else 'Le SIS ' || s.api_key || ' porte déjà le nom « ' || s.nom || ' »' end
               from auth.sis s
              where s.api_key = $1 or request.plain(s.nom) = request.plain($2)
              order by s.api_key = $1 desc limit 1) as taken`,
    [header.sis.api_key, header.sis.nom],
  )
  const { migration, taken } = rows[0] ?? { migration: '', taken: null }
  if (taken !== null) throw new Error(`${taken} : rien n’est importé.`)
  if (migration !== header.migration)
    throw new Error(
      `L’archive vient d’une base à la migration ${header.migration}, celle-ci est à ${migration} : mettez les deux à la même version.`,
    )
  const lists = await readSharedLists(client)
  const other = Object.keys(lists).find((name) => lists[name] !== header.listes[name])
  if (other !== undefined)
    throw new Error(`La liste ${other} n’est pas la même dans l’archive : rien n’est importé.`)
}

// Rows first go to temporary tables, so that ids can be changed on their way. Names of tables and columns are never
// taken from the archive, only compared with it.
async function stage(
  client: Client,
  archive: ArchiveReader,
  tables: CarriedTable[],
  step: Step,
): Promise<Record<string, number>> {
  const places = new Map(tables.map(({ name, columns }) => [name, columns]))
  places.set('auth.users', [...accountColumns, 'membre'])
  places.set('app.localites', ['id', 'npa', 'nom', 'canton'])
  places.set('app.messages (*)', ['id', 'sha256'])
  const counts: Record<string, number> = {}
  for (;;) {
    const found = await archive.sectionOrEnd()
    if (!('table' in found)) {
      checkCounts(found, counts, [...places.keys()])
      return counts
    }
    const columns = places.get(found.table)
    if (columns === undefined || counts[found.table] !== undefined || !isSame(columns, found))
      throw new Error(
        `La table ${found.table} de l’archive n’est pas celle de cette version : rien n’est importé.`,
      )
    step(found.table)
    const staged = stagedName(found.table)
    await client.query(stagingOf(found.table, columns))
    const copy = client.query(
      from(`copy pg_temp.${staged} (${found.columns.map(escapeIdentifier).join(', ')}) from stdin`),
    )
    await pipeline(archive.rows(), copy)
    counts[found.table] = copy.rowCount
  }
}

function stagingOf(table: string, columns: string[]): string {
  const staged = stagedName(table)
  if (table === 'app.messages (*)')
    return `create temp table ${staged} (id bigint, sha256 text) on commit drop`
  const own = columns.filter((column) => column !== 'membre').map(escapeIdentifier)
  const flag = columns.includes('membre') ? ', false as membre' : ''
  return `create temp table ${staged} on commit drop as select ${own.join(', ')}${flag} from ${table} with no data`
}

const isSame = (columns: string[], { columns: found }: Section) =>
  JSON.stringify([...columns].sort()) === JSON.stringify([...found].sort())

function checkCounts({ lignes }: End, counts: Record<string, number>, expected: string[]): void {
  for (const name of expected) {
    if (counts[name] === undefined) throw new DamagedArchive(`la table ${name} manque`)
    if (counts[name] !== lignes[name]) throw new DamagedArchive(`lignes de ${name}`)
  }
}

// The id is that of the archive if it is free. Triggers make the SIS at home here, and open.
async function insertSis(client: Client, { sis }: Header): Promise<void> {
  await client.query(
    `insert into auth.sis (api_key, id, nom, abreviation, mobile, created_at, cellule) overriding system value
     select $1, case when exists (select from auth.sis s where s.id = $2) or $2 > n.last_value then nextval('auth.sis_id_seq') else $2 end,
            $3, $4, $5, $6, (select c.nom from request.cellule c)
       from auth.sis_id_seq n`,
    [sis.api_key, sis.id, sis.nom, sis.abreviation, sis.mobile, sis.created_at],
  )
}

// Jobs that waited in the old queue wait here. Kept answers of this SIS are out of date.
async function resume(client: Client, sis: string): Promise<void> {
  await client.query('select request.open(null, $1, array(select identifiant from auth.permissions), null)', [
    sis,
  ])
  await client.query(
    `select jobs.ask_imputation(t) from app.travaux t where t.sis_key = $1 and t.ended_at is null`,
    [sis],
  )
  await client.query(
    'select jobs.ask_releve(r.sis_key, r.messagerie_id) from jobs.releves r where r.sis_key = $1 and r.active',
    [sis],
  )
  await client.query('select jobs.ask_envois($1)', [sis])
  await client.query('select audit.mark($1, g) from unnest($2::text[]) as g', [
    sis,
    ['alarmes', 'exercices', 'interventions', 'listes', 'sapeurs', 'sis'],
  ])
  await client.query('select request.open(null, null, null, null)')
}

const stagedName = escapeIdentifier
