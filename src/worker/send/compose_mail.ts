import { type Html, html } from '../../text/html.ts'
import { type Letter, letterOf, type Mail, personName } from './letters.ts'

/** A mail as text and as HTML. */
export interface Composed {
  subject: string
  text: string
  html: string
}

/** Writes a mail in French, as text and as HTML that loads nothing from elsewhere. */
export function composeMail(mail: Mail, link: string | null): Composed {
  const letter = letterOf(mail)
  const name = personName(mail.name)
  const greeting = name === null ? 'Bonjour,' : `Bonjour ${name},`
  return {
    subject: letter.subject,
    text: asText(letter, greeting, link),
    html: `<!doctype html>\n${asHtml(letter, greeting, link)}`,
  }
}

const signature = 'Caserne. Message automatique : personne ne lit les réponses.'

function asText({ reason, facts = [], notes }: Letter, greeting: string, link: string | null): string {
  const told = facts.map(([label, value]) => `${label} : ${value}`).join('\n')
  const parts = [greeting, reason, told, link ?? '', ...notes].filter((each) => each !== '')
  return `${[...parts, `-- \n${signature}`].join('\n\n')}\n`
}

const style = {
  body: 'margin:0;padding:24px;background:#ffffff;color:#15181a;font:16px/1.5 Helvetica,Arial,sans-serif',
  frame: 'max-width:560px;margin:0 auto',
  button:
    'display:inline-block;padding:12px 20px;background:#15181a;color:#ffffff;font-weight:bold;text-decoration:none',
  fact: 'margin:4px 0;white-space:pre-line',
  small: 'font-size:14px;color:#596065;overflow-wrap:anywhere',
}

function asHtml(
  { subject, reason, facts = [], action, notes }: Letter,
  greeting: string,
  link: string | null,
): Html {
  const button =
    link === null
      ? null
      : html`<p><a href="${link}" style="${style.button}">${action}</a></p>
<p style="${style.small}">Si le bouton ne répond pas, copiez cette adresse dans votre navigateur :<br>${link}</p>
`
  return html`<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="${style.body}"><div style="${style.frame}">
<p>${greeting}</p>
<p>${reason}</p>
${facts.map(([label, value]) => html`<p style="${style.fact}"><b>${label} :</b> ${value}</p>\n`)}${button}${notes.map((note) => html`<p>${note}</p>\n`)}<p style="${style.small}">${signature}</p>
</div></body>
</html>
`
}
