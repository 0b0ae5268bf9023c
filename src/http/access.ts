import type { RequestHandler } from 'express'
import { InvalidToken, type Session } from '../auth/tokens.ts'
import type { Operation } from './document.ts'
import { refusals } from './errors.ts'

/** Who asks, for one SIS: what request.open is told. */
export interface Caller {
  userId: number
  issuedAt: number
  sisKey: string
  /** For an administrator `['admin']`, which the database turns into the whole catalogue. */
  permissions: string[]
  sapeurId: number | null
}

/**
 * Lets pass who may go through the operation's door: header Sis-Key, then token, then rights. It sets
 * `res.locals.caller` as soon as the token is good, so that what is refused later can still say first that the account
 * was disabled (see precedence.ts).
 */
export function checkAccess(verify: (token: string) => Promise<Session>): RequestHandler {
  return async (req, res, next) => {
    const operation: Operation = res.locals.operation
    if (operation.permissions === null) return next()
    const sisKey = req.get('sis-key')?.trim()
    if (!sisKey) throw refusals.noSisKey()
    const session = await readSession(req.get('authorization'), verify)
    const caller = callerIn(session, sisKey)
    res.locals.caller = caller
    if (caller.permissions.length === 0 && caller.sapeurId === null) throw refusals.noRightInSis()
    if (!holdsOne(caller, operation.permissions)) throw refusals.permissionMissing(operation.permissions)
    next()
  }
}

async function readSession(
  header: string | undefined,
  verify: (token: string) => Promise<Session>,
): Promise<Session> {
  if (header === undefined) throw refusals.noToken()
  const token = /^Bearer +([\w.-]+)$/i.exec(header.trim())?.[1]
  if (token === undefined) throw refusals.badToken()
  try {
    return await verify(token)
  } catch (error) {
    if (error instanceof InvalidToken) throw error.expired ? refusals.expiredToken() : refusals.badToken()
    throw error
  }
}

function callerIn({ claims, issuedAt }: Session, sisKey: string): Caller {
  return {
    userId: claims.id,
    issuedAt,
    sisKey,
    permissions: claims.admin ? ['admin'] : (own(claims.permissions, sisKey) ?? []),
    sapeurId: own(claims.sapeurs, sisKey) ?? null,
  }
}

// A SIS named `constructor` must not find what every object has.
function own<T>(map: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}

function holdsOne(caller: Caller, permissions: string[]): boolean {
  if (permissions.length === 0 || caller.permissions.includes('admin')) return true
  return permissions.some((permission) => caller.permissions.includes(permission))
}
