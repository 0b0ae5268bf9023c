import type { Response } from 'express'
import onHeaders from 'on-headers'
import type { Work } from '../../process/current_work.ts'

/** Readers of the header Server-Timing: administrators of the instance, every account, or nobody. */
export type TimesShownTo = 'admins' | 'accounts' | 'nobody'

/**
 * Adds Server-Timing to an answer: how long it took (total), how long its statements took (db), and how long it waited
 * for a connection (pool), in ms. Strangers never see it: times tell what exists.
 * @param began the time of performance.now() when the request arrived
 */
export function showTimes(res: Response, shownTo: TimesShownTo, began: number, work: Work): void {
  if (shownTo === 'nobody') return
  onHeaders(res, () => {
    const permissions: string[] | undefined = res.locals.caller?.permissions
    if (permissions === undefined || (shownTo === 'admins' && !permissions.includes('admin'))) return
    const times = { total: performance.now() - began, db: work.asked, pool: work.waited }
    const entries = Object.entries(times).map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)
    res.setHeader('Server-Timing', entries.join(', '))
  })
}
