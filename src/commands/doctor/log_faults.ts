import { connect } from '../../db/connect.ts'
import type { Setting } from '../../process/setting.ts'
import { errorText } from '../../text/error_text.ts'
import { examine } from './examine.ts'
import { startChecks } from './start_checks.ts'

// The first faults tell what happened; `caserne doctor` tells all.
const MOST = 20

/**
 * Logs the faults that `caserne doctor` would report, as far as a server's or worker's login sees them. Never fails.
 * @param url the address of the database for one of these logins
 */
export async function logFaults({ config, log, started }: Setting, url: string): Promise<void> {
  try {
    const client = await connect(url)
    client.on('error', () => undefined)
    try {
      const found = await examine(startChecks, config, { client, asOwner: false })
      const faults = found.filter(({ level }) => level === 'fault')
      if (started.stopping.aborted) return
      for (const { check, sentence, remedy } of faults.slice(0, MOST)) log.error({ check, remedy }, sentence)
      if (faults.length > MOST) log.error({ faults: faults.length }, 'caserne doctor lists all faults')
      log.debug({ faults: faults.length }, 'looked for faults')
    } finally {
      await client.end()
    }
  } catch (error) {
    if (!started.stopping.aborted) log.warn({ reason: errorText(error) }, 'faults not looked for')
  }
}
