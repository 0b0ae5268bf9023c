import { measurePool } from '../../db/measure_pool.ts'
import { outageAt } from '../../db/outage.ts'
import { createPool } from '../../db/pool.ts'
import { Standby } from '../../db/standby.ts'
import type { DatabaseUrls } from '../../db/urls.ts'
import { WalPosition } from '../../db/wal_position.ts'
import type { Setting } from '../../process/setting.ts'
import { checkDatabase } from '../server/listening.ts'

// A question about the position of a database does not wait long.
const POSITION_MS = 1_000

/** Opens the standby of READ_DATABASE_URL; undefined without it. It may be away: the primary then answers. */
export function openStandby(
  { config, log, started, metrics }: Setting,
  urls: Pick<DatabaseUrls, 'api' | 'read'>,
): Standby | undefined {
  if (urls.read === undefined) return undefined
  // The standby logs its outages itself, and says where reads go.
  const silent = { warn: () => undefined }
  const slowness = {
    slowMs: config.SLOW_STATEMENT_MS,
    onSlow: (details: Record<string, unknown>) => log.warn(details, 'slow statement'),
  }
  const open = (url: string, size: number, answer: number) =>
    started.add(createPool(url, size, silent, { connection: POSITION_MS, answer }, slowness), (each) =>
      each.end(),
    )
  const pool = open(urls.read, config.DATABASE_POOL_SIZE, config.DATABASE_TIMEOUT_SECONDS * 1_000)
  measurePool(metrics, 'read', pool)
  const standby = new Standby({
    pool,
    position: new WalPosition(open(urls.read, 1, POSITION_MS)),
    primary: new WalPosition(open(urls.api, 1, POSITION_MS)),
    outage: outageAt(urls.api, log),
    lagMs: config.READ_LAG_SECONDS * 1_000,
    check: () => checkDatabase(pool),
    log,
  })
  const used = metrics.gauge('standby_used', '1 while reads that a standby may answer go there.', [])
  metrics.beforeScrape(() => used.set(standby.isUsed ? 1 : 0))
  return standby
}
