import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorText } from '../../text/error_text.ts'
import type { Check } from './check.ts'
import { type Finding, fault, ok, unchecked } from './finding.ts'

const HOUR_MS = 3_600_000

interface Archiver {
  on: boolean
  /** Seconds since the last segment was archived; null: none was. */
  age: number | null
  failing: boolean
  segment: string | null
}

/** The age of the newest backup in BACKUP_DIR. */
export const checkBackups: Check = {
  name: 'sauvegardes',
  needs: 'settings',
  examine: async ({ config }) => {
    const { BACKUP_DIR, BACKUP_MAX_HOURS } = config
    if (BACKUP_DIR === undefined) return [unchecked('BACKUP_DIR n’est pas donné : leur âge n’est pas connu')]
    try {
      return [judgeBackups(BACKUP_DIR, newest(BACKUP_DIR), BACKUP_MAX_HOURS, Date.now())]
    } catch (error) {
      return [fault(`${BACKUP_DIR} (BACKUP_DIR) : ${errorText(error)}`, 'Corrigez BACKUP_DIR.')]
    }
  },
}

/** Whether the database archives its log, if it is set to. */
export const checkArchive: Check = {
  name: 'sauvegardes',
  needs: 'database',
  examine: async ({ database }) => {
    const { rows } = await database.query<Archiver>(
      `select current_setting('archive_mode') <> 'off' as on,
              extract(epoch from clock_timestamp() - last_archived_time)::float8 as age,
              coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
              last_failed_wal as segment
         from pg_catalog.pg_stat_archiver`,
    )
    return rows.map(judgeArchiver)
  },
}

// When the newest file was written, or null if there is none. pg_dump -Fd and pg_basebackup make directories.
function newest(directory: string): number | null {
  const times = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)))
    .filter(({ size }) => size > 0)
    .map(({ mtimeMs }) => mtimeMs)
  return times.length === 0 ? null : times.reduce((latest, each) => Math.max(latest, each))
}

function judgeBackups(directory: string, written: number | null, most: number, now: number): Finding {
  const remedy = 'Voyez pourquoi la sauvegarde ne se fait plus (docs/how-to/back-up-and-restore.md).'
  if (written === null) return fault(`${directory} ne contient aucune sauvegarde`, remedy)
  const hours = Math.max(0, Math.floor((now - written) / HOUR_MS))
  const sentence = `la dernière de ${directory} a ${hours} heures`
  return now - written > most * HOUR_MS
    ? fault(`${sentence}, plus que ${most} (BACKUP_MAX_HOURS)`, remedy)
    : ok(sentence)
}

function judgeArchiver({ on, age, failing, segment }: Archiver): Finding {
  if (!on) return unchecked('archive_mode est off : pas de retour à un instant choisi')
  if (failing)
    return fault(
      `l’archivage du journal échoue (${segment})`,
      'Voyez le journal de PostgreSQL et archive_command : le disque se remplit tant que cela dure.',
    )
  return ok(
    age === null
      ? 'archivage du journal en marche, rien encore à archiver'
      : `journal archivé il y a ${Math.round(age)} s`,
  )
}
