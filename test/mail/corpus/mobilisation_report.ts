import type { CorpusMail } from './expectation.ts'
import { attachments } from './mobilisation_report/attachments.ts'
import { foreign } from './mobilisation_report/dispatches.ts'
import { drawing } from './mobilisation_report/drawing.ts'
import { head } from './mobilisation_report/head.ts'
import { longMessage } from './mobilisation_report/long_message.ts'
import { message } from './mobilisation_report/message.ts'
import { pages } from './mobilisation_report/pages.ts'
import { people } from './mobilisation_report/personnes.ts'
import { titles } from './mobilisation_report/titles.ts'
import { totals } from './mobilisation_report/totals.ts'

/** Mails with the alarm centre's mobilisation report. */
export const mobilisationReport: CorpusMail[] = [
  ...message,
  ...longMessage,
  ...head,
  ...people,
  ...titles,
  ...pages,
  ...totals,
  ...drawing,
  ...attachments,
  ...foreign,
]
