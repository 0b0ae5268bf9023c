import pg from 'pg'
import type { Config } from '../../config.ts'
import { newClient } from '../../db/new_client.ts'
import { sharesSessions } from '../../db/shares_sessions.ts'
import { databaseUrls } from '../../db/urls.ts'
import { isLoopback } from '../../process/loopback.ts'
import { hasSecrets } from '../../process/secrets.ts'
import { errorText } from '../../text/error_text.ts'
import type { Check } from './check.ts'
import { type Finding, fault, ok, unchecked, warning } from './finding.ts'

const CONNECT_MS = 5_000

interface Address {
  setting: string
  login: 'auth' | 'api' | 'worker' | 'read'
  url: string
}

/** The addresses at which servers and workers reach the database: each is tried. */
export const checkAddresses: Check = {
  name: 'adresses',
  needs: 'settings',
  examine: async ({ config }) => {
    const addresses = addressesOf(config)
    if (addresses.length === 0) return [unchecked('aucune adresse de serveur ou de worker n’est configurée')]
    const admin = config.DATABASE_URL === undefined ? [] : inTheClear('DATABASE_URL', config.DATABASE_URL)
    return [...admin, ...(await Promise.all(addresses.map(examineAddress))).flat()]
  },
}

// Reading the passwords would make secrets.json where there is none.
function addressesOf(config: Config): Address[] {
  const derives = config.DATABASE_URL !== undefined && hasSecrets(config.DATA_DIR)
  const urls = databaseUrls(config)
  const logins = (['auth', 'api', 'worker'] as const).flatMap((login) => {
    const setting = `${login.toUpperCase()}_DATABASE_URL` as const
    const given = config[`${login.toUpperCase() as 'AUTH' | 'API' | 'WORKER'}_DATABASE_URL`] !== undefined
    return given || derives ? [{ setting, login, url: urls[login] }] : []
  })
  const read = config.READ_DATABASE_URL
  return read === undefined ? logins : [...logins, { setting: 'READ_DATABASE_URL', login: 'read', url: read }]
}

async function examineAddress({ setting, login, url }: Address): Promise<Finding[]> {
  const client = newClient({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const faults = login === 'worker' ? [] : await refusals(client)
    if (faults.length > 0)
      return [fault(`${setting} : ${faults.join(' ; ')}`, 'Servez-vous des logins de migrate --bootstrap.')]
    return [...(await judgeSharing(setting, login, url)), ...inTheClear(setting, url)]
  } catch (error) {
    const remedy =
      error instanceof pg.DatabaseError && /^28/.test(error.code ?? '')
        ? 'Corrigez le mot de passe : caserne migrate --bootstrap donne aux logins ceux des adresses.'
        : 'Corrigez l’adresse, ou lancez la base.'
    return [fault(`${setting} : ${errorText(error).trim()}`, remedy)]
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function judgeSharing(setting: string, login: Address['login'], url: string): Promise<Finding[]> {
  if (!(await sharesSessions(url))) return [ok(`${setting} : joignable`)]
  if (login !== 'worker')
    return [ok(`${setting} : joignable, par un pooler (les instructions sont envoyées sans nom)`)]
  return [
    fault(
      `${setting} : mène à un pooler qui partage les sessions (PgBouncer, pool_mode = transaction)`,
      'Indiquez l’adresse de PostgreSQL lui-même : derrière ce pooler, le worker n’entendrait pas les nouvelles tâches.',
    ),
  ]
}

async function refusals(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>('select request.faults() as fault')
  return rows.map((row) => row.fault)
}

/** A warning if passwords and data pass in the clear to another machine. */
export function inTheClear(setting: string, address: string): Finding[] {
  const url = new URL(address)
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[(.*)\]$/, '$1')
  const encrypted = /^(prefer|require|verify-ca|verify-full|no-verify)$/.test(
    url.searchParams.get('sslmode') ?? '',
  )
  if (encrypted || host === '' || host.startsWith('/') || isLoopback(host)) return []
  return [
    warning(
      `${setting} : la connexion à ${host} n’est pas chiffrée`,
      'Ajoutez ?sslmode=verify-full à l’adresse.',
    ),
  ]
}
