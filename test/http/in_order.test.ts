import type { Request, RequestHandler, Response } from 'express'
import { expect, it } from 'vitest'
import { inOrder } from '../../src/http/server/in_order.ts'

const run = (...handlers: Parameters<typeof inOrder>[0]) =>
  new Promise((resolve) => {
    inOrder(handlers)({} as Request, {} as Response, (error?: unknown) => resolve(error ?? 'done'))
  })
const fails = new Error('fails')
const wrong: RequestHandler = () => expect.unreachable()

it('handlers run in their order, and those for errors only after one', async () => {
  const ran: string[] = []
  const step = (name: string): RequestHandler => {
    return (_req, _res, next) => {
      ran.push(name)
      next()
    }
  }
  const end = await run(step('a'), (_error, _req, _res, _next) => expect.unreachable(), step('b'))
  expect([ran, end]).toEqual([['a', 'b'], 'done'])
})

it.each<[string, RequestHandler]>([
  [
    'thrown',
    () => {
      throw fails
    },
  ],
  ['rejected', async () => Promise.reject(fails)],
  ['passed on', (_req, _res, next) => next(fails)],
])('an error that is %s passes by the other handlers to the next one for errors', async (_, handler) => {
  expect(await run(handler, wrong)).toBe(fails)
  const seen: unknown[] = []
  const end = await run(handler, wrong, (error, _req, _res, next) => {
    seen.push(error)
    next(new Error('another'))
  })
  expect([seen, end]).toEqual([[fails], new Error('another')])
})

it('an error that a handler for errors has mended ends there', async () => {
  expect(
    await run(
      async () => Promise.reject(fails),
      (_error, _req, _res, next) => next(),
    ),
  ).toBe('done')
})
