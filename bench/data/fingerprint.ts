import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/config.ts'

/** A hash of everything that data are made from: the schema, the demo, and the statements and sizes of the generator. */
export function fingerprint(): string {
  const hash = createHash('sha256')
  const files = ['sql', 'src/demo', 'bench/data/sql'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  for (const file of ['bench/data/sizes.ts', ...files.filter((each) => /\.(sql|ts)$/.test(each)).toSorted()])
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}
