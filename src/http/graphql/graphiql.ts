import { randomBytes } from 'node:crypto'
import { type RequestHandler, Router } from 'express'
import { type RuruClientConfig, ruruHTML } from 'ruru/server'
import { serveStatic } from 'ruru/static'

const staticPath = '/graphiql/static/'

// What one begins with: a query of the figures, and the headers that each needs.
const clientConfig: Partial<RuruClientConfig> = {
  defaultQuery: `{
  stats_federal(first: 11, orderBy: [ANNEE_DESC, TRI_ASC]) {
    nodes { annee designation nb secondes nb_precedent }
  }
}
`,
  defaultHeaders: JSON.stringify({ authorization: 'Bearer ', 'sis-key': '' }, null, 2),
}

/**
 * `GET /graphiql`: Ruru, to write queries in. It comes from here whole, asks this server only, and its page alone may run scripts and
 * styles that stand in it.
 */
export function graphiqlRouter(): Router {
  const router = Router()
  router.get('/graphiql', answerPage)
  router.use(keepFiles, serveStatic(staticPath))
  return router
}

const answerPage: RequestHandler = (_req, res) => {
  const nonce = randomBytes(16).toString('base64')
  const page = ruruHTML({
    endpoint: '/graphql',
    staticPath,
    // All of it is optional; but the types that say so need React's, which is not here.
    clientConfig: clientConfig as RuruClientConfig,
    htmlParts: {
      titleTag: '<title>GraphQL - Caserne</title>',
      metaTags: (original) => `${original}<link rel="icon" href="data:," />`,
    },
  })
  res.set('Content-Security-Policy', policy(nonce)).type('html')
  res.end(page.replaceAll('<script', `<script nonce="${nonce}"`))
}

// Four megabytes, which a browser need not fetch each time: they have an ETag.
const keepFiles: RequestHandler = (req, res, next) => {
  if (req.path.startsWith(staticPath)) res.set('Cache-Control', 'no-cache')
  next()
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
