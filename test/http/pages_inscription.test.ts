import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { look } from '../support/users.ts'
import { sha256 } from '../worker/send/send_fixture.ts'
import { accountOf, headingOf, invitationToken, newcomer, visit } from './pages_fixture.ts'

const database = useDatabase()
const servers = useServers(database)
const page = () => `${servers.urls().auth}/inscription`
const typed = { name: 'Ada Neuve', password: 'un nouveau mot', password_confirmation: 'un nouveau mot' }

describe('the page for a new account', () => {
  it('reports all faults at once, each beside its field', async () => {
    const email = await newcomer(database)
    const form = { name: ' ', email, password: 'court', password_confirmation: 'autre', token: 'x' }
    const { status, html } = await visit(page(), form)
    expect(status).toBe(422)
    const fault = (name: string) =>
      new RegExp(`id="${name}-fault"><p class="fault">([^<]*)`).exec(html)?.[1] ?? null
    expect(['name', 'email', 'password', 'password_confirmation'].map(fault)).toEqual([
      'Ce champ est obligatoire.',
      'Cette adresse e-mail est déjà utilisée.',
      'Le mot de passe doit compter au moins 8 caractères.',
      'Les deux mots de passe sont différents.',
    ])
    expect(html).toContain('<div role="alert"><p class="fault">Cette invitation n’est pas valable')
  })

  it('reports the e-mail as confirmed when the invitation was mailed to it', async () => {
    const email = 'ada.invitee@example.org'
    const token = await invitationToken(database)
    await look(
      database,
      `update auth.invitations i set email = $1 from auth.tokens t
        where t.token_hash = $2 and i.sis_key = t.sis_key and i.id = t.invitation_id`,
      [email, sha256(token)],
    )
    await look(database, 'update auth.tokens set mailed = true where token_hash = $1', [sha256(token)])
    const done = await visit(page(), { ...typed, email, token })
    expect([done.status, headingOf(done)]).toEqual([200, 'Votre compte est ouvert'])
    expect(done.html).toContain(`<p>L’adresse ${email} est confirmée par votre invitation.</p>`)
    expect(done.html).not.toContain('Un message vient')
    expect(await accountOf(database, email)).toMatchObject({
      verified: true,
      roles: ['Consultation'],
      sessions: 0,
    })
  })
})
