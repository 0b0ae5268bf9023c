import { heedDate } from '../views/sis_clock.ts'
import { reportAnswer, reportConnection } from './connection.ts'
import { Refused, readRefusal } from './refused.ts'
import { accessToken, dropToken } from './signed_in.ts'

/** Calls of the data API for one SIS. Paths begin after `/api/v2`. */
export interface Api {
  /** The `data` of an answer. */
  get<T>(path: string, signal?: AbortSignal): Promise<T>
  /** Sends JSON and gives the `data` of the answer, or null where there is none. */
  send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** The whole answer, for streams, files and headers. @throws Refused */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

const DATA = '/api/v2'
/** The authentication API: its answers are not wrapped in `data`. */
const AUTH = '/auth/api/v1'

/** Calls of the data API for this SIS. */
export function apiOf(sis: string): Api {
  return {
    get: async <T>(path: string, signal?: AbortSignal) =>
      dataOf<T>(await call(`${DATA}${path}`, sis, signal ? { signal } : {})),
    send: async <T>(method: string, path: string, body?: unknown) =>
      dataOf<T>(await call(`${DATA}${path}`, sis, { method, ...json(body) })),
    fetch: (path, init) => call(`${DATA}${path}`, sis, init),
  }
}

/** Calls the authentication API, signed in, and gives the answer as it is. @throws Refused */
export async function callAuth<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await call(`${AUTH}${path}`, null, { method, ...json(body) })
  return (response.status === 204 ? null : await response.json()) as T
}

function json(body: unknown): RequestInit {
  return body === undefined
    ? {}
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

async function dataOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return null as T
  const { data } = (await response.json()) as { data: T }
  return data
}

async function call(url: string, sis: string | null, init: RequestInit = {}): Promise<Response> {
  const response = await attempt(url, sis, init)
  if (response.ok) return response
  const refusal = await readRefusal(response)
  if (!(refusal.status === 401 && refusal.message === 'Token expiré')) throw refusal
  const again = await attempt(url, sis, init)
  if (again.ok) return again
  throw await readRefusal(again)
}

async function attempt(url: string, sis: string | null, init: RequestInit): Promise<Response> {
  const token = await accessToken()
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  if (sis !== null) headers.set('sis-key', sis)
  try {
    const response = await fetch(url, { ...init, headers })
    heedDate(response)
    reportAnswer(response)
    if (response.status === 401) dropToken(token)
    return response
  } catch (error) {
    if (error instanceof TypeError) reportConnection(false)
    throw error
  }
}

/** Whether the session is over. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Refused && error.status === 401
}
