import { awaitDatabase } from '../db/await_database.ts'
import { warnOfGuards } from '../db/guards.ts'
import { refusePlainMetrics } from '../http/server/plain_http.ts'
import { serveMetrics } from '../process/serve_metrics.ts'
import type { Setting } from '../process/setting.ts'
import { startTracing } from '../process/start_tracing.ts'

/**
 * Waits until the database takes connections, starts servers or a worker, then logs the guards that a superuser should
 * still raise, and looks for faults while servers or worker already run.
 * @param url the address of the database for one of the logins that servers and workers use.
 */
export async function awaitAndStart<T>(setting: Setting, url: string, start: () => Promise<T>): Promise<T> {
  const { config, log, started, metrics, readiness } = setting
  refusePlainMetrics(config)
  await awaitDatabase(url, {
    seconds: config.DATABASE_WAIT_SECONDS,
    signal: started.stopping,
    onWait: (reason) => log.warn({ reason }, 'waiting for the database'),
  })
  await startTracing(setting)
  if (config.METRICS_PORT !== undefined) {
    const address = { host: config.METRICS_HOST ?? config.HOST, port: config.METRICS_PORT }
    const server = started.add(await serveMetrics(metrics, address, log, readiness), (each) => each.close())
    log.info({ host: address.host, port: server.port }, 'metrics served')
  }
  const running = await start()
  await warnOfGuards(url, log)
  // Loaded only now, because the start must not wait for it.
  const looking = import('./doctor/log_faults.ts').then(({ logFaults }) => logFaults(setting, url))
  started.add(looking, (each) => each)
  return running
}
