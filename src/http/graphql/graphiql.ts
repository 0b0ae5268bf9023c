import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { Router } from 'express'

const files = join(fileURLToPath(import.meta.resolve('ruru/server')), '../../static')

/**
 * `GET /graphiql`: Ruru, to write queries in. It comes from here whole, asks this server only, and its page alone may run scripts and
 * styles that stand in it.
 */
export function graphiqlRouter(): Router {
  const router = Router()
  router.use('/graphiql/static', express.static(files, { index: false, maxAge: '1h', cacheControl: true }))
  router.get('/graphiql', async (_req, res) => {
    const { ruruHTML } = await import('ruru/server')
    const nonce = randomBytes(16).toString('base64')
    res.set('Content-Security-Policy', policy(nonce)).type('html')
    const html = ruruHTML({ endpoint: '/graphql', staticPath: '/graphiql/static/' })
    res.end(html.replaceAll('<script', `<script nonce="${nonce}"`))
  })
  return router
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
