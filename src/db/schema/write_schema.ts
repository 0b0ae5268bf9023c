import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { root } from '../../config.ts'
import { migrate } from '../migrate.ts'
import { newClient } from '../new_client.ts'
import { buildSchema } from './build_schema.ts'
import { listingFile, listSchema } from './list_schema.ts'
import { asApi, withScratchServer } from './scratch_server.ts'

/** A file in git that is generated from a database with the migrations. */
export interface Generated {
  /** Its path from the checkout. */
  file: string
  /** Generates its text. @param url the address of a migrated, empty database, as caserne_api */
  print(url: string): Promise<string>
}

/** Result of `caserne schema`. */
export interface SchemaChange {
  /** Paths, from the checkout, of files that were written or removed. */
  files: string[]
  /** The listing of the schema before and after. */
  before: string
  after: string
  /** The listing of what sql/ builds. It differs from `after` when the migrations do not lead there. */
  wanted: string
}

/**
 * Writes the files that are generated from sql/: the listing of the schema and the given files. Replays all migrations
 * for it, so that a fault in the one of the next release shows.
 */
export async function writeSchema(generated: Generated[] = []): Promise<SchemaChange> {
  return await withScratchServer(async (url) => {
    await buildSchema(url('from_files'))
    const wanted = await listAt(url('from_files'))
    const before = readText(listingFile) ?? ''
    const files = [listingFile, ...generated.map(({ file }) => file)]
    const old = new Map(files.map((file) => [file, readText(file)]))
    try {
      const after = await replayAndList(url('from_migrations'))
      replaceText(listingFile, after)
      for (const { file, print } of generated) replaceText(file, await print(asApi(url('from_migrations'))))
      return {
        files: [...old].flatMap(([file, text]) => (readText(file) === text ? [] : file)),
        before,
        after,
        wanted,
      }
    } catch (error) {
      for (const [file, text] of old) replaceText(file, text)
      throw error
    }
  })
}

/** Applies all migrations to a bootstrapped database. @returns the listing of its schema */
export async function replayAndList(adminUrl: string): Promise<string> {
  await migrate(adminUrl, pino({ level: 'silent' }), { replay: true })
  return await listAt(adminUrl)
}

async function listAt(adminUrl: string): Promise<string> {
  const client = newClient(adminUrl)
  await client.connect()
  try {
    return await listSchema(client)
  } finally {
    await client.end()
  }
}

function readText(path: string): string | null {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

// Writes through a draft, so that the file is never half written. A text of null removes the file.
function replaceText(path: string, text: string | null): void {
  const file = join(root, path)
  if (text === null) rmSync(file, { force: true })
  else if (text !== readText(path)) {
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
}
