import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Metrics } from '../../process/metrics.ts'

/** Shows when the certificate of the servers ends, as its file says; 0 while the file is unreadable. */
export function measureTls(metrics: Metrics, file: string | undefined): void {
  const ends = metrics.gauge(
    'certificate_ends_timestamp_seconds',
    'When the certificate in TLS_CERT_FILE ends, in UNIX seconds; absent without HTTPS.',
    ['file'],
  )
  if (file !== undefined) metrics.beforeScrape(() => ends.set({ file }, endOf(file)))
}

function endOf(file: string): number {
  try {
    return new X509Certificate(readFileSync(file)).validToDate.getTime() / 1_000
  } catch {
    return 0
  }
}
