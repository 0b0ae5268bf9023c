import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcome, readable, sisSeen } from '../../attacks/analyste_fixture.ts'
import { eventually } from './cells_fixture.ts'
import { useReporting } from './reporting_fixture.ts'

const { cells, nation, command } = useReporting()
const open: pg.Client[] = []
const there = () => ['--url', nation().urls.admin]
const password = 'un-mot-de-passe-assez-long'
const make = (name: string, ...args: string[]) =>
  command(['analyst', 'create', name, ...args, '--password-stdin'], { input: `${password}\n` })

async function signIn(username: string, url = nation().urls.admin): Promise<pg.Client> {
  const client = new pg.Client(Object.assign(new URL(url), { username, password }).href)
  client.on('error', () => undefined)
  open.push(client)
  await client.connect()
  return client
}

let val: pg.Client
let national: pg.Client
let relations: string[]

beforeAll(async () => {
  expect(await make('val_stat', '--sis', 'val', ...there())).toMatchObject({
    code: 0,
    said: expect.stringContaining('Analyste val_stat créé : il voit val.'),
  })
  expect(await make('nation_stat', '--national', ...there())).toMatchObject({ code: 0 })
  await eventually(nation(), "select sis_key from auth.analystes where login = 'val_stat'", [
    { sis_key: 'val' },
  ])
  ;[val, national] = [await signIn('val_stat'), await signIn('nation_stat')]
  relations = [...(await readable(val))].flatMap(([name, columns]) =>
    columns.includes('sis_key') ? [name] : [],
  )
})

afterAll(async () => {
  for (const client of open) await client.end().catch(() => undefined)
})

describe('in the reporting database, an analyst', () => {
  it('of one SIS sees all of its rows in each view, and no others', async () => {
    expect(relations.length).toBeGreaterThan(35)
    const empty: string[] = []
    for (const name of relations) {
      const { rows } = await val.query(`select v::text as row from ${name} v order by 1`)
      const all = `select v::text as row from ${name} v where sis_key = 'val' order by 1`
      if (rows.length === 0) empty.push(name)
      expect(rows, name).toEqual(await nation().rows(all))
    }
    expect(empty).toEqual([])
  })

  it('for the nation sees every SIS', async () => {
    expect(await sisSeen(national, relations)).toEqual(['hs', 'test', 'val'])
  })

  it.each([
    ['app', 'select count(*) from app.sapeurs'],
    ['auth', 'select count(*) from auth.analystes'],
    ['rapport', 'select count(*) from rapport.sources'],
    ['request', 'select count(*) from request.instants'],
    ['the functions of this database', 'select rapport.find_cellule()'],
  ])('reads nothing of %s', async (_title, query) => {
    for (const client of [val, national]) expect(await outcome(client, query)).toBe('42501')
  })

  it('reads no address of a cell and no password of a subscription', async () => {
    for (const client of [val, national])
      expect(await outcome(client, 'select subconninfo from pg_subscription')).toBe('42501')
  })

  it('writes to no table, and creates nothing', async () => {
    for (const client of [val, national]) {
      expect(await outcome(client, 'delete from stats.sis')).toBe('42501')
      expect(await outcome(client, 'create table stats.x ()')).toBe('42501')
      expect(await outcome(client, 'alter subscription caserne_rapport_sud_rapport disable')).toBe('42501')
    }
  })

  it('sees how old the rows of each cell are', async () => {
    for (const client of [val, national]) {
      const { rows } = await client.query('select cellule, secondes < 600 as fresh from cellules order by 1')
      expect(rows).toEqual([
        { cellule: 'principale', fresh: true },
        { cellule: 'sud', fresh: true },
      ])
    }
  })

  it('cannot pass for a cell by a setting', async () => {
    const seen =
      "set rapport.cellule = 'principale'; set request.sis_key = 'hs'; select distinct sis_key from sapeurs"
    expect(await outcome(val, seen)).toEqual([])
  })
})

describe('caserne analyst with --url', () => {
  it('gives and takes SIS where accounts are kept', async () => {
    expect(await command(['analyst', 'grant', 'val_stat', '--sis', 'hs', ...there()])).toMatchObject({
      code: 0,
    })
    await expect.poll(() => sisSeen(val, relations)).toEqual(['hs', 'val'])
    expect(await command(['analyst', 'list', ...there()])).toMatchObject({
      said: expect.stringMatching(/nation_stat +tous les SIS\nval_stat +hs, val\n/),
    })
    expect(await command(['analyst', 'revoke', 'val_stat', '--sis', 'hs', ...there()])).toMatchObject({
      code: 0,
    })
    await expect.poll(() => sisSeen(val, relations)).toEqual(['val'])
  })

  it('makes the same name in a cell too, with the same SIS only', async () => {
    const cell = ['--url', cells.second().urls.admin]
    expect(await make('val_stat', '--sis', 'hs', ...cell)).toEqual({
      code: 1,
      said: 'val_stat voit déjà val\n',
    })
    expect(await make('val_stat', '--sis', 'val', ...cell)).toMatchObject({ code: 0 })
    const there = await signIn('val_stat', cells.second().urls.admin)
    expect((await there.query('select distinct sis_key from sapeurs')).rows).toEqual([{ sis_key: 'val' }])
  })

  it('replaces a password there, and removes the login with its grants', async () => {
    const changed = ['analyst', 'password', 'val_stat', '--password-stdin', ...there()]
    expect(await command(changed, { input: 'un-autre-mot-de-passe\n' })).toMatchObject({ code: 0 })
    await expect(signIn('val_stat')).rejects.toThrow(/password authentication failed/)
    expect(await command(['analyst', 'remove', 'val_stat', ...there()])).toMatchObject({ code: 0 })
    expect(await cells.first().rows('select from auth.analystes')).toEqual([])
    await eventually(nation(), 'select from auth.analystes', [])
  })
})
