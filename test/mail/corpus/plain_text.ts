import type { CorpusMail } from './expectation.ts'
import { cited } from './plain_text/cited.ts'
import { codes } from './plain_text/codes.ts'
import { coordinates } from './plain_text/coordinates.ts'
import { dates } from './plain_text/dates.ts'
import { foreign } from './plain_text/dispatches.ts'
import { enclosed } from './plain_text/enclosed.ts'
import { encodings } from './plain_text/encodings.ts'
import { forwarded } from './plain_text/forwarded.ts'
import { htmlMails } from './plain_text/html.ts'
import { labels } from './plain_text/labels.ts'
import { lines } from './plain_text/lines.ts'
import { longValues } from './plain_text/long_values.ts'
import { people } from './plain_text/personnes.ts'
import { shapes } from './plain_text/shapes.ts'
import { sis } from './plain_text/sis.ts'
import { tables } from './plain_text/tables.ts'
import { unread } from './plain_text/unread.ts'
import { verdicts } from './plain_text/verdicts.ts'

/** Mails with an alarm as lines of text. */
export const plainText: CorpusMail[] = [
  ...labels,
  ...lines,
  ...longValues,
  ...tables,
  ...dates,
  ...codes,
  ...coordinates,
  ...sis,
  ...people,
  ...verdicts,
  ...unread,
  ...encodings,
  ...htmlMails,
  ...cited,
  ...forwarded,
  ...shapes,
  ...enclosed,
  ...foreign,
]
