import { dispatches } from '../dispatches.ts'
import type { CorpusMail } from '../expectation.ts'
import { failed, mail } from '../letter.ts'

/** Texts of other alarm centres, which people read. */
export const foreign: CorpusMail[] = dispatches.map((body, at) =>
  mail(`Text: a German or Austrian dispatch, ${at + 1}`, { body }, failed('Aucun format d’alarme reconnu.')),
)
