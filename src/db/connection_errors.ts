import pg from 'pg'

// Codes of sockets and of the look-up of names.
const SOCKET = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/
// Messages of pg that come without a code.
const GIVEN_UP = 'Query read timeout'
const BROKEN = /^(Connection terminated|Client has encountered a connection error)/
const NO_CONNECTION =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout|timeout expired)/
/** SQLSTATE read_only_sql_transaction: of a standby, or of a database that is set to read only. */
const READ_ONLY = '25006'
/** SQLSTATE disk_full. */
const FULL = '53100'

/** The database is known to be lost, so it was not asked. */
export class DatabaseLost extends Error {}

/** Loss that a failed statement may show: the whole database, only its writing, or only the room for new rows. */
export type Loss = 'all' | 'writing' | 'room'

/** Returns the loss that an error may show; null if the database has answered, even with a refusal. */
export function lossOf(error: unknown): Loss | null {
  if (isReadOnly(error)) return 'writing'
  if (codeOf(error) === FULL) return 'room'
  if (error instanceof DatabaseLost) return 'all'
  if (!(error instanceof Error)) return null
  const code = codeOf(error)
  // Class 08 connection, 57P shutdown or start, too many connections.
  if (/^(08|57P|53300)/.test(code) || SOCKET.test(code)) return 'all'
  const { message } = error
  return BROKEN.test(message) || NO_CONNECTION.test(message) || message === GIVEN_UP ? 'all' : null
}

/** Whether a database did not take a statement, or broke off; not whether a statement took too long. */
export function isAway(error: unknown): boolean {
  return lossOf(error) === 'all' && !(error instanceof Error && error.message === GIVEN_UP)
}

/** Returns the loss that a line of a library's log may show, which holds no error. */
export function lossIn(line: string): Loss | null {
  if (/No space left on device|could not extend file/.test(line)) return 'room'
  return /Connection terminated|connection error|terminating connection|database system|\bE(CONN|PIPE|HOST|NET)|reset locked/.test(
    line,
  )
    ? 'all'
    : null
}

/** Whether a connection is useless after this error. */
export function leavesUnusable(error: unknown): boolean {
  // Classes 08 and 57P: the session ends. The severity would say so too, but in the language of the server.
  if (error instanceof pg.DatabaseError) return /^(08|57P)/.test(codeOf(error))
  return error instanceof Error && error.message === GIVEN_UP
}

/** Whether the database takes no writes on this connection. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY
}

/** Whether the database refused a connection, or is just starting or stopping: nothing was asked of it. */
export function isTurnedAway(error: unknown): boolean {
  return /^(ECONNREFUSED|57P03)$/.test(codeOf(error))
}

/** Whether a connection broke, so that nobody knows whether its statement was carried out. */
export function hasBroken(error: unknown): boolean {
  if (!(error instanceof Error) || NO_CONNECTION.test(error.message) || isTurnedAway(error)) return false
  return BROKEN.test(error.message) || /^(08|57P0[12]|ECONN|EPIPE)/.test(codeOf(error))
}

/** Whether a failed statement may have run, or may still run: its connection broke, or its answer did not come in time. */
export function mayHaveRun(error: unknown): boolean {
  return hasBroken(error) || (error instanceof Error && error.message === GIVEN_UP)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
