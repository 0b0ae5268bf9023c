import type { Operation } from '../acts/openapi_operations.ts'
import { accessToken, signedIn } from '../acts/signed_in.ts'
import { chosenSis } from '../kept/chosen_sis.ts'

/** Answer of a tried operation. */
export interface Answer {
  status: number
  milliseconds: number
  text: string
}

/** Calls an operation with typed values, as the signed-in account, if there is one. */
export async function tryOperation(
  { base, path, method, parameters, body }: Operation,
  value: (name: string) => string,
  signal: AbortSignal,
): Promise<Answer> {
  const headers = new Headers()
  const account = signedIn()
  if (account !== null) {
    headers.set('authorization', `Bearer ${await accessToken()}`)
    headers.set('sis-key', chosenSis(account))
  }
  let target = base + path
  const query = new URLSearchParams()
  for (const { name, place } of parameters) {
    const typed = value(`p-${name}`)
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(typed))
    else if (typed !== '' && place === 'query') query.append(name, typed)
    else if (typed !== '') headers.set(name, typed)
  }
  if (body !== null) headers.set('content-type', 'application/json')
  const begun = performance.now()
  const url = query.size === 0 ? target : `${target}?${query}`
  const response = await fetch(url, { method, headers, signal, ...(body && { body: value('body') }) })
  const text = await readText(response)
  return { status: response.status, milliseconds: Math.round(performance.now() - begun), text }
}

// Long lists and files are not shown whole; a stream would never end.
async function readText(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return 'Un flux d’événements : il continue tant que la connexion reste ouverte.'
  }
  if (!/json|text|csv|xml/.test(type)) return `${type}, ${(await response.blob()).size} octets`
  const text = await response.text()
  const shown = type.includes('json') && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text
  const limit = 20_000
  return shown.length > limit ? `${shown.slice(0, limit)}\n… (${shown.length} caractères)` : shown
}
