/** Fields of the journal that hold the id of an account or a place, which differs between instances. */
export interface JournalIds {
  resources: string[]
  /** A key of the values before and after, or the column `ligne_id`. */
  key: string
  table: 'auth.users' | 'app.localites'
}

const rights = ['memberships', 'user_roles']
const placed = ['localites_sis', 'sis', 'mutations', 'particularites', 'interventions', 'exercices']

export const journalIds: JournalIds[] = [
  { resources: rights, key: 'ligne_id', table: 'auth.users' },
  { resources: rights, key: 'user_id', table: 'auth.users' },
  { resources: ['invitations'], key: 'created_by', table: 'auth.users' },
  { resources: ['invitations'], key: 'used_by', table: 'auth.users' },
  { resources: ['localites_sis'], key: 'ligne_id', table: 'app.localites' },
  { resources: placed, key: 'localite_id', table: 'app.localites' },
]

/** `ressource in (…)`, for rows of the journal. */
export const isOneOf = (resources: string[]) =>
  `ressource in (${resources.map((name) => `'${name}'`).join(', ')})`
