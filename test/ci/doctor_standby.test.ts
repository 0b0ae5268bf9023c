import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkStandby } from '../../src/commands/doctor/check_standby.ts'
import { examine } from '../../src/commands/doctor/examine.ts'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/db/connect.ts'
import { Started } from '../../src/process/started.ts'
import { useDatabase } from '../support/database.ts'
import { usePair } from './standby_database.ts'

const pair = usePair()
const { primary, standby } = pair
const elsewhere = useDatabase()
const started = new Started()
afterAll(() => started.stop())

let look: (url: string) => Promise<string[]>
beforeAll(async () => {
  const client = started.add(await connect(primary().urls.api), (each) => each.end())
  look = async (url) => {
    const config = readConfig({ READ_DATABASE_URL: url, READ_LAG_SECONDS: '0.3' })
    const found = await examine([checkStandby], config, { client, asOwner: false })
    return found.map(({ level, sentence }) => `${level}: ${sentence}`)
  }
})
const there = () => standby().at(primary().urls.api)
const late = 'warning: le standby est en retard de plus de 0.3 s (READ_LAG_SECONDS)'
const answers = 'le primaire répond à sa place'
// Writes to the log, whatever the tables hold.
const write = () => primary().rows("select pg_logical_emit_message(true, 'essai', 'x')")

it('says nothing without READ_DATABASE_URL', async () => {
  expect(await look('')).toEqual([])
})

it('finds a standby well that shows what was just written', async () => {
  await write()
  expect(await look(there())).toEqual([
    expect.stringMatching(/^ok: un standby de cette base, à jour en \d+ ms$/),
  ])
})

it('draws attention to a primary in place of a standby', async () => {
  expect(await look(primary().urls.api)).toEqual([
    'warning: READ_DATABASE_URL : ce serveur n’est pas un standby',
  ])
})

it('finds the database of another cluster at fault, and another database of the same', async () => {
  const fault =
    'fault: READ_DATABASE_URL mène à une autre base que les autres adresses : on y lirait autre chose'
  expect(await look(elsewhere.urls.api)).toEqual([fault])
  const other = Object.assign(new URL(standby().at(primary().urls.admin)), { pathname: 'postgres' })
  expect(await look(other.href)).toEqual([fault])
})

it('draws attention to a standby that is paused, and finds it well again', async () => {
  await standby().rows('select pg_wal_replay_pause()')
  const state = async () =>
    (await standby().rows('select pg_get_wal_replay_pause_state() as state'))[0]?.state
  // Each record that is replayed lets the standby see that it shall pause.
  await expect.poll(async () => (await write()) && (await state()), { timeout: 20_000 }).toBe('paused')
  await write()
  expect(await look(there())).toEqual([`${late}, il est en pause : ${answers}`])
  await standby().rows('select pg_wal_replay_resume()')
  expect(await look(there())).toEqual([expect.stringMatching(/^ok: /)])
})

it('draws attention to a standby that receives nothing, and leaves an absent one to the addresses', async () => {
  await standby().rows("alter system set primary_conninfo = ''")
  await standby().rows('select pg_reload_conf()')
  const receives = async () => (await standby().rows('select from pg_stat_wal_receiver')).length
  await expect.poll(receives, { timeout: 20_000 }).toBe(0)
  await write()
  expect(await look(there())).toEqual([`${late}, il ne reçoit rien : ${answers}`])
  await standby().stop()
  expect(await look(there())).toEqual([])
})
