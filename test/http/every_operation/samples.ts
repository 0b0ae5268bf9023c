import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MakeSample } from '../samples/sample.ts'

const folder = join(import.meta.dirname, '../samples')

/**
 * Every sample of samples/, by operationId: all exports named `…Samples`. @throws when two are of one
 * operation.
 */
export async function loadSamples(): Promise<Map<string, MakeSample>> {
  const samples = new Map<string, MakeSample>()
  for (const file of readdirSync(folder).sort()) {
    const module: Record<string, Record<string, MakeSample>> = await import(join(folder, file))
    for (const [name, made] of Object.entries(module)) {
      if (!name.endsWith('Samples')) continue
      for (const [id, make] of Object.entries(made)) {
        if (samples.has(id)) throw new Error(`${file}: ${id} has a sample already`)
        samples.set(id, make)
      }
    }
  }
  return samples
}
