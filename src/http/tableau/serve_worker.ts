import { type RequestHandler, Router } from 'express'
import { html } from '../../text/html.ts'
import { refusals } from '../refusals/errors.ts'
import { sendBody } from '../server/compress.ts'
import type { BoardAssets } from './assets.ts'
import { boardHeaders } from './headers.ts'

/**
 * Serves the service worker of the board, at the root because it may only see pages below its own path, and the notice
 * that it shows while the server cannot be reached.
 */
export function serveWorker({ base, read }: BoardAssets): Router {
  const notice = `<!doctype html>\n${html`<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Caserne - hors ligne</title>
<link rel="icon" href="${base}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}/board.css">
<script type="module" src="${base}/hors_ligne.ts"></script>
</head>
<body>
<header class="frame"><span class="mark">Caserne</span></header>
<main id="contenu">
<h1>Le serveur n’est pas joignable</h1>
<p>Cette page revient d’elle-même dès que le réseau est là. Les alarmes arrivent par les moyens habituels du service.</p>
<p class="actions"><button type="button">Réessayer</button></p>
</main>
</body>
</html>`}\n`
  const answerScript: RequestHandler = (_req, res) => {
    const script = read('service/service_worker.ts')
    if (script === null) throw refusals.unknownPath()
    sendBody(res.set('Cache-Control', 'no-cache').type('text/javascript'), script)
  }
  const page: RequestHandler = (_req, res) => {
    res.set(boardHeaders()).set('Cache-Control', 'no-cache').type('html').send(notice)
  }
  return Router().get('/service-worker.js', answerScript).get('/tableau/hors-ligne', page)
}
