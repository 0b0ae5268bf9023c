import type { Request } from 'express'
import { programVersion } from '../../process/program_version.ts'
import type { Operation } from '../document/operation.ts'
import { digest, knownVersions } from './etag.ts'
import type { Asked } from './handler.ts'
import type { Page } from './paging.ts'
import { pathId } from './statements.ts'

/** The names of the arguments that an operation passes to its function: parameters, place of the page, body. */
export function argumentsOf(operation: Operation): string[] {
  const names = operation.parameters.filter((each) => !each['x-handler']).map((each) => each.name)
  return [
    ...names,
    ...(operation.sort === null ? [] : ['apres', 'limite']),
    ...(operation.hasBody ? ['body'] : []),
  ]
}

/** The values of the arguments of an operation's function, in the order of their names. */
export function valuesOf(operation: Operation, names: string[], asked: Asked, page: Page | null): unknown[] {
  // One row more than the page shows whether another page follows.
  const own: Record<string, unknown> = {
    body: JSON.stringify(asked.body ?? null),
    ...(operation.sort !== null && {
      apres: page?.after ? JSON.stringify(page.after) : null,
      limite: page ? page.limit + 1 : null,
    }),
  }
  return names.map((name) => (name in own ? own[name] : argument(asked, name)))
}

/** The parameters of a statement after the arguments of its function (readingStatement, writingStatement). */
export function valuesOfRecords(
  { method, readsJson, records, groups }: Operation,
  req: Request,
  states: string[],
): unknown[] {
  if (method === 'get' && !readsJson) return []
  const parameter = pathId(records)
  return [
    ...(parameter === null ? [] : [req.params[parameter]]),
    ...(groups === null ? [] : [digest(programVersion, req.originalUrl), states]),
    ...(method === 'get' || records.changed === null ? [] : [knownVersions(req.get('if-match'))]),
  ]
}

function argument(asked: Asked, name: string): unknown {
  return asked.path[name] ?? asked.query[name] ?? null
}
