import type { Account } from './signed_in.ts'

const KEY = 'caserne.sis'

/** The SIS that this browser shows to an account: the last chosen, else one where he is a sapeur; '' without any. */
export function chosenSis(account: Account): string {
  const keys = Object.keys(account.permissions).sort()
  const last = localStorage.getItem(KEY) ?? ''
  return keys.includes(last) ? last : (keys.find((key) => key in account.sapeurs) ?? keys[0] ?? '')
}

/** Remembers a choice. */
export function rememberSis(key: string): void {
  localStorage.setItem(KEY, key)
}
