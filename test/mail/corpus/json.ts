import type { CorpusMail } from './expectation.ts'
import { faults } from './json/faults.ts'
import { fields } from './json/fields.ts'
import { people } from './json/personnes.ts'
import { shapes } from './json/shapes.ts'

/** Mails with an alarm as JSON. */
export const json: CorpusMail[] = [...fields, ...people, ...faults, ...shapes]
