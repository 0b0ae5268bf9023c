import type { Request, RequestHandler, Response } from 'express'
import onHeaders from 'on-headers'
import type { Backlog } from '../../process/backlog.ts'
import type { Document } from '../document/document.ts'
import type { Operation } from '../document/operation.ts'
import { operationFinder } from '../document/operation_finder.ts'
import { Refusal } from '../refusals/errors.ts'
import { requestIdOf } from '../watch/request_id.ts'
import type { Admission, Lane, Urgency } from './admission.ts'

/** Requests under a prefix, what they wait for, and which operation each asks for. */
export interface Entrance {
  prefix: string
  /** The lane in which requests of a SIS wait. */
  lane(sisKey: string | null): Lane
  /** The operation, and how urgent it is. */
  look(method: string, path: string): { operation: string; urgency: Urgency }
}

/** The entrances of an API. @param lane what its operations wait for */
export function entrancesOf(document: Document, lane: Entrance['lane']): Entrance[] {
  const find = operationFinder(document)
  const look: Entrance['look'] = (method, path) => {
    try {
      const { operation } = find(method, path)
      return { operation: operation.id, urgency: urgencyOf(operation) }
    } catch {
      return { operation: 'other', urgency: 'usual' }
    }
  }
  return document.prefixes.map((prefix) => ({ prefix, lane, look }))
}

/** The entrance of GraphQL. @param backlog what waits for its thread */
export function graphqlEntrance(backlog: Backlog): Entrance {
  const look = () => ({ operation: 'graphql', urgency: 'usual' as const })
  return { prefix: '/graphql', lane: () => ({ name: 'graphql', backlogs: [backlog] }), look }
}

/** The entrance of links to answer alarms. @param lane what they wait for */
export function lienEntrance(lane: Entrance['lane']): Entrance {
  return { prefix: '/r', lane, look: () => ({ operation: 'lien', urgency: 'urgent' }) }
}

// How urgent an operation is: what shows figures or makes a document can be asked again, alarms cannot wait.
function urgencyOf({ path, onStandby }: Pick<Operation, 'path' | 'onStandby'>): Urgency {
  if (/^\/(alarmes|mur)(\/|$)/.test(path)) return 'urgent'
  return onStandby ? 'deferrable' : 'usual'
}

/**
 * Answers 503 to requests that would wait too long, before their token or body is read. It writes no line of the log
 * for each: the log reports the overload as a whole.
 * @param allow adds the headers for web clients of other origins
 * @param count called for each refused operation
 */
export function admit(
  admission: Admission,
  entrances: Entrance[],
  allow: RequestHandler,
  count: (operation: string) => void,
): RequestHandler {
  return (req, res, next) => {
    const entrance = entranceOf(entrances, req.path)
    // Preflights cost little, and without their answer a web client could not read the refusal.
    if (entrance === undefined || req.method === 'OPTIONS') return next()
    let operation = 'other'
    try {
      admission.require(entrance.lane(req.get('sis-key')?.trim() || null), () => {
        const found = entrance.look(req.method, req.path.slice(entrance.prefix.length))
        operation = found.operation
        return found.urgency
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      count(operation)
      allow(req, res, () => refuse(req, res, error))
      return
    }
    // A stream of alarms is answered once it has begun.
    const leave = admission.enter()
    onHeaders(res, leave)
    res.on('close', leave)
    next()
  }
}

function refuse(req: Request, res: Response, { status, body, headers }: Refusal): void {
  const text = JSON.stringify({ error: body })
  res.writeHead(status, {
    ...headers,
    'X-Request-Id': requestIdOf(req),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  })
  res.end(text)
}

function entranceOf(entrances: Entrance[], path: string): Entrance | undefined {
  return entrances.find(
    ({ prefix }) => path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  )
}
