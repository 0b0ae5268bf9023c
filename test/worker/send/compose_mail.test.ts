import { describe, expect, it } from 'vitest'
import { composeMail } from '../../../src/worker/send/compose_mail.ts'
import type { Mail } from '../../../src/worker/send/letters.ts'

const base: Mail = { genre: 'confirmation', email: 'nina@example.org', name: 'Nina Neuve' }
const invitation: Mail = {
  genre: 'invitation',
  email: 'nina@example.org',
  name: null,
  sis: 'SIS Haute-Sorne',
  par: 'Ricarda Amsler',
}
const link = 'https://app.example.org/x?token=abc'

describe('a mail', () => {
  it('contains as text a greeting, the reason, the link, its validity, and what to do in case of a mistake', () => {
    expect(composeMail(base, link).text).toBe(
      `Bonjour Nina Neuve,

Un compte Caserne a été ouvert avec l’adresse nina@example.org. Confirmez que c’est la vôtre :

https://app.example.org/x?token=abc

Ce lien est valable 30 jours et ne sert qu’une fois.

Si vous n’avez pas ouvert ce compte vous-même, ne confirmez pas : qui l’a ouvert en connaît le mot de passe et agirait en votre nom. Ignorez ce message.

-- 
Caserne. Message automatique : personne ne lit les réponses.
`,
    )
  })

  it.each([
    [base, 'Confirmez votre adresse e-mail', '30 jours'],
    [{ ...base, genre: 'reinitialisation' }, 'Réinitialisation de votre mot de passe', '1 heure'],
    [invitation, 'Invitation à rejoindre SIS Haute-Sorne', '30 jours'],
  ] as const)('states the validity of its link, in both forms: %#', (mail, subject, lifetime) => {
    const composed = composeMail(mail, link)
    expect(composed.subject).toBe(subject)
    for (const form of [composed.text, composed.html]) {
      expect(form).toContain(`valable ${lifetime} et ne sert qu’une fois`)
      expect(form).toContain('gnorez ce message')
      expect(form).toContain(link)
    }
  })

  it('loads nothing from elsewhere', () => {
    for (const mail of [base, invitation])
      expect(composeMail(mail, link).html).not.toMatch(
        /<(img|link|script|style|iframe)|url\(|\b(src|background)=/i,
      )
  })

  it('about a changed password has no link, and states what to do', () => {
    const { text, html } = composeMail({ ...base, genre: 'mot_de_passe_change' }, null)
    expect(html).not.toContain('<a ')
    for (const form of [text, html]) {
      expect(form).toContain('Si c’était vous, il n’y a rien à faire.')
      expect(form).toContain('Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe')
    }
  })
})

describe('a name from the data', () => {
  it.each(['Éloïse d’Aïtken-Müller', "J. O'Neil", 'Ñandú'])(
    'greets its owner when it looks like a name: %s',
    (name) => {
      expect(composeMail({ ...base, name }, link).text).toContain(`Bonjour ${name},\n`)
    },
  )

  it.each([
    null,
    '',
    '<script>alert(1)</script>',
    'Nina\r\nBcc: victime@example.org',
    'Gagnez sur www.example.org',
    'https://example.org',
    'nina@example.org',
    'Nina\u202eevueN',
    'a'.repeat(61),
  ])('is left out when it could be anything else: %j', (name) => {
    const { text, html } = composeMail({ ...base, name }, link)
    expect(text).toMatch(/^Bonjour,\n/)
    expect(html).toContain('<p>Bonjour,</p>')
  })

  it('is escaped in HTML', () => {
    const mail = { ...invitation, sis: '<b>SIS</b> "Nord" & \'Sud\'' }
    const { html, text } = composeMail(mail, `${link}"><script>`)
    expect(html).toContain(
      'rejoindre &lt;b&gt;SIS&lt;/b&gt; &quot;Nord&quot; &amp; &#39;Sud&#39; dans Caserne',
    )
    expect(html).toContain('href="https://app.example.org/x?token=abc&quot;&gt;&lt;script&gt;"')
    expect(html).not.toMatch(/<script|<b>/)
    expect(text).toContain('rejoindre <b>SIS</b> "Nord" & \'Sud\' dans Caserne')
  })

  it('is one line of limited length in a subject', () => {
    const subject = (sis: string) => composeMail({ ...invitation, sis }, link).subject
    expect(subject('SIS\r\nBcc: victime@example.org\u0000\u2028x')).toBe(
      'Invitation à rejoindre SIS Bcc: victime@example.org x',
    )
    expect(subject('🔥'.repeat(300))).toBe(`Invitation à rejoindre ${'🔥'.repeat(254)}…`)
  })

  it('of the inviting account is left out when it could be anything else', () => {
    for (const par of [null, 'www.example.org'])
      expect(composeMail({ ...invitation, par }, link).text).toContain(
        'L’administration de ce SIS vous invite à rejoindre SIS Haute-Sorne dans Caserne :',
      )
  })
})
