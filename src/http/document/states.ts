import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'

/**
 * Groups of resources that answers are made from, by the tag of their operations. audit.changements marks changes in
 * each.
 */
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

// The operations of the tag comptabilite whose answers hold no pay. The others have no groups, so none of their answers
// is kept.
const groupsById: Record<string, string[]> = {
  list_comptes: ['listes'],
  list_ecriture_categories: ['listes'],
  list_indemnites_intervention: ['listes'],
  list_indemnites_exercice: ['listes'],
  list_indemnites_annuelles: ['listes'],
  list_amendes: ['listes'],
  get_avs_param: ['listes'],
}

// No mark covers these answers: the health of a mailbox depends on the hour, ledgers and journal on every table.
const unmarked = new Set([
  'list_messageries',
  'list_messages',
  'get_message',
  'list_journal',
  'list_alarme_envois',
])

/** The groups that an operation's answer is made from; null where no mark covers it. */
export function groupsOf(id: string, tag: string | undefined): string[] | null {
  return unmarked.has(id) ? null : (groupsById[id] ?? groupsByTag[tag ?? ''] ?? null)
}

/** Part of each state, because another version of the program may answer differently. */
export const programVersion: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
