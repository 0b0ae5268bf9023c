/** How grave a finding is. `unchecked`: the check cannot be made, for lack of a setting or a right. */
export type Level = 'ok' | 'warning' | 'fault' | 'unchecked'

/** Result of a check. */
export interface Finding {
  level: Level
  /** A French sentence without secrets. */
  sentence: string
  /** The remedy, in French. */
  remedy?: string
  /** SQL that a superuser, or the owner of the database, can run against it. */
  sql?: string
}

/** A finding of which nothing is to be done. */
export function ok(sentence: string): Finding {
  return { level: 'ok', sentence }
}

/** A finding to attend to. The instance works anyway. */
export function warning(sentence: string, remedy: string): Finding {
  return { level: 'warning', sentence, remedy }
}

/** A finding that endangers data or alarms. */
export function fault(sentence: string, remedy: string): Finding {
  return { level: 'fault', sentence, remedy }
}

/** A check that could not be made, and what it needs. */
export function unchecked(sentence: string): Finding {
  return { level: 'unchecked', sentence }
}
