import { X509Certificate } from 'node:crypto'
import { readTls, tlsFiles } from '../../http/server/tls.ts'
import { isLoopback } from '../../process/loopback.ts'
import { errorText } from '../../text/error_text.ts'
import type { Check } from './check.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 14

/** The certificate of the servers: whether it fits its key, and how long it is valid. */
export const checkTls: Check = {
  name: 'HTTPS',
  needs: 'settings',
  examine: async ({ config }) => {
    const files = tlsFiles(config)
    if (files === null) {
      const where = isLoopback(config.HOST)
        ? 'cette machine seulement'
        : 'PLAIN_HTTP : un proxy doit chiffrer'
      return [ok(`pas de TLS_CERT_FILE, les serveurs parlent HTTP en clair (${where})`)]
    }
    try {
      const { cert } = readTls(files)
      return [judgeTls(new X509Certificate(cert), Date.now())]
    } catch (error) {
      return [fault(errorText(error), 'Corrigez TLS_CERT_FILE et TLS_KEY_FILE.')]
    }
  },
}

/** Judges a certificate at an instant. */
export function judgeTls(
  { subject, validTo }: Pick<X509Certificate, 'subject' | 'validTo'>,
  now: number,
): Finding {
  const days = Math.floor((Date.parse(validTo) - now) / DAY_MS)
  const name = subject.replaceAll('\n', ', ')
  if (days < 0)
    return fault(`le certificat ${name} est échu`, 'Renouvelez-le : les serveurs le relisent d’eux-mêmes.')
  const sentence = `le certificat ${name} est valable encore ${days} jours`
  return days < SOON_DAYS
    ? warning(sentence, 'Renouvelez-le : les serveurs le relisent d’eux-mêmes.')
    : ok(sentence)
}
