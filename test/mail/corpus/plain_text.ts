import type { CorpusMail } from './expectation.ts'

/** Mails that bring an alarm as lines of text. */
export const plainText: CorpusMail[] = []
