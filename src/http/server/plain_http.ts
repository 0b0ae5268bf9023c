import type { Config } from '../../config.ts'
import { isLoopback } from '../../process/loopback.ts'
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

/**
 * Refuses to serve metrics, which name SIS and count their alarms, in the clear to other machines. They are never under
 * TLS, so only PLAIN_HTTP allows it.
 * @throws with the settings to change
 */
export function refusePlainMetrics(
  config: Pick<Config, 'HOST' | 'PLAIN_HTTP' | 'METRICS_HOST' | 'METRICS_PORT'>,
): void {
  const host = config.METRICS_HOST ?? config.HOST
  if (config.METRICS_PORT === undefined || config.PLAIN_HTTP || isLoopback(host)) return
  throw new Error(
    `À l’adresse ${host} (METRICS_HOST), les chiffres de METRICS_PORT passeraient en clair. Indiquez ` +
      'METRICS_HOST=127.0.0.1, ou PLAIN_HTTP=true si le réseau de Prometheus est protégé.',
  )
}
