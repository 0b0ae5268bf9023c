/** An error as text for the terminal: its message, and below it those of the errors that it gathers. */
export function errorText(error: unknown): string {
  const causes: unknown[] = error instanceof AggregateError ? error.errors : []
  const texts = [messageOf(error), ...causes.map((cause) => `  ${errorText(cause)}`)]
  return texts.filter((text) => text !== '').join('\n')
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const missing = missingPackage(error)
  if (missing !== null)
    return `Le paquet npm « ${missing} » manque à cette installation : « npm ci », sans --omit=optional, l’installe.`
  return refusedFile(error) ?? error.message
}

// The sentence for a file or folder that the system keeps from this account; null when the error is another.
function refusedFile(error: NodeJS.ErrnoException): string | null {
  const { code = '', path, syscall } = error
  if (path === undefined) return null
  if (code === 'EACCES' || code === 'EPERM')
    return `${path} est refusé au compte ${process.getuid?.() ?? ''} (${syscall}, ${code}) : donnez-lui ce droit, ou choisissez un autre dossier, par exemple avec DATA_DIR.`
  if (code === 'EROFS')
    return `${path} est sur un disque en lecture seule : choisissez un autre dossier, par exemple avec DATA_DIR.`
  return null
}

/**
 * The npm package that a module could not be loaded for; null when the error is another. Installs for production
 * leave some out.
 */
export function missingPackage(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return null
  return /^Cannot find package '([^']+)'/.exec(error.message)?.[1] ?? null
}
