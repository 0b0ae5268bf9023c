import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { Html, html } from '../../text/html.ts'

/** A page for a browser. */
export interface Page {
  status: number
  title: string
  body: Html
}

// Readable on a phone, in dark mode, without scripts.
const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1.5rem 1rem }
main { max-width: 28rem; margin: 0 auto }
h1 { font-size: 1.5rem; line-height: 1.25 }
label { display: block; margin-top: 1rem; font-weight: 600 }
input { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; border: 2px solid #767676; border-radius: .4rem }
input[aria-invalid] { border-color: #c62828 }
button { margin: 1.5rem 0; padding: .7rem 1.2rem; font: inherit; font-weight: 600; color: #fff; background: #a61b1b; border: 2px solid #a61b1b; border-radius: .4rem }
input:focus-visible, button:focus-visible { outline: 3px solid #1565c0; outline-color: light-dark(#1565c0, #90caf9); outline-offset: 2px }
.choices button { display: block; width: 100%; margin: .75rem 0; padding: 1rem }
.hint { margin: 0; font-size: .9375rem }
.fault { margin: 0; font-weight: 600; color: #c62828; color: light-dark(#b00020, #ff8a80) }
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
