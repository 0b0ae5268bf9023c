import { describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { takePort } from '../support/program.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

const database = useDatabase()
const empty = useDatabase('template_empty')
const settings = () => ({ DATABASE_URL: database.urls.admin })
const run = useCommands(settings)
const byProgram = usePrograms(settings)

describe('sis create', patience, () => {
  it('makes a SIS with its five roles, with the name as its abbreviation by default', async () => {
    expect(await byProgram(['sis', 'create', 'jura-sud', 'SIS Jura Sud'])).toEqual({
      code: 0,
      said: 'SIS jura-sud créé.\n',
    })
    const owner = await database.as('owner')
    const { rows } = await owner.query(
      `select s.nom, s.abreviation, (select count(*)::integer from auth.roles r where r.sis_key = s.api_key) as roles
         from auth.sis s where s.api_key = 'jura-sud'`,
    )
    expect(rows).toEqual([{ nom: 'SIS Jura Sud', abreviation: 'SIS Jura Sud', roles: 5 }])
  })

  it.each([
    [
      ['Jura', 'SIS Jura'],
      'La clé Jura ne convient pas : 1 à 31 minuscules, chiffres ou tirets, pas de tiret au début.',
    ],
    [['hs', 'SIS Jura'], 'Un SIS de cette clé existe déjà'],
    [['jura', 'sis haute-sorne'], 'Un SIS de ce nom existe déjà'],
    [['jura', ' '], 'Le nom est vide.'],
  ])('refuses %j with the reason', async (args, why) => {
    expect(await run(['sis', 'create', ...args])).toEqual({ code: 1, said: `${why}\n` })
  })
})

describe('sis remove', patience, () => {
  it('takes the end of the input for a no', async () => {
    expect(await byProgram(['sis', 'remove', 'hs'])).toEqual({
      code: 1,
      said: expect.stringContaining('\nSans réponse, rien n’est changé (--yes répond d’avance).\n'),
    })
  })
})

describe('sis list', patience, () => {
  it('shows key, abbreviation and name, in columns', async () => {
    await run(['sis', 'create', 'vallee', 'SIS Vallée', '--abreviation', 'SIS V'])
    const { code, said } = await byProgram(['sis', 'list'])
    expect(code).toBe(0)
    expect(said).toMatch(/^hs +\S.* {2}SIS Haute-Sorne$/m)
    expect(said).toMatch(/^vallee +SIS V +SIS Vallée$/m)
  })
})

describe('a command on a database', patience, () => {
  it('explains what to do when the database is not up to date', async () => {
    expect(await run(['sis', 'list'], { env: { DATABASE_URL: empty.urls.admin } })).toEqual({
      code: 1,
      said: 'La base de données n’est pas à jour. Lancez : npm run caserne -- migrate (--bootstrap la première fois)\n',
    })
  })

  it('reports that the login may not become the owner', async () => {
    const { code, said } = await run(['sis', 'list'], { env: { DATABASE_URL: database.urls.api } })
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^La base de données n’est pas préparée \(.*"caserne_owner".*\)\. Lancez : /,
      ),
    })
  })

  it('reports an unreachable database or a refused password, without repeating the password', async () => {
    const { port, free } = await takePort()
    await free()
    const nobody = `postgres://postgres:secret-7@127.0.0.1:${port}/caserne`
    expect(await run(['sis', 'list'], { env: { DATABASE_URL: nobody } })).toEqual({
      code: 1,
      said: `La base de données n’est pas joignable : connect ECONNREFUSED 127.0.0.1:${port}\n`,
    })
    const wrong = Object.assign(new URL(database.urls.admin), { password: 'secret-7' }).href
    const { code, said } = await run(['sis', 'list'], { env: { DATABASE_URL: wrong } })
    expect(code).toBe(1)
    expect(said).toMatch(/^La base de données n’est pas joignable : .*password authentication failed/)
    expect(said).not.toContain('secret-7')
  })
})
