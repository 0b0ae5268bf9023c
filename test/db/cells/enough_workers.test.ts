import { afterEach, describe, expect, it } from 'vitest'
import { patience } from '../../commands/command_fixture.ts'
import { inOrder } from '../../support/in_order.ts'
import { useTwoCells } from './cells_fixture.ts'
import { useMoves } from './moves_fixture.ts'

const cells = useTwoCells()
const { run, move } = useMoves(cells)
const logins = () => ({
  DATABASE_URL: cells.first().urls.admin,
  AUTH_DATABASE_URL: cells.first().urls.auth,
  API_DATABASE_URL: cells.first().urls.api,
  WORKER_DATABASE_URL: cells.first().urls.worker,
  CELLS: `sud=${cells.second().urls.admin}`,
})
const others = 'select subname as name from pg_subscription where starts_with(subname, $1)'
const tooFew = (whose: string) => ({
  code: 1,
  said: expect.stringMatching(
    new RegExp(
      `PostgreSQL ${whose} \\(127.0.0.1:\\d+\\) ne peut pas suivre \\d abonnements : lancez-y « alter system set max_logical_replication_workers = 40 »`,
    ),
  ),
})

// Subscriptions of somebody else. PostgreSQL has four workers for all of a cluster.
async function occupy(count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1)
    await cells
      .second()
      .rows(
        `create subscription autre_${at} connection 'dbname=ailleurs' publication autre with (connect = false, slot_name = none)`,
      )
}

afterEach(async () => {
  for (const { name } of await cells.second().rows(others, ['autre_']))
    await cells.second().rows(`drop subscription ${name}`)
})

describe('too few workers:', inOrder, () => {
  it(
    'a move is refused before anything is made when the new cell has no worker for it',
    patience,
    async () => {
      await occupy(2)
      const refused = await move('sud')
      expect(refused).toEqual(tooFew('de la cellule sud'))
      expect(refused.said).not.toContain('copie')
      expect(await cells.second().rows(others, ['caserne_move_'])).toEqual([])
    },
  )

  it('so is a new cell', patience, async () => {
    await occupy(3)
    const added = ['cell', 'add', 'sud', '--url', cells.second().urls.admin]
    expect(await run(added, { env: logins() })).toEqual(tooFew('de la cellule sud'))
  })

  it('so is a reporting database, which shares its cluster', patience, async () => {
    await occupy(1)
    await cells.second().rows('create database chiffres')
    const url = Object.assign(new URL(cells.second().urls.admin), { pathname: 'chiffres' }).href
    expect(await run(['reporting', 'setup', '--url', url], { env: logins() })).toEqual(tooFew('des chiffres'))
    expect(await cells.second().rows(others, ['caserne_rapport_'])).toEqual([])
  })
})
