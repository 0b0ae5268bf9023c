import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

const database = useDatabase()
const servers = useServers(database)
const settings = () => ({ DATABASE_URL: database.urls.admin, LOG_LEVEL: 'debug' })
const run = useCommands(settings)
const byProgram = usePrograms(settings)

const post = (path: string, body: unknown) => servers.auth(`/api/v1${path}`, { method: 'POST', body })
const create = (email: string, ...more: string[]) => [
  'user',
  'create',
  email,
  '--name',
  'Jeanne Choffat',
  ...more,
]

/** The tables in which this text occurs. */
async function tablesWith(text: string): Promise<string[]> {
  const admin = await database.as('admin')
  const { rows } = await admin.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await admin.query(`select from ${name} t where strpos(t::text, $1) > 0`, [text])
    if (rowCount) found.push(name)
  }
  return found
}

describe('user create', patience, () => {
  it('makes an account with a link for its owner to choose a password, once', async () => {
    const { code, said } = await byProgram(create('lien@example.org'))
    expect(code).toBe(0)
    const [, token = ''] =
      /^Compte lien@example\.org créé\.\nLien pour choisir le mot de passe, valable une heure, une seule fois :\nhttp:\/\/localhost:4001\/reset-mdp\?token=([\w-]{43})\n$/.exec(
        said,
      ) ?? []
    expect(await tablesWith(token)).toEqual([])

    expect((await post('/reset-password', { token, password: 'ronce-mauve-77' })).status).toBe(200)
    expect((await post('/reset-password', { token, password: 'ronce-mauve-78' })).status).toBe(401)
    const login = await post('/login', { email: 'lien@example.org', password: 'ronce-mauve-77' })
    expect(login.status).toBe(200)
    expect(login.body.user).toMatchObject({ name: 'Jeanne Choffat', email: 'lien@example.org' })
    expect(login.body.user.email_verified_at).toMatch(/Z$/)
  })

  it('links to the application if there is one, otherwise to the authentication server', async () => {
    const auth = { AUTH_URL: 'https://auth.example.org/' }
    const { said } = await run(create('adresse@example.org'), { env: auth })
    expect(said).toContain('\nhttps://auth.example.org/reset-mdp?token=')
    const app = { ...auth, APP_URL: 'https://app.example.org' }
    expect((await run(create('application@example.org'), { env: app })).said).toContain(
      '\nhttps://app.example.org/reset-mdp?token=',
    )
  })

  it('takes the password from the first line of its input, without waiting for more, and leaves no trace of it', async () => {
    const password = 'ortie blanche 42'
    const made = await byProgram(create('mot-de-passe@example.org', '--password-stdin', '--admin'), {
      input: `${password}\r\nrien de plus`,
    })
    expect(made).toEqual({ code: 0, said: 'Compte mot-de-passe@example.org créé.\n' })
    expect(await tablesWith(password)).toEqual([])
    const login = await post('/login', { email: 'Mot-de-passe@example.org', password })
    expect(login.status).toBe(200)
    const listed = await run(['user', 'list'])
    expect(listed.said).toMatch(/^mot-de-passe@example\.org +Jeanne Choffat +administrateur$/m)
  })

  it.each([
    ['é'.repeat(36), 0],
    [`${'é'.repeat(36)}a`, 'Le mot de passe ne doit pas dépasser 72 octets.'],
    ['court 7', 'Le mot de passe doit compter au moins 8 caractères.'],
    ['Jeanne Choffat', 'Le mot de passe ne doit être ni l’adresse e-mail ni le nom.'],
    ['', 'Il n’y a pas de mot de passe sur l’entrée standard.'],
  ])(
    'accepts 72 bytes of password, and refuses a longer, shorter or weak one: %s',
    async (password, outcome) => {
      const { code, said } = await run(create('octets@example.org', '--password-stdin'), {
        input: `${password}\n`,
      })
      if (outcome === 0)
        return expect({ code, said }).toEqual({ code: 0, said: 'Compte octets@example.org créé.\n' })
      expect({ code, said }).toEqual({ code: 1, said: `${outcome}\n` })
    },
  )

  it('takes no password as an argument, which every process could read', async () => {
    const { code, said } = await run(create('argument@example.org', '--password', 'ronce-mauve-77'))
    expect(code).toBe(1)
    expect(said).toMatch(/^Option inconnue : --password\n/)
    expect(said).not.toContain('ronce-mauve-77')
  })

  it.each([
    ['Cette adresse e-mail est déjà utilisée.', 'CHEF@example.org', 'Chef'],
    ['L’adresse e-mail n’est pas valable.', 'chef', 'Chef'],
    ['L’adresse e-mail est trop longue.', `${'a'.repeat(60)}@${'b.'.repeat(120)}ch`, 'Chef'],
    ['Le nom est vide.', 'chef2@example.org', ' '],
    ['Le nom est trop long.', 'chef2@example.org', 'a'.repeat(256)],
  ])('refuses an account: %s', async (why, email, name) => {
    expect(await run(['user', 'create', email, '--name', name])).toEqual({ code: 1, said: `${why}\n` })
  })
})
