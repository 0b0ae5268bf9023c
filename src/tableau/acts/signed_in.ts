import { heedDate, serverNow } from '../views/sis_clock.ts'
import { reportAnswer, reportConnection } from './connection.ts'
import { Refused, readRefusal } from './refused.ts'

/** The signed-in account, as its access token describes it. */
export interface Account {
  id: number
  admin: boolean
  pseudo: string
  email: string
  /** Permissions by key of the SIS. */
  permissions: Record<string, string[]>
  /** The linked sapeur by key of the SIS. */
  sapeurs: Record<string, number>
  mobiles: string[]
}

interface Held {
  accessToken: string
  account: Account
  /** In milliseconds since 1970. */
  expires: number
}

const SESSION = '/tableau/session'
const MARGIN_MS = 60_000
const OTHER_RENEWAL_MS = 500
const channel = new BroadcastChannel('caserne')
let held: Held | null = null

/** The signed-in account, or null. */
export function signedIn(): Account | null {
  return held?.account ?? null
}

/** Signs in. The server keeps the refresh token in a cookie that no script can read. */
export async function signIn(email: string, password: string): Promise<Account> {
  return keep(await post(SESSION, { email, password }))
}

/** Continues the session of an earlier page, if there is one. */
export async function resume(): Promise<Account | null> {
  return (await renew())?.account ?? null
}

/** Signs out here and in every other tab. */
export async function signOut(): Promise<void> {
  held = null
  await fetch(SESSION, { method: 'DELETE' }).catch(() => undefined)
  channel.postMessage('signed-out')
}

/** Calls back when another tab has signed out. */
export function onSignedOut(left: () => void): void {
  channel.addEventListener('message', () => {
    held = null
    left()
  })
}

/** An access token that is valid for a minute at least. @throws Refused 401 when the session is over */
export async function accessToken(): Promise<string> {
  if (held !== null && held.expires - serverNow() > MARGIN_MS) return held.accessToken
  const renewed = await renew()
  if (renewed === null) throw new Refused(401, 'Votre session est terminée : connectez-vous à nouveau.')
  return renewed.accessToken
}

/** Forgets an access token that the server refused. */
export function dropToken(token: string): void {
  if (held?.accessToken === token) held.expires = 0
}

// A refresh token can be used once: tabs that wake up together take turns.
function renew(): Promise<Held | null> {
  const turn = async () => {
    const once = () => request(`${SESSION}/renouvellement`, {})
    const first = await once()
    // A page that was left may have used the token, and the new one arrives a moment later.
    const response = first.status === 401 ? await pause().then(once) : first
    // 204: there is no session to continue. 401: it is over.
    if (response.status === 204 || response.status === 401) {
      held = null
      return null
    }
    await keep(response)
    return held
  }
  return 'locks' in navigator ? navigator.locks.request('caserne-session', turn) : turn()
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, OTHER_RENEWAL_MS))
}

async function keep(response: Response): Promise<Account> {
  const { accessToken } = (await response.json()) as { accessToken: string }
  const { data, exp } = claimsOf(accessToken)
  held = { accessToken, account: data, expires: exp * 1_000 }
  return data
}

function claimsOf(token: string): { data: Account; exp: number } {
  const [, payload = ''] = token.split('.')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
    each.charCodeAt(0),
  )
  return JSON.parse(new TextDecoder().decode(bytes))
}

async function post(path: string, body: object): Promise<Response> {
  const response = await request(path, body)
  if (!response.ok) throw await readRefusal(response)
  return response
}

async function request(path: string, body: object): Promise<Response> {
  try {
    const headers = { 'content-type': 'application/json' }
    // Kept alive when the page is left, because the answer brings the next token.
    const init = { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }
    const response = await fetch(path, init)
    heedDate(response)
    reportAnswer(response)
    if (!response.ok && response.status !== 401) throw await readRefusal(response)
    return response
  } catch (error) {
    if (error instanceof TypeError) reportConnection(false)
    throw error
  }
}
