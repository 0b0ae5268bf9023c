import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../config.ts'

/** Groups of resources whose changes audit.changements marks, by the tag of the operations that are made from them. */
const groupsByTag: Record<string, string[]> = {
  alarmes: ['alarmes', 'interventions', 'listes', 'sapeurs', 'sis'],
  exercices: ['exercices', 'listes', 'sapeurs', 'sis'],
  interventions: ['interventions', 'listes', 'sapeurs', 'sis'],
  listes: ['listes', 'sapeurs', 'sis'],
  sapeurs: ['listes', 'sapeurs', 'sis'],
  sis: ['listes', 'sapeurs', 'sis'],
  statistiques: ['exercices', 'interventions', 'listes', 'sapeurs', 'sis'],
  vehicules: ['listes', 'sis'],
}

// The health of a mailbox depends on the hour, the ledger and the journal on every table: these are built to be compared.
const unmarked = new Set(['list_messageries', 'list_messages', 'get_message', 'list_journal'])

/** The groups that an operation's answer is made from; null where its state is not told by them. */
export function groupsOf(id: string, tag: string | undefined): string[] | null {
  return unmarked.has(id) ? null : (groupsByTag[tag ?? ''] ?? null)
}

/** Another version of this program may answer otherwise. */
export const programVersion: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
