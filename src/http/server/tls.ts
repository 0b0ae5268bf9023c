import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'

/** The files of a server's certificate chain and of its private key, in PEM. */
export interface TlsFiles {
  cert: string
  key: string
}

/** The configured files; null without TLS. */
export function tlsFiles({
  TLS_CERT_FILE,
  TLS_KEY_FILE,
}: Pick<Config, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>): TlsFiles | null {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return null
  return { cert: TLS_CERT_FILE, key: TLS_KEY_FILE }
}

// A file is looked at from time to time, because tools replace it by renaming it, or the link that leads to it.
const LOOK_MS = 5_000

/** Reads certificate and key. @throws one French sentence, when they are unreadable or do not belong together */
export function readTls(files: TlsFiles): { cert: Buffer; key: Buffer } {
  try {
    const pair = { cert: readFileSync(files.cert), key: readFileSync(files.key) }
    createSecureContext(pair)
    return pair
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `Le certificat ${files.cert} (TLS_CERT_FILE) et la clé ${files.key} (TLS_KEY_FILE) ne sont pas utilisables : ${reason}`,
      { cause },
    )
  }
}

/**
 * Lets a server load certificate and key again when the files change, without a restart. Connections go on. While the
 * new files are not usable, the old ones stay in force; the log says so once.
 */
export function reloadTls(
  server: Server,
  files: TlsFiles,
  log: Pick<Logger, 'info' | 'warn'>,
  everyMs = LOOK_MS,
): void {
  let used = stateOf(files)
  let refused = used
  const timer = setInterval(() => {
    const state = stateOf(files)
    if (state === used) return
    try {
      server.setSecureContext(readTls(files))
      used = state
      log.info({ certificate: files.cert }, 'certificate loaded again')
    } catch (error) {
      if (state !== refused) log.warn({ err: error }, 'certificate not loaded, the old one stays in force')
      refused = state
    }
  }, everyMs)
  timer.unref()
  server.on('close', () => clearInterval(timer))
}

// Changes when a file or the link to it is replaced or written.
function stateOf({ cert, key }: TlsFiles): string {
  return [cert, key]
    .map((file) => {
      const found = statSync(file, { throwIfNoEntry: false })
      return found === undefined ? 'absent' : `${found.ino} ${found.mtimeMs} ${found.size}`
    })
    .join(', ')
}
