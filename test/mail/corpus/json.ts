import type { CorpusMail } from './expectation.ts'

/** Mails that bring an alarm as JSON. */
export const json: CorpusMail[] = []
