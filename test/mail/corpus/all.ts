import type { CorpusMail } from './expectation.ts'
import { json } from './json.ts'
import { mobilisationReport } from './mobilisation_report.ts'
import { plainText } from './plain_text.ts'

/** The corpus by format, as `docs/reference/alarm-report-format.md` names them. */
export const corpus: [format: string, mails: CorpusMail[]][] = [
  ['mobilisation report', mobilisationReport],
  ['plain text', plainText],
  ['JSON', json],
]
