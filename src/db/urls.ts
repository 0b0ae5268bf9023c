import type { Config } from '../config.ts'
import { readSecrets } from '../process/secrets.ts'
import type { RolePasswords } from './bootstrap.ts'

/** The addresses of one database, by login. Each is computed when it is read. @throws when it is not configured. */
export interface DatabaseUrls {
  /** For migrations: a login that may become caserne_owner. Servers and workers do not use this address. */
  readonly admin: string
  readonly auth: string
  readonly api: string
  readonly worker: string
  /** For reads that a standby may answer, as caserne_api; undefined: the primary answers them. */
  readonly read?: string | undefined
}

/**
 * The addresses of the three logins: as configured, else the address of the database with the login's name and the
 * password that the data directory holds for it.
 */
export function databaseUrls(config: Config, admin = config.DATABASE_URL): DatabaseUrls {
  const login = (name: 'auth' | 'api' | 'worker', configured: string | undefined) => {
    if (configured !== undefined) return configured
    const url = new URL(required(admin, `${name.toUpperCase()}_DATABASE_URL (ou DATABASE_URL)`))
    const password = readSecrets(config.DATA_DIR).databasePasswords[name]
    return Object.assign(url, { username: `caserne_${name}`, password }).href
  }
  return {
    get admin() {
      return required(admin, 'DATABASE_URL')
    },
    get auth() {
      return login('auth', config.AUTH_DATABASE_URL)
    },
    get api() {
      return login('api', config.API_DATABASE_URL)
    },
    get worker() {
      return login('worker', config.WORKER_DATABASE_URL)
    },
    read: config.READ_DATABASE_URL,
  }
}

/** The passwords in the addresses, which bootstrap gives to the logins. */
export function rolePasswords(urls: DatabaseUrls): RolePasswords {
  const password = (url: string) => decodeURIComponent(new URL(url).password)
  return { auth: password(urls.auth), api: password(urls.api), worker: password(urls.worker) }
}

function required(url: string | undefined, variable: string): string {
  if (url === undefined) throw new Error(`${variable} est nécessaire pour cette commande.`)
  return url
}
