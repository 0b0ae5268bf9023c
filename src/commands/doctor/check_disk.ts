import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type pg from 'pg'
import type { Check } from './check.ts'
import { type Finding, fault, ok, unchecked, warning } from './finding.ts'

const MB = 1_000_000
const LOW = { share: 0.1, bytes: 2_000 * MB }
const FULL = { share: 0.02, bytes: 300 * MB }

/** The room left where this program keeps its data. */
export const checkDataDisk: Check = {
  name: 'disque',
  needs: 'settings',
  examine: async ({ config }) => [await judgeDisk(config.DATA_DIR, 'DATA_DIR')],
}

/** The size of the database, and the room left on its disk if that is a disk of this machine. */
export const checkDatabaseDisk: Check = {
  name: 'disque',
  needs: 'owner',
  examine: async ({ database }) => {
    const { rows } = await database.query<{ size: string }>(
      'select pg_catalog.pg_database_size(pg_catalog.current_database()) as size',
    )
    const size = ok(`la base occupe ${asMb(Number(rows[0]?.size))}`)
    const directory = await dataDirectory(database)
    return [
      size,
      directory === null
        ? unchecked('le disque de la base ne se voit pas d’ici : surveillez-le sur sa machine')
        : await judgeDisk(directory, 'base'),
    ]
  },
}

// Only superusers and members of pg_read_all_settings may see the directory, so the session asks as its login.
async function dataDirectory(database: pg.Client): Promise<string | null> {
  await database.query('set role none')
  try {
    const { rows } = await database.query<{ directory: string | null }>(
      `select case when coalesce(pg_catalog.inet_server_addr() <<= '127.0.0.0/8' or pg_catalog.inet_server_addr() = '::1', true)
                   then pg_catalog.current_setting('data_directory') end as directory`,
    )
    const directory = rows[0]?.directory ?? null
    // Through a tunnel the server may seem to be here.
    return directory !== null && (await isThere(directory)) ? directory : null
  } catch {
    return null
  } finally {
    await database.query('set role caserne_owner')
  }
}

function isThere(directory: string): Promise<boolean> {
  return statfs(directory).then(
    () => true,
    () => false,
  )
}

// Judges the disk of a directory, or of its first parent that exists.
async function judgeDisk(directory: string, what: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(await existing(resolve(directory)))
  return judgeRoom(`${what}, ${directory}`, bavail * bsize, blocks * bsize)
}

/** Judges a disk by its free bytes and its size. */
export function judgeRoom(what: string, free: number, all: number): Finding {
  const sentence = `${what} : ${asMb(free)} libres sur ${asMb(all)}`
  const below = ({ share, bytes }: typeof LOW) => free < bytes && free < all * share
  if (below(FULL)) return fault(sentence, 'Faites de la place tout de suite : une base sans disque s’arrête.')
  return below(LOW) ? warning(sentence, 'Faites de la place ou agrandissez ce disque.') : ok(sentence)
}

async function existing(directory: string): Promise<string> {
  return (await isThere(directory)) ? directory : await existing(dirname(directory))
}

function asMb(bytes: number): string {
  return `${Math.round(bytes / MB).toLocaleString('fr-CH')} Mo`
}
