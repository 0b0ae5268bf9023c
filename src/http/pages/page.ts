import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { Html, html } from '../../text/html.ts'

/** A page for a browser. */
export interface Page {
  status: number
  title: string
  body: Html
}

// Readable on a phone, in dark mode, without scripts. Looks as the board does (src/tableau/board.css).
const style = `
:root { color-scheme: light dark; --paper: light-dark(#fff, #111314); --ink: light-dark(#15181a, #f1f1ee); --quiet: light-dark(#596065, #a4abb0); --fault: light-dark(#b3191f, #ff6b66); font: 1.0625rem/1.5 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif }
body { margin: 0; padding: 1.5rem 1rem; background: var(--paper); color: var(--ink) }
main { max-width: 28rem; margin: 0 auto }
h1 { font-size: 1.75rem; line-height: 1.15; letter-spacing: -.02em }
a { color: inherit }
label { display: block; margin-top: 1rem; font-weight: 700 }
input { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid #6d7479; border-radius: 0 }
input[aria-invalid] { border: 2px solid var(--fault) }
button { margin: 1.5rem 0; min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 700; color: var(--paper); background: var(--ink); border: 1px solid var(--ink); border-radius: 0 }
input:focus-visible, button:focus-visible { outline: 3px solid light-dark(#1457a8, #7db4f5); outline-offset: 2px }
.choices button { display: block; width: 100%; margin: .75rem 0; padding: 1rem; color: var(--ink); background: var(--paper) }
.choices button[aria-pressed=true] { color: var(--paper); background: var(--ink) }
.place { font-size: 1.25rem; line-height: 1.3 }
.hint { margin: 0; color: var(--quiet) }
.fault { margin: 0; font-weight: 700; color: var(--fault) }
`

const styleHash = createHash('sha256').update(style).digest('base64')

const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  // The address contains a token, which must not leak to other sites.
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Sends a page that may load nothing, run nothing, be framed nowhere and be cached nowhere. */
export function answerPage(
  res: Response,
  { status, title, body }: Page,
  more: Record<string, string> = {},
): void {
  const document = html`<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - Caserne</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  res
    .status(status)
    .set({ ...headers, ...more })
    .type('html')
    .send(`<!doctype html>\n${document}`)
}

/** A page of sentences. */
export function sentencesPage(status: number, title: string, ...sentences: string[]): Page {
  return { status, title, body: html`${sentences.map((each) => html`<p>${each}</p>\n`)}` }
}
