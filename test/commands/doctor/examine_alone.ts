import type { Check } from '../../../src/commands/doctor/check.ts'
import { examine } from '../../../src/commands/doctor/examine.ts'
import type { Config } from '../../../src/config.ts'

/** Makes one check without a database. @returns its findings, as `level: sentence` */
export async function examineAlone(check: Check, config: Config): Promise<string[]> {
  const found = await examine([check], config, { fault: 'the check asked for the database' })
  return found.map(({ level, sentence }) => `${level}: ${sentence}`)
}
