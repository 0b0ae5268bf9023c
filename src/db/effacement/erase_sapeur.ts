import type pg from 'pg'
import type { Step } from '../../process/progress.ts'
import {
  type Classified,
  eraseRow,
  liftGuardsPatiently,
  putGuards,
  scrubTexts,
} from './erasing_statements.ts'
import { motifOf, type Personne, surnameMotif } from './motif.ts'

/** Result of an erasure, in numbers of rows, without any value of the person. */
export interface Report {
  sis: string
  sapeur_id: number
  pseudonyme: string
  /** Rows by table, and by `table.column` for texts of others in which names and numbers were replaced. */
  effaces: Record<string, number>
  /** Rows that stay as figures, without name. */
  gardes: Record<string, number>
  /** Pay records that name the person until the legal term ends (CO art. 958f). */
  paie: { tables: Record<string, number>; jusqu_au: string } | null
  /** State of the account afterwards. */
  compte: 'aucun' | 'fermé' | 'délié'
  /** Texts that hold the surname: someone must read them. `id` where the table has one. */
  a_relire: { table: string; colonne: string; id: number | null }[]
}

/**
 * Erases a sapeur within the open transaction of caserne_owner: rows, account, journal, and names and numbers in
 * texts. Figures stay. The owner takes down the guards of its own tables for this transaction; the locks that it needs
 * for it keep everyone else out meanwhile.
 * @throws the refusals of audit.check_effacement
 */
export async function eraseSapeur(owner: pg.Client, sis: string, id: number, step: Step): Promise<Report> {
  step('verrous')
  const tables = await readTables(owner)
  const triggers = await liftGuardsPatiently(owner, tables)
  const ask = async <T>(call: string, values: unknown[]): Promise<T> =>
    (await owner.query<{ answer: T }>(`select ${call} as answer`, values)).rows[0]?.answer as T
  // For tables that are only read, whose policies stay in force.
  await ask('request.open(null, $1, array(select identifiant from auth.permissions), null)', [sis])
  // The journal, which refuses changes in a closed SIS, is not asked.
  await ask('auth.check_ouvert($1)', [sis])
  await ask('audit.check_effacement($1, $2)', [sis, id])
  const personne = await ask<Personne>('audit.describe_personne($1, $2)', [sis, id])
  const pseudonyme = `Ancien sapeur n° ${id}`
  // A pattern that matches nothing, for one who has been erased before.
  const motif = motifOf(personne) ?? '$.'
  const effaces: Record<string, number> = {}
  step('mails et messages')
  const jusqu_au = await ask<string | null>('audit.keep_identite_paie($1, $2)::text', [sis, id])
  Object.assign(
    effaces,
    await ask<Record<string, number>>('audit.erase_traces($1, $2, $3)', [sis, id, motif]),
  )
  if (personne.user_id !== null) {
    step('compte')
    await ask('audit.erase_compte($1, $2, $3, $4)', [sis, personne.user_id, pseudonyme, personne.seul_sis])
  }
  step('fiche')
  const gardes: Record<string, number> = {}
  for (const table of tables.filter(({ lien }) => lien === 'id' || lien === 'sapeur_id')) {
    const rows = await eraseRow(owner, table, { sis, id, pseudonyme })
    if (table.regle === 'modifie' || table.regle === 'supprime') effaces[table.nom] = rows
    if (table.regle === 'modifie' || table.regle === 'garde') gardes[table.nom] = rows
  }
  step('textes')
  for (const table of tables)
    Object.assign(effaces, await scrubTexts(owner, table, { sis, motif, pseudonyme }))
  step('journal')
  effaces['audit.journal'] = await ask('audit.erase_journal($1, $2, $3, $4)', [sis, id, motif, pseudonyme])
  const a_relire = await findSurname(owner, tables, sis, surnameMotif(personne))
  for (const groupe of ['alarmes', 'exercices', 'interventions', 'listes', 'sapeurs', 'sis'])
    await ask('audit.mark($1, $2)', [sis, groupe])
  await putGuards(owner, tables, triggers)
  const paie = ['app.ecritures', 'app.paiements', 'audit.identites_paie']
  return {
    sis,
    sapeur_id: id,
    pseudonyme,
    effaces: filled(effaces),
    gardes: filled(gardes),
    paie:
      jusqu_au === null
        ? null
        : {
            tables: filled(Object.fromEntries(paie.map((nom) => [nom, gardes[nom] ?? 1]))),
            jusqu_au,
          },
    compte: personne.user_id === null ? 'aucun' : personne.seul_sis ? 'fermé' : 'délié',
    a_relire,
  }
}

const filled = (rows: Record<string, number>) =>
  Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0))

async function readTables(owner: pg.Client): Promise<Classified[]> {
  const { rows } = await owner.query<Classified>(
    `select d.nom, d.lien, d.regle, d.personnelles, d.gardees, d.textes, c.relforcerowsecurity as forced,
            (select json_object_agg(a.attname, a.atttypid::regtype::text)
               from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as types
       from audit.donnees_personnelles() d
       join pg_class c on c.oid = to_regclass(d.nom)
      order by d.nom`,
  )
  return rows
}

async function findSurname(
  owner: pg.Client,
  tables: Classified[],
  sis: string,
  motif: string | null,
): Promise<Report['a_relire']> {
  if (motif === null) return []
  const found: Report['a_relire'] = []
  for (const { nom, textes, types } of tables.filter((table) => table.types.sis_key))
    for (const colonne of textes) {
      const id = types.id === 'bigint' ? 'id' : 'null'
      const { rows } = await owner.query<{ id: string | null }>(
        `select ${id}::text as id from ${nom} where sis_key = $1 and ${colonne}::text ~* $2 order by 1 limit 200`,
        [sis, motif],
      )
      found.push(...rows.map((row) => ({ table: nom, colonne, id: row.id === null ? null : Number(row.id) })))
    }
  return found
}
