import express, { type Router } from 'express'
import type { Document } from './document.ts'
import { refusals } from './errors.ts'

/**
 * Finds the operation of a request (`res.locals.operation`). Unknown paths and verbs are refused before all other
 * checks.
 */
export function findOperation({ operations }: Document): Router {
  const router = express.Router()
  for (const operation of operations) {
    router[operation.method](expressPath(operation.path), (_req, res, next) => {
      res.locals.operation = operation
      next('router')
    })
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const methods = operations.filter((each) => each.path === path).map((each) => each.method)
    const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    router.all(expressPath(path), () => {
      throw refusals.methodNotAllowed([...allowed, 'OPTIONS'].join(', '))
    })
  }
  return router.use(() => {
    throw refusals.unknownPath()
  })
}

/** A path of an OpenAPI document in the syntax of Express. */
export function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
