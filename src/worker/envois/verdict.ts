import type { Answered } from './outbound.ts'

/** Outcome of a row of the ledger, for jobs.end_envois. */
export interface Verdict {
  etat: 'remis' | 'retire' | 'attente' | 'echec'
  code: number | null
  raison: string
  /** Seconds until the next try. */
  pause: number | null
}

// Half an hour in all: later nobody needs to be notified of an alarm.
const pauses = [5, 15, 30, 60, 120, 300, 600, 600]

/**
 * Judges what a push service answered (RFC 8030, 7.3; RFC 8292, 4.2). 404 and 410: the subscription has ended. After
 * 401 and 403 the device stays: they speak of this instance, and one wrong setting would remove everybody's devices.
 * @param tries how often it was tried before
 */
export function judgeAnswer({ status: code, retryAfter }: Answered, tries: number): Verdict {
  if (code >= 200 && code < 300) return { etat: 'remis', code, raison: '', pause: null }
  if (code === 404 || code === 410)
    return { etat: 'retire', code, raison: 'Le service ne connaît plus cet appareil.', pause: null }
  if (code === 408 || code === 429 || code >= 500)
    return later(code, `Le service a répondu ${code}.`, tries, retryAfter)
  const raison =
    code === 401 || code === 403
      ? `Le service a répondu ${code} : il refuse la clé de cette installation ou son contact (MAIL_FROM).`
      : `Le service a répondu ${code}.`
  return { etat: 'echec', code, raison, pause: null }
}

/** Judges that a push service was not reached. */
export function judgeSilence(raison: string, tries: number): Verdict {
  return later(null, raison, tries, null)
}

/** A device that can never be notified. */
export function judgeUnreadable(raison: string): Verdict {
  return { etat: 'retire', code: null, raison, pause: null }
}

function later(code: number | null, raison: string, tries: number, retryAfter: number | null): Verdict {
  const pause = pauses[tries]
  if (pause === undefined) return { etat: 'echec', code, raison, pause: null }
  return { etat: 'attente', code, raison, pause: Math.min(Math.max(pause, retryAfter ?? 0), 600) }
}
