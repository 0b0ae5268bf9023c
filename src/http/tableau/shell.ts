import type { RequestHandler } from 'express'
import { findPage } from '../../tableau/board_paths.ts'
import { html } from '../../text/html.ts'
import type { BoardAssets } from './assets.ts'
import { boardHeaders } from './headers.ts'
import type { BoardOptions } from './options.ts'

/** Answers every page of the board with one document. The browser's modules fill it. */
export function answerBoard({ base }: BoardAssets, { demo, graphiql, tiles }: BoardOptions): RequestHandler {
  const headers = boardHeaders(tiles?.url)
  const document = `<!doctype html>\n${html`<html lang="fr"${demo ? html` data-demo` : null}${graphiql ? html` data-graphiql` : null}${tiles ? html` data-tuiles="${tiles.url}" data-mention="${tiles.attribution}"` : null}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#b3191f">
<title>Caserne</title>
<link rel="icon" href="${base}/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="${base}/icones/icone-192.png">
<link rel="manifest" href="${base}/manifest.webmanifest">
<link rel="stylesheet" href="${base}/board.css">
<script type="module" src="${base}/board.ts"></script>
</head>
<body>
<a class="skip" href="#contenu">Aller au contenu</a>
<div id="tableau"></div>
<div id="annonces" class="visually-hidden" aria-live="polite"></div>
<noscript><main><h1>Caserne</h1><p>Le tableau a besoin de JavaScript.</p></main></noscript>
</body>
</html>`}\n`
  return (req, res, next) => {
    const isPage = req.url.startsWith('/') && findPage(req.path) !== null
    if (!isPage || !['GET', 'HEAD'].includes(req.method)) return next()
    res.set(headers).type('html').send(document)
  }
}
