import type { Account } from '../acts/signed_in.ts'

const KEY = 'caserne.sis'

/** The keys of the SIS where an account has a right or is a sapeur. */
export function sisOf({ permissions, sapeurs }: Account): string[] {
  return [...new Set([...Object.keys(permissions), ...Object.keys(sapeurs)])].sort()
}

/**
 * The SIS that this browser shows to an account: the last chosen, else one in which the reader is a sapeur; '' without
 * any.
 */
export function chosenSis(account: Account): string {
  const keys = sisOf(account)
  const last = localStorage.getItem(KEY) ?? ''
  return keys.includes(last) ? last : (keys.find((key) => key in account.sapeurs) ?? keys[0] ?? '')
}

/** Remembers a choice. */
export function rememberSis(key: string): void {
  localStorage.setItem(KEY, key)
}
