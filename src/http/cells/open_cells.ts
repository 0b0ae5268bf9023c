import { type Cell, urlOf } from '../../db/cells/cell.ts'
import { measurePool } from '../../db/measure_pool.ts'
import { createPool } from '../../db/pool.ts'
import type { Setting } from '../../process/setting.ts'
import { Listener, type Notifications } from '../live/listener.ts'
import type { Database } from '../operation/database.ts'
import { checkDatabase } from '../server/listening.ts'
import { Cells, type OpenCell } from './cells.ts'
import { type Databases, dataDatabase } from './databases.ts'
import { CellNotifications } from './notifications.ts'

/**
 * Opens the databases of all cells, and their notifications. Logins have the same name and password in each.
 * @param url the address of the server's own database, as caserne_api
 */
export async function openCells(
  { config, log, started, metrics }: Setting,
  url: string,
  own: Database,
): Promise<{ databases: Databases; listener: Notifications }> {
  const listeners = new Map<Database, Listener>()
  const listen = (database: Database, at: string) => {
    const listener = new Listener(at, log)
    listeners.set(database, listener)
    return listener
  }
  const first = started.add(listen(own, url), (each) => each.close())
  const notifications = new CellNotifications(
    first,
    (sisKey) => listeners.get(cells.databaseOf(sisKey)) ?? null,
  )
  const open = (cell: Cell): OpenCell => {
    const at = urlOf(cell, url)
    const patience = { answer: config.DATABASE_TIMEOUT_SECONDS * 1_000 }
    const pool = createPool(at, config.DATABASE_POOL_SIZE, log, patience, {
      slowMs: config.SLOW_STATEMENT_MS,
    })
    measurePool(metrics, `api ${cell.nom}`, pool)
    const database = { ...dataDatabase(config, pool), cell: at }
    const listener = listen(database, at)
    const silence = notifications.add(listener)
    const close = async () => {
      silence()
      listeners.delete(database)
      await Promise.all([listener.close(), pool.end()])
    }
    return { database, check: () => checkDatabase(pool), close }
  }
  const cells = started.add(
    new Cells({
      own,
      open,
      onMoved: (sisKey) => notifications.tell('caserne_alarmes', sisKey),
      lagMs: config.CELL_LAG_SECONDS * 1_000,
      log,
    }),
    (each) => each.close(),
  )
  await cells.begin()
  const up = metrics.gauge('cell_up', '1 while requests of its SIS are served there; by cell.', ['cell'])
  metrics.beforeScrape(() => {
    for (const [cell, state] of Object.entries(cells.cells())) up.set({ cell }, state === 'ok' ? 1 : 0)
  })
  return { databases: cells, listener: notifications }
}
