import { z } from 'zod'
import type { ParsedMessage } from './parsed_message.ts'

/** The answer of a reading process (parse_process.ts) about one message. */
export const Reading = z.object({
  /** null when the process was killed from outside before it had an outcome. */
  outcome: z.custom<ParsedMessage>().nullable(),
  /** Whether the message exhausted the process, which must then be ended. */
  spent: z.boolean(),
})
export type Reading = z.infer<typeof Reading>
