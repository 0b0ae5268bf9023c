import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

const database = useDatabase()
const settings = () => ({ DATABASE_URL: database.urls.admin })
const run = useCommands(settings)
const byProgram = usePrograms(settings)

// Roles belong to the whole server, which other tests use too.
const own = (name: string) => `${name}_${suffix}`
const suffix = randomBytes(4).toString('hex')
const admin = () => database.as('admin')

/** Signs in as a login, in the database of the tests or in another, and runs a query. */
async function ask(changes: { username: string; password: string; pathname?: string }, text: string) {
  const client = new pg.Client(Object.assign(new URL(database.urls.admin), changes).href)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Signs in as a login and returns the SIS that it sees. */
async function sees(username: string, password: string): Promise<string> {
  const all = "select string_agg(distinct sis_key, ' ' order by sis_key) as sis from sapeurs"
  const [row] = await ask({ username, password }, all)
  return row.sis ?? ''
}

const address = () => {
  const { hostname, port } = new URL(database.urls.admin)
  return { hostname, port }
}

afterAll(async () => {
  const { rows } = await (await admin()).query('select rolname from pg_roles where rolname like $1', [
    `%${suffix}`,
  ])
  for (const { rolname } of rows) await (await admin()).query(`drop role ${rolname}`)
})

describe('analyst create', patience, () => {
  it('sends analysts to the standby, if there is one', async () => {
    const name = own('replique')
    const env = { READ_DATABASE_URL: 'postgres://caserne_api:x@replique.example.org:6433/caserne' }
    const { code, said } = await run(['analyst', 'create', name, '--sis', 'hs'], { env })
    expect([code, said.split('\n')[2]]).toEqual([
      0,
      `psql -h replique.example.org -p 6433 -U ${name} -d caserne`,
    ])
  })

  it('makes a login with the named SIS, and shows its password and how to connect', async () => {
    const name = own('jura')
    const { code, said } = await byProgram(['analyst', 'create', name, '--sis', 'hs, test,hs,'])
    expect(code).toBe(0)
    const { hostname, port } = address()
    const [created, shown = '', line] = said.split('\n')
    expect(created).toBe(`Analyste ${name} créé : il voit hs, test.`)
    expect(line).toBe(`psql -h ${hostname} -p ${port} -U ${name} -d ${database.name}`)
    expect(await sees(name, shown.replace('Mot de passe, montré cette seule fois : ', ''))).toBe('hs test')
  })

  it('takes the password from its input, and shows none', async () => {
    const name = own('donne')
    const { code, said } = await byProgram(['analyst', 'create', name, '--national', '--password-stdin'], {
      input: "Ronce mauve '77\n",
    })
    expect({ code, said: said.split('\n')[0] }).toEqual({
      code: 0,
      said: `Analyste ${name} créé : il voit tous les SIS.`,
    })
    expect(said).not.toContain('Mot de passe')
    expect(await sees(name, "Ronce mauve '77")).toBe('hs test')
    const { rows } = await (await admin()).query(
      `select m.roleid::regrole::text as role from pg_auth_members m where m.member = $1::regrole`,
      [name],
    )
    expect(rows).toEqual([{ role: 'caserne_national' }])
  })

  it.each([
    [
      'a name with capitals',
      ['Jura', '--sis', 'hs'],
      'Le nom Jura ne convient pas : 1 à 63 minuscules, chiffres ou _, une lettre au début.',
    ],
    ['a name of our roles', ['caserne_jura', '--sis', 'hs'], 'Le nom caserne_jura est réservé.'],
    ['a name of PostgreSQL’s roles', ['pg_jura', '--sis', 'hs'], 'Le nom pg_jura est réservé.'],
    ['a name already in use', ['postgres', '--sis', 'hs'], 'Le rôle postgres existe déjà'],
    [
      'an unknown SIS',
      [`perdu_${suffix}`, '--sis', 'hs,nord'],
      'SIS inconnu : nord (voyez : npm run caserne -- sis list)',
    ],
    ['neither --sis nor --all', [`perdu_${suffix}`], 'Indiquez --sis ou --national.'],
    [
      'an empty list of SIS',
      [`perdu_${suffix}`, '--sis', ' ,'],
      '--sis <clés> : une clé de SIS au moins, par exemple hs,test.',
    ],
  ])('refuses %s, and makes nothing', async (_title, args, why) => {
    expect(await run(['analyst', 'create', ...args])).toEqual({ code: 1, said: `${why}\n` })
    const { rows } = await (await admin()).query(
      `select rolname::text from pg_roles where rolname = $1
       union all
       select login::text from auth.analystes where login = $1`,
      [`perdu_${suffix}`],
    )
    expect(rows).toEqual([])
  })

  it.each([
    ['court', 'Le mot de passe doit compter au moins 8 caractères.'],
    [
      'mot de passe à moi',
      'Le mot de passe ne peut contenir que des lettres sans accent, chiffres et signes ASCII.',
    ],
  ])('refuses the password %s', async (password, why) => {
    const args = ['analyst', 'create', own('faible'), '--sis', 'hs', '--password-stdin']
    expect(await run(args, { input: `${password}\n` })).toEqual({ code: 1, said: `${why}\n` })
  })

  describe('needs only a login that may become the owner', () => {
    const login = own('proprio')
    beforeAll(async () => {
      await (await admin()).query(`create role ${login} login password 'essai' in role caserne_owner`)
    })

    it('names the missing right', async () => {
      const url = Object.assign(new URL(database.urls.admin), { username: login, password: 'essai' }).href
      expect(
        await run(['analyst', 'create', own('perdu'), '--sis', 'hs'], { env: { DATABASE_URL: url } }),
      ).toEqual({
        code: 1,
        said: `Le rôle ${login} ne peut pas créer de rôles (CREATEROLE) : indiquez dans DATABASE_URL un rôle qui le peut\n`,
      })
    })
  })
})

describe('analyst create, with CREATEROLE and without superuser', patience, () => {
  const login = own('createur')
  beforeAll(async () => {
    await (await admin()).query(
      `create role ${login} login createrole password 'essai' in role caserne_owner;
       grant caserne_analyst, caserne_national to ${login} with admin option`,
    )
  })
  // The new login goes first, since it is a member of the other.
  afterAll(async () => {
    await (await admin()).query(`drop role if exists ${own('sans_limite')}`)
  })

  it('makes the login, names its missing limits, and how a superuser sets them', async () => {
    const name = own('sans_limite')
    const url = Object.assign(new URL(database.urls.admin), { username: login, password: 'essai' }).href
    const options = { env: { DATABASE_URL: url }, input: 'ronce-mauve-77\n' }
    const { code, said } = await run(['analyst', 'create', name, '--sis', 'hs', '--password-stdin'], options)
    expect({ code, said: said.split('\n').slice(2, 4) }).toEqual({
      code: 0,
      said: [
        `Attention : l’analyste ${name} peut remplir le disque du serveur de messages, dans son journal (log_min_messages). Un superutilisateur y met fin : alter role ${name} set log_min_messages = 'fatal';`,
        `Attention : l’analyste ${name} peut remplir le disque du serveur de fichiers temporaires (temp_file_limit). Un superutilisateur y met fin : alter role ${name} set temp_file_limit = '1GB';`,
      ],
    })
    expect(await sees(name, 'ronce-mauve-77')).toBe('hs')
  })
})

describe('analyst list, grant, revoke, password and remove', patience, () => {
  const [name, all] = [own('suivi'), own('tous')]
  const input = 'ronce-mauve-77\n'

  it('change what a login sees, and its password, until the login and its grants are removed', async () => {
    await run(['analyst', 'create', name, '--sis', 'hs', '--password-stdin'], { input })
    expect((await byProgram(['analyst', 'grant', name, '--sis', 'test'])).said).toBe(`${name} voit test.\n`)
    await (await admin()).query(`create role ${own('vide')} login in role caserne_analyst`)
    const listed = (await run(['analyst', 'list'])).said
    expect(listed).toMatch(new RegExp(`^${name} +hs, test$`, 'm'))
    expect(listed).toMatch(new RegExp(`^${own('vide')} +aucun SIS$`, 'm'))
    expect((await run(['analyst', 'revoke', name, '--sis', 'hs'])).said).toBe(`${name} ne voit plus hs.\n`)
    expect(await sees(name, 'ronce-mauve-77')).toBe('test')
    const again = await run(['analyst', 'password', name, '--password-stdin'], { input: 'mauve-ronce-78\n' })
    expect(again.said).toBe(`Le mot de passe de ${name} est remplacé.\n`)
    await expect(sees(name, 'ronce-mauve-77')).rejects.toThrow('authentication')
    expect(await sees(name, 'mauve-ronce-78')).toBe('test')
    expect((await run(['analyst', 'remove', name])).said).toBe(`Analyste ${name} supprimé.\n`)
    await expect(sees(name, 'mauve-ronce-78')).rejects.toThrow('authentication')

    const { rows } = await (await admin()).query(
      `select sis_key, action, coalesce(apres, avant) ->> 'login' as login
         from audit.journal
        where ressource = 'analystes' and coalesce(apres, avant) ->> 'login' = $1
        order by id`,
      [name],
    )
    expect(rows).toEqual([
      { sis_key: 'hs', action: 'ajout', login: name },
      { sis_key: 'test', action: 'ajout', login: name },
      { sis_key: 'hs', action: 'suppression', login: name },
      { sis_key: 'test', action: 'suppression', login: name },
    ])
  })

  it('handle a login with default privileges on its future objects', async () => {
    const cling = 'begin read write; alter default privileges grant select on tables to public; commit'
    for (const [who, pathname, said] of [
      [own('tenace'), `/${database.name}`, 'Analyste $ supprimé.'],
      [
        own('coriace'),
        '/postgres',
        '$ n’entre plus et ne voit plus rien ; son rôle reste, car d’autres bases le connaissent (1 object in database postgres).',
      ],
    ] as const) {
      await run(['analyst', 'create', who, '--sis', 'hs', '--password-stdin'], { input })
      const his = { username: who, password: 'ronce-mauve-77', pathname }
      await ask(his, cling)
      expect((await run(['analyst', 'remove', who])).said).toBe(`${said.replace('$', who)}\n`)
      await expect(ask(his, 'select')).rejects.toThrow(/authentication|not permitted to log in/)
    }
    const { username, password } = new URL(database.urls.admin)
    await ask({ username, password, pathname: '/postgres' }, `drop owned by ${own('coriace')}`)
  })

  it('refuse invalid calls, and touch no role that is no analyst', async () => {
    await run(['analyst', 'create', all, '--national', '--password-stdin'], { input })
    const said = async (...args: string[]) => (await run(['analyst', ...args])).said
    expect(await said('grant', all, '--sis', 'hs')).toBe(`${all} voit tous les SIS, sans octroi\n`)
    expect(await said('remove', 'caserne_api')).toBe('Analyste inconnu : caserne_api\n')
    expect(await said('password', 'postgres')).toBe('Analyste inconnu : postgres\n')
    expect(await said('revoke', own('jura'), '--sis', 'nord')).toBe(`${own('jura')} ne voit pas nord\n`)
  })
})
