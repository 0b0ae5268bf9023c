import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCell } from '../../src/db/cells/add_cell.ts'
import { tablesOf } from '../../src/db/cells/cell.ts'
import { eventually } from '../db/cells/cells_fixture.ts'
import { type OwnPostgres, startOwnPostgres } from '../faults/own_postgres.ts'
import { passwords } from '../support/cluster_templates.ts'
import { useCommandLine } from '../support/command_line.ts'
import { inOrder } from '../support/in_order.ts'
import { writeNewKeys } from '../support/keys.ts'

const run = useCommandLine()
const directory = mkdtempSync(join(tmpdir(), 'caserne-cell-'))
const started: OwnPostgres[] = []
const server = (at: number) => {
  const found = started[at]
  if (found === undefined) throw new Error('not started yet')
  return found
}
beforeAll(async () => {
  const [first, second, plain] = await Promise.all([
    startOwnPostgres({ logical: true }),
    startOwnPostgres({ logical: true, empty: true }),
    startOwnPostgres({ empty: true }),
  ])
  started.push(first, second, plain)
}, 120_000)
afterAll(async () => {
  for (const each of started) await each.remove()
  rmSync(directory, { recursive: true })
})

const caserne = (args: string[], { at = 0 } = {}) =>
  run(args, {
    env: {
      DATABASE_URL: server(at).urls.admin,
      CELLS: `sud=${server(1).urls.admin}`,
      ...Object.fromEntries(
        (['auth', 'api', 'worker'] as const).map((login) => [
          `${login.toUpperCase()}_DATABASE_URL`,
          server(at).urls[login],
        ]),
      ),
    },
  })
const add = (nom: string, url: string) => caserne(['cell', 'add', nom, '--url', url])

describe('from one database to two cells', inOrder, () => {
  it('there are none at first', async () => {
    expect(await caserne(['cell', 'list'])).toEqual({
      code: 0,
      said: 'Aucune cellule : une seule base tient tous les SIS.\n',
    })
  })

  it('what cannot become a cell is refused, and nothing is changed', async () => {
    const url = server(1).urls.admin
    for (const [nom, address, said] of [
      ['Sud', url, 'Le nom Sud ne convient pas'],
      ['sud', 'nowhere', '--url : une adresse comme'],
      [
        'sud',
        server(2).urls.admin,
        'ne réplique pas encore : lancez « alter system set wal_level = logical »',
      ],
      ['sud', url.replace(/:\d+\//, ':1/'), 'n’est pas joignable'],
      ['sud', server(0).urls.admin, 'Cette base contient des SIS'],
    ] as const) {
      const outcome = await add(nom, address)
      expect(outcome).toEqual({ code: 1, said: expect.stringContaining(said) })
    }
    expect(await server(1).rows("select from pg_namespace where nspname = 'auth'")).toEqual([])
    expect(await server(0).rows('select from request.cellule')).toEqual([])
  })

  it('a command that was killed is run again: while it copied, and before', async () => {
    const cell = { nom: 'sud', url: server(1).urls.admin, passwords }
    const killed = addCell(server(0).urls.admin, cell, pino({ level: 'silent' }), (step) => {
      if (step.includes('.')) throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect((await add('sud', cell.url)).code).toBe(0)
    expect((await caserne(['cell', 'list'])).said).toMatch(/sud .* 0 SIS +à jour/)
    const name = 'caserne_comptes_principale_sud'
    for (const change of ['alter @ disable', 'alter @ set (slot_name = none)', 'drop @'])
      await server(1).rows(change.replace('@', `subscription ${name}`))
    expect(await add('sud', cell.url)).toEqual({
      code: 1,
      said: expect.stringContaining('lancez caserne cell refresh sud'),
    })
    // As it is between the name of the cell and its subscription.
    await server(1).rows('begin')
    await server(1).rows('set local session_replication_role = replica')
    for (const table of tablesOf('caserne_comptes')) await server(1).rows(`delete from ${table}`)
    await server(1).rows('update request.cellule set battement = null')
    await server(1).rows('commit')
  })

  it('an empty database becomes one, also when the command is run again', async () => {
    const said = expect.stringContaining('Cellule sud ajoutée.')
    expect(await add('sud', server(1).urls.admin)).toEqual({ code: 0, said })
    expect(await add('sud', server(1).urls.admin)).toEqual({ code: 0, said })
    const { said: listed } = await caserne(['cell', 'list'])
    expect(listed).toMatch(/principale +127\.0\.0\.1:\d+\/faults +2 SIS +à jour \(tient les comptes\)/)
    expect(listed).toMatch(/sud +127\.0\.0\.1:\d+\/faults +0 SIS +à jour/)
  })

  it('a new SIS lives there', async () => {
    expect(await caserne(['sis', 'create', 'ln', 'SIS du Littoral', '--cell', 'ouest'])).toEqual({
      code: 1,
      said: expect.stringContaining('Il n’y a pas de cellule ouest'),
    })
    const { code, said } = await caserne(['sis', 'create', 'ln', 'SIS du Littoral', '--cell', 'sud'])
    expect([code, said]).toEqual([
      0,
      'SIS ln créé : il travaille dans la cellule sud dès qu’elle l’a reçu (voyez : npm run caserne -- cell list)\n',
    ])
    await eventually(server(1), 'select sis_key from request.homes', [{ sis_key: 'ln' }])
    expect((await caserne(['cell', 'list'])).said).toMatch(/sud .* 1 SIS/)
  })

  it('the doctor finds nothing wrong with what cells follow', async () => {
    for (const at of [0, 1]) {
      const { said } = await caserne(['doctor'], { at })
      expect(said).toMatch(/ok +cellule +(principale, qui tient|sud, qui reçoit) les comptes/)
      expect(said).toContain('politiques, fonctions, tables et droits comme livrés')
      expect(said).toMatch(/ok +réplication +aucun standby\n.*abonnements d’autres bases à celle-ci : 1/)
    }
    const grant = (action: string) => server(0).rows(`${action} public, caserne_principale_vers_sud`)
    await grant('grant update on auth.sapeurs to')
    expect((await caserne(['doctor'])).said).toMatch(
      /FAUTE +schéma +le droit UPDATE to caserne_principale_vers_sud/,
    )
    await grant('revoke update on auth.sapeurs from')
    await server(0).rows('alter subscription caserne_personnes_sud_principale disable')
    expect((await caserne(['doctor'])).said).toContain(
      'les comptes n’apprennent plus rien des sapeurs de la cellule sud',
    )
    await server(0).rows('alter subscription caserne_personnes_sud_principale enable')
    await server(1).stop()
    const { code, said } = await caserne(['doctor'])
    await server(1).start()
    expect(code).toBe(1)
    expect(said).toMatch(/FAUTE +cellule +sud : injoignable, ses SIS sont refusés \(503\)/)
  })

  it('migrations go to all cells', async () => {
    expect(await caserne(['migrate'])).toEqual({
      code: 0,
      said: expect.stringContaining('La base est à jour.'),
    })
  })

  it('commands about a SIS of another cell say where they work', async () => {
    writeFileSync(join(directory, 'sapeurs.csv'), 'nom;prenom\nÉrard;Léa\n')
    for (const args of [
      ['sis', 'close', 'ln'],
      ['sis', 'remove', 'ln', '--yes'],
      ['erase', 'sapeur', '1', '--sis', 'ln', '--yes'],
      ['export', '--sis', 'ln', '--to', '/tmp/no-archive.gz'],
      ['import', 'sapeurs', join(directory, 'sapeurs.csv'), '--sis', 'ln'],
      ['mail', 'list', '--sis', 'ln'],
      ['mail', 'show', '1', '--sis', 'ln'],
    ]) {
      const { code, said } = await caserne(args)
      expect([args, code, said.includes('cellule')]).toEqual([args, 1, true])
    }
    expect((await caserne(['sis', 'close', 'ln'], { at: 1 })).code).toBe(0)
    expect((await caserne(['sis', 'open', 'ln'], { at: 1 })).code).toBe(0)
  })

  it('an analyst is made with the accounts, and told where their figures are', async () => {
    const make = (nom: string, args: string[], at = 0) => caserne(['analyst', 'create', nom, ...args], { at })
    for (const args of [['--national'], ['--sis', 'ln']])
      expect(await make('refuse_stat', args, 1)).toEqual({
        code: 1,
        said: expect.stringContaining('Cette base est la cellule sud : indiquez dans DATABASE_URL'),
      })
    const there = ['--url', server(1).urls.admin]
    for (const [nom, args, said] of [
      ['sud_stat', ['--national', ...there], 'il voit les SIS de la cellule sud.\n'],
      ['tout_stat', ['--national'], 'il voit les SIS de la cellule principale.\n'],
      ['ln_stat', ['--sis', 'ln'], 'Les chiffres du SIS ln sont dans la cellule sud'],
      ['hs_stat', ['--sis', 'hs', ...there], 'Les chiffres du SIS hs sont dans la cellule principale'],
    ] as const)
      expect(await make(nom, [...args])).toEqual({ code: 0, said: expect.stringContaining(said) })
    expect((await make('ici_stat', ['--sis', 'hs'])).said).not.toContain('Les chiffres du SIS')
    expect((await caserne(['analyst', 'list'])).said).toMatch(/tout_stat +les SIS de la cellule principale/)
  })

  it('people sign in where their accounts are kept: another server does not start', async () => {
    const file = join(directory, 'keys.json')
    writeNewKeys(file)
    const env = { AUTH_DATABASE_URL: server(1).urls.auth, AUTH_KEY_FILE: file, PORT: '0', LOG_LEVEL: 'error' }
    expect(await run(['serve', 'auth'], { env })).toEqual({
      code: 1,
      said: expect.stringContaining('Cette base est une cellule qui reçoit les comptes'),
    })
  })

  it('a cell is removed when no SIS lives there', async () => {
    expect(await caserne(['cell', 'remove', 'principale'])).toMatchObject({ code: 1 })
    expect(await caserne(['cell', 'remove', 'sud'])).toEqual({
      code: 1,
      said: expect.stringContaining('Des SIS vivent dans la cellule sud : ln.'),
    })
    await server(0).rows("delete from auth.role_permissions where sis_key = 'ln'")
    await server(0).rows("update auth.sis set cellule = 'principale' where api_key = 'ln'")
    await eventually(server(1), 'select sis_key from request.homes', [])
    expect(await caserne(['cell', 'refresh', 'sud'])).toEqual({
      code: 0,
      said: 'La cellule sud a de nouveau tous les comptes.\n',
    })
    expect(await caserne(['cell', 'remove', 'sud'])).toEqual({
      code: 0,
      said: 'Cellule sud retirée. Sa base reste, et ne reçoit plus rien.\n',
    })
    expect(await server(0).rows('select from pg_replication_slots')).toEqual([])
    expect(await server(1).rows('select from pg_replication_slots')).toEqual([])
    expect((await caserne(['cell', 'list'])).said).not.toContain('sud')
  })
})
