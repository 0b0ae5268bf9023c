import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'
import { listingFile } from './list_schema.ts'
import { changedMigrations, strayMigrations } from './releases.ts'
import { asApi, withScratchServer } from './scratch_server.ts'
import { type Generated, replayAndList } from './write_schema.ts'

/** Lists generated files in git that are out of date with sql/, one line each. */
export async function staleFiles(generated: Generated[] = []): Promise<string[]> {
  const stale = [
    ...changedMigrations().map((name) => `migrations/committed/${name} (publiée : à rétablir)`),
    ...strayMigrations().map((name) => `migrations/committed/${name} (de trop)`),
  ]
  const expect = (path: string, text: string | null) => {
    const file = join(root, path)
    if ((existsSync(file) ? readFileSync(file, 'utf8') : null) !== text) stale.push(path)
  }
  await withScratchServer(async (url) => {
    expect(listingFile, await replayAndList(url('from_migrations')))
    for (const { file, print } of generated) expect(file, await print(asApi(url('from_migrations'))))
  })
  return stale
}
