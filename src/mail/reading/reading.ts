import { z } from 'zod'
import type { ParsedMessage } from './parsed_message.ts'

/** The answer of a reading process (parse_process.ts) about one message. */
export const Reading = z.object({
  /** Null: the process was killed from outside before it knew. */
  outcome: z.custom<ParsedMessage>().nullable(),
  /** The message was too much for the process, which is to be ended. */
  spent: z.boolean(),
})
export type Reading = z.infer<typeof Reading>
