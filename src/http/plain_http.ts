import type { Config } from '../config.ts'
import { isLoopback } from '../process/loopback.ts'
import { tlsFiles } from './tls.ts'

/**
 * Refuses to listen in the clear where other machines could read passwords and tokens, unless PLAIN_HTTP says that a
 * proxy in front encrypts.
 * @throws with the settings to change
 */
export function refusePlainHttp(
  config: Pick<Config, 'HOST' | 'PLAIN_HTTP' | 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>,
): void {
  if (config.PLAIN_HTTP || tlsFiles(config) !== null || isLoopback(config.HOST)) return
  throw new Error(
    `À l’adresse ${config.HOST} (HOST), mots de passe et jetons passeraient en clair. Indiquez TLS_CERT_FILE et ` +
      'TLS_KEY_FILE, ou PLAIN_HTTP=true si un proxy chiffre devant ce serveur.',
  )
}
