import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/config.ts'

/** A hash of everything that data are made from: the schema, the demo, and the generator. */
export function fingerprint(): string {
  const hash = createHash('sha256')
  for (const folder of ['sql', 'src/demo', 'bench/data']) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((each) => /\.(sql|ts)$/.test(each)).toSorted())
      hash.update(`${folder}/${name}\n`).update(readFileSync(join(root, folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
