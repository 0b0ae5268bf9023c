/** The pages of the board: the path of each, with `:name` for a part that varies, and the name of its module in pages/. */
const boardPages = [
  { path: '/', module: 'accueil' },
  { path: '/docs', module: 'reference' },
  { path: '/tableau', module: 'alarmes' },
  { path: '/tableau/equipe', module: 'equipe' },
  { path: '/tableau/annee', module: 'annee' },
  { path: '/tableau/interventions/:id', module: 'intervention' },
  { path: '/tableau/mur', module: 'mur' },
  { path: '/tableau/moi', module: 'moi' },
  { path: '/tableau/messages', module: 'mails_recus' },
] as const

interface FoundPage {
  module: string
  params: Record<string, string>
}

/** The page at a path, with the parts that vary; null when there is none. */
export function findPage(pathname: string): FoundPage | null {
  const parts = partsOf(pathname)
  for (const { path, module } of boardPages) {
    const params = match(partsOf(path), parts)
    if (params !== null) return { module, params }
  }
  return null
}

function match(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (wanted.startsWith(':') && /^\d{1,18}$/.test(part)) params[wanted.slice(1)] = part
    else if (wanted !== part) return null
  }
  return params
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}
