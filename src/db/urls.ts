import type { Config } from '../config.ts'
import type { Secrets } from '../secrets.ts'
import type { RolePasswords } from './migrate.ts'

/** Addresses of one database, by who connects. */
export interface DatabaseUrls {
  /** For migrations: a login that may become caserne_owner. Servers and workers do not use it. */
  admin: string
  auth: string
  api: string
  worker: string
}

/**
 * The addresses of the three logins: as configured, else that of the database with the login's name and the password that
 * this data directory made for it.
 */
export function databaseUrls(admin: string, config: Config, { databasePasswords }: Secrets): DatabaseUrls {
  const login = (name: 'auth' | 'api' | 'worker') =>
    Object.assign(new URL(admin), { username: `caserne_${name}`, password: databasePasswords[name] }).href
  return {
    admin,
    auth: config.AUTH_DATABASE_URL ?? login('auth'),
    api: config.API_DATABASE_URL ?? login('api'),
    worker: config.WORKER_DATABASE_URL ?? login('worker'),
  }
}

/** The passwords that the addresses carry: what bootstrap gives the logins. */
export function rolePasswords(urls: DatabaseUrls): RolePasswords {
  const password = (url: string) => decodeURIComponent(new URL(url).password)
  return { auth: password(urls.auth), api: password(urls.api), worker: password(urls.worker) }
}
