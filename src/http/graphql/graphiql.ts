import { randomBytes } from 'node:crypto'
import { type RequestHandler, Router } from 'express'
import type { RuruClientConfig } from 'ruru-page/server'
import { errorText, missingPackage } from '../../text/error_text.ts'
import { refusals } from '../refusals/errors.ts'

const staticPath = '/graphiql/static/'

// The initial query, and the headers that every query needs.
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
 * `GET /graphiql`: Ruru, a page to write queries in. The page loads everything from this server and asks this server
 * only. No other page may run inline scripts and styles. Ruru is loaded by the first request; an install without
 * optional packages answers 404 and says so.
 */
export function graphiqlRouter(): Router {
  const router = Router()
  router.get('/graphiql', answerPage)
  router.use(answerFile())
  return router
}

async function loadRuru() {
  try {
    const [{ ruruHTML }, { serveStatic }] = await Promise.all([
      import('ruru-page/server'),
      import('ruru-page/static'),
    ])
    return { ruruHTML, serveStatic }
  } catch (error) {
    throw missingPackage(error) === null ? error : refusals.notFound(errorText(error))
  }
}

const answerPage: RequestHandler = async (_req, res) => {
  const { ruruHTML } = await loadRuru()
  const nonce = randomBytes(16).toString('base64')
  const page = ruruHTML({
    endpoint: '/graphql',
    staticPath,
    // All members are optional, but the types that say so are in ruru-types, which is left out (decision 0007).
    clientConfig: clientConfig as RuruClientConfig,
    htmlParts: {
      titleTag: '<title>GraphQL - Caserne</title>',
      metaTags: (original) => `${original}<link rel="icon" href="data:," />`,
    },
  })
  res.set('Content-Security-Policy', policy(nonce)).type('html')
  res.end(page.replaceAll('<script', `<script nonce="${nonce}"`))
}

function answerFile(): RequestHandler {
  let files: RequestHandler | undefined
  return async (req, res, next) => {
    if (!req.path.startsWith(staticPath)) return next()
    files ??= (await loadRuru()).serveStatic(staticPath)
    // Four megabytes: an ETag spares browsers from loading them each time.
    res.set('Cache-Control', 'no-cache')
    return files(req, res, next)
  }
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
