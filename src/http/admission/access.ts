import type { RequestHandler } from 'express'
import { InvalidToken, type Session, type Verify } from '../../auth/tokens.ts'
import type { Operation } from '../document/operation.ts'
import { Refusal, refusals } from '../refusals/errors.ts'
import type { Caller } from './caller.ts'

/**
 * Checks that the caller may use the operation: first the header Sis-Key, then the token, then the rights.
 * `res.locals.caller` is set as soon as the token is good: later refusals need it to report a disabled account first
 * (precedence.ts).
 */
export function checkAccess(verify: Verify): RequestHandler {
  return async (req, res, next) => {
    const operation: Operation = res.locals.operation
    if (operation.permissions === null) return next()
    if (operation.anonymous && req.get('authorization') === undefined) return next()
    const sisKey = operation.needsSis ? req.get('sis-key')?.trim() || null : null
    const withoutSis = operation.needsSis && sisKey === null
    if (withoutSis && !operation.adminWithoutSis) throw refusals.noSisKey()
    const session = await readSession(req.get('authorization'), verify).catch((error: unknown) => {
      throw withoutSis && error instanceof Refusal ? refusals.noSisKey() : error
    })
    if (withoutSis && !session.claims.admin) throw refusals.noSisKey()
    const caller = callerIn(session, sisKey)
    res.locals.caller = caller
    const nothing = caller.permissions.length === 0 && caller.sapeurId === null
    if (operation.needsSis && nothing) throw refusals.noRightInSis()
    if (!holdsOne(caller, operation.permissions)) throw refusals.permissionMissing(operation.permissions)
    if (operation.needsSapeur && caller.sapeurId === null) throw refusals.noSapeur()
    next()
  }
}

/** The session of the access token in a header Authorization. @throws the refusal for a missing or bad token */
export async function readSession(header: string | undefined, verify: Verify): Promise<Session> {
  if (header === undefined) throw refusals.noToken()
  // The head of a token is parsed before its signature is checked. Ours has a hundred characters.
  const token = /^Bearer +([\w-]{1,1000}\.[\w.-]+)$/i.exec(header.trim())?.[1]
  if (token === undefined) throw refusals.badToken()
  try {
    return await verify(token)
  } catch (error) {
    if (error instanceof InvalidToken) throw error.expired ? refusals.expiredToken() : refusals.badToken()
    throw error
  }
}

/** The caller that a session makes, in one SIS or none. */
export function callerIn(session: Session, sisKey: string | null): Caller {
  const last = lastCallers.get(session)
  if (last?.sisKey === sisKey) return last
  const { claims, issuedAt, expiresAt } = session
  const caller = {
    userId: claims.id,
    email: claims.email,
    issuedAt,
    expiresAt,
    sisKey,
    permissions: claims.admin ? ['admin'] : (own(claims.permissions, sisKey) ?? []),
    sapeurId: own(claims.sapeurs, sisKey) ?? null,
  }
  lastCallers.set(session, caller)
  return caller
}

// Requests with one token mostly concern one SIS. What is worked out for their caller is then found again.
const lastCallers = new WeakMap<Session, Caller>()

// Own keys only: a SIS named `constructor` must not find a property that every object has.
function own<T>(map: Record<string, T>, key: string | null): T | undefined {
  return key !== null && Object.hasOwn(map, key) ? map[key] : undefined
}

function holdsOne(caller: Caller, permissions: string[]): boolean {
  if (permissions.length === 0 || caller.permissions.includes('admin')) return true
  return permissions.some((permission) => caller.permissions.includes(permission))
}
