import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { refreshCell } from '../../../src/db/cells/refresh_cell.ts'
import { unwatched } from '../../../src/process/progress.ts'
import { eventually, useTwoCells } from '../../db/cells/cells_fixture.ts'
import { useServers } from '../../support/servers.ts'

const cells = useTwoCells()
const admin = 'admin@example.org'
beforeAll(async () => {
  await cells.first().rows("select auth.add_sis('val', 'SIS du Val', null, false, 'sud')")
  await eventually(cells.second(), 'select sis_key from request.homes', [{ sis_key: 'val' }])
})
const servers = useServers(
  {
    get urls() {
      return cells.first().urls
    },
  },
  { CELL_LAG_SECONDS: '2' },
)
const told = async (method: string, body?: object, as = admin) =>
  await servers.data('/api/v2/fonctions', { method, as, sis: 'val', ...(body && { body }) })

async function until(status: number): Promise<void> {
  for (let tries = 1; (await told('GET')).status !== status; tries += 1) {
    if (tries === 300) throw new Error(`it does not answer ${status}`)
    await pause(50)
  }
}

it('a cell restored from a backup serves nobody until it has the accounts of today', {
  timeout: 60_000,
}, async () => {
  const data = join(cells.second().place.home, 'data')
  const backup = `${data}.backup`
  expect((await told('POST', { designation: 'Avant', rang: 1 })).status).toBe(201)
  await cells.second().stop()
  execFileSync('cp', ['-a', data, backup])
  await cells.second().start()
  await until(200)
  // After the backup: a right that is withdrawn, a function, and some beats.
  await servers.signIn('chef@example.org')
  await cells.first().rows("update auth.users set disabled_at = now() where email = 'chef@example.org'")
  await until(200)
  expect((await told('POST', { designation: 'Après', rang: 2 })).status).toBe(201)
  await pause(2_000)

  await cells.second().stop()
  execFileSync('rm', ['-rf', data])
  execFileSync('mv', [backup, data])
  await cells.second().start()
  await eventually(cells.second(), 'select count(*)::int as homes from request.homes', [{ homes: 0 }])
  await until(503)
  expect(
    await cells.second().rows("select disabled_at from auth.users where email = 'chef@example.org'"),
  ).toEqual([{ disabled_at: null }])

  expect(await refreshCell(cells.first().urls.admin, 'sud', cells.reach, unwatched)).toEqual({ missing: [] })
  await until(200)
  const names = (await told('GET')).body.data.map(({ designation }: { designation: string }) => designation)
  expect([names.includes('Avant'), names.includes('Après')]).toEqual([true, false])
  expect(
    await cells
      .second()
      .rows("select disabled_at is not null as out from auth.users where email = 'chef@example.org'"),
  ).toEqual([{ out: true }])
  expect((await told('GET', undefined, 'chef@example.org')).status).toBe(401)
})
