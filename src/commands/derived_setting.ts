import { type Config, keyFile } from '../config.ts'
import { hasSecrets, secretsFile } from '../process/secrets.ts'
import { maskAddress } from './mask_address.ts'

/** Value of a setting that was left out. Secrets are masked. */
interface DerivedSetting {
  value: string | null
  source: string
}

const derivations: Record<string, (config: Config) => DerivedSetting | undefined> = {
  AUTH_DATABASE_URL: (config) => addressOf('caserne_auth', config),
  API_DATABASE_URL: (config) => addressOf('caserne_api', config),
  WORKER_DATABASE_URL: (config) => addressOf('caserne_worker', config),
  MAILBOX_KEY: ({ DATA_DIR }) =>
    hasSecrets(DATA_DIR)
      ? { value: '***', source: `fichier ${secretsFile(DATA_DIR)}` }
      : { value: null, source: `absent : au besoin créé dans ${secretsFile(DATA_DIR)}` },
  // A data server with AUTH_JWKS_URL needs no keys of its own.
  AUTH_KEY_FILE: (config) =>
    config.AUTH_JWKS_URL === undefined ? { value: keyFile(config), source: 'déduit de DATA_DIR' } : undefined,
  AUTH_URL: ({ AUTH_PORT }) => ({ value: `http://localhost:${AUTH_PORT}`, source: 'déduit de AUTH_PORT' }),
  METRICS_HOST: ({ HOST, METRICS_PORT }) =>
    METRICS_PORT === undefined ? undefined : { value: HOST, source: 'déduit de HOST' },
}

/** Derives a setting that src/config.ts leaves open; undefined if it is absent. Makes no file and reads no secret. */
export function derivedSetting(name: string, config: Config): DerivedSetting | undefined {
  return derivations[name]?.(config)
}

// The address that a login's own setting would have (src/db/urls.ts).
function addressOf(login: string, { DATABASE_URL, DATA_DIR }: Config): DerivedSetting | undefined {
  if (DATABASE_URL === undefined) return undefined
  const file = secretsFile(DATA_DIR)
  const password = hasSecrets(DATA_DIR) ? `mot de passe de ${file}` : `mot de passe à créer dans ${file}`
  const url = Object.assign(new URL(DATABASE_URL), { username: login, password: '***' })
  return { value: maskAddress(url), source: `déduit de DATABASE_URL, ${password}` }
}
