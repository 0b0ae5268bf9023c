import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { tokenFor } from '../support/mail_readback.ts'
import { type Answer, useServers } from '../support/servers.ts'
import { makeAccount } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)
const strict = useServers(database, { PASSWORD_MIN_LENGTH: '12' })

/** An account about to choose a password, called Nina Neuve: its e-mail, and the request that sets it. */
interface Chooser {
  email: string
  choose: (password: string, at?: typeof servers) => Promise<Answer>
}

let people = 0
const newEmail = () => {
  people += 1
  return `nina.${people}@example.org`
}
async function someone(): Promise<string> {
  const email = newEmail()
  await makeAccount(database, { email, name: 'Nina Neuve' })
  return email
}

// Every request that sets a password: its field, and its sender.
const paths: [string, string, () => Promise<Chooser>][] = [
  [
    'register',
    'password',
    async () => {
      const email = newEmail()
      const body = { name: 'Nina Neuve', email }
      return { email, choose: (password, at = servers) => at.post('/register', { ...body, password }) }
    },
  ],
  [
    'reset-password',
    'password',
    async () => {
      const email = await someone()
      const token = await tokenFor(database, 'reinitialisation', email)
      return { email, choose: (password, at = servers) => at.post('/reset-password', { token, password }) }
    },
  ],
  [
    'change-password with a token',
    'new_password',
    async () => {
      const email = await someone()
      const choose: Chooser['choose'] = (new_password, at = servers) =>
        at.post('/change-password', { password: 'caserne-demo', new_password }, { as: email })
      return { email, choose }
    },
  ],
  [
    'change-password by e-mail',
    'new_password',
    async () => {
      const email = await someone()
      const choose: Chooser['choose'] = (new_password, at = servers) =>
        at.post('/change-password', { email, password: 'caserne-demo', new_password })
      return { email, choose }
    },
  ],
]

const short = 'Le mot de passe doit compter au moins 8 caractères.'
const long = 'Le mot de passe ne doit pas dépasser 72 octets.'
const own = 'Le mot de passe ne doit être ni l’adresse e-mail ni le nom.'

describe.each(paths)('a password set by %s', (_path, field, newChooser) => {
  it.each([
    ['of 7 characters', '1234567', short],
    ['of 7 characters of two bytes each', 'ééééééé', short],
    ['of 7 characters of four bytes each', '🚒'.repeat(7), short],
    ['of 73 bytes', 'a'.repeat(73), long],
    ['of 37 characters in 73 bytes', `${'é'.repeat(36)}x`, long],
    ['of 19 characters in 73 bytes', `${'🚒'.repeat(18)}x`, long],
    ['of 1024 characters', 'a'.repeat(1024), long],
    ['equal to the name', 'Nina Neuve', own],
    ['equal to the name in another case, between spaces', '  nina NEUVE ', own],
    ['with a NUL', 'mot de\0passe', 'Le format n’est pas valide.'],
    ['that is empty', '', 'Ce champ est obligatoire.'],
  ])('%s is refused, and a better one accepted', async (_what, password, sentence) => {
    const { email, choose } = await newChooser()
    expect(await choose(password)).toMatchObject({ status: 422, body: { error: { [field]: [sentence] } } })
    expect((await servers.logIn(email, password.slice(0, 72))).status).toBe(401)
    expect([200, 201]).toContain((await choose('un bien meilleur')).status)
    expect((await servers.logIn(email, 'un bien meilleur')).status).toBe(200)
  })

  it('equal to the e-mail is refused, in any case', async () => {
    const { email, choose } = await newChooser()
    for (const password of [email, ` ${email.toUpperCase()} `])
      expect(await choose(password)).toMatchObject({ status: 422, body: { error: { [field]: [own] } } })
  })

  it.each([
    ['of 8 equal letters', 'aaaaaaaa'],
    ['of 8 characters of four bytes each', '🚒'.repeat(8)],
    ['of 72 bytes', 'a'.repeat(72)],
    ['of 36 characters in 72 bytes', 'é'.repeat(36)],
    ['with quotes, HTML and backslashes', `'"\\<b>$1%s{};--`],
  ])('%s is accepted, and no other one is valid then', async (_what, password) => {
    const { email, choose } = await newChooser()
    expect([200, 201]).toContain((await choose(password)).status)
    expect((await servers.logIn(email, password)).status).toBe(200)
    expect((await servers.logIn(email, `${password}x`)).status).toBe(401)
    expect((await servers.logIn(email, password.slice(0, -1))).status).toBe(401)
  })

  it('has the configured minimal length (PASSWORD_MIN_LENGTH)', async () => {
    const { choose } = await newChooser()
    expect((await choose('onze carac.', strict)).body).toEqual({
      error: { [field]: ['Le mot de passe doit compter au moins 12 caractères.'] },
    })
    expect([200, 201]).toContain((await choose('douze carac.', strict)).status)
  })
})
