import { afterEach, expect, it } from 'vitest'
import { HostList } from '../../../src/text/host_list.ts'
import { useDatabase } from '../../support/database.ts'
import { type ScriptedImap, startScriptedImap } from '../../support/scripted_imap.ts'
import { useMailboxes } from './messageries_fixture.ts'

const database = useDatabase()
const { read, add, releve, ledger } = useMailboxes(database)
let server: ScriptedImap | undefined
afterEach(() => server?.close())

it.each([
  ['127.0.0.1', 'none', 'est à une adresse privée'],
  ['127.0.0.1', 'starttls', 'est à une adresse privée'],
  ['localhost', 'tls', 'est à une adresse privée'],
  ['2130706433', 'tls', 'est à une adresse privée'],
])(
  'without private hosts, %s (%s) of a SIS is not called, and its health says so',
  async (host, securite, why) => {
    server = await startScriptedImap()
    const key = await add(server.port, { host, securite })
    await read({ privateHosts: HostList.none }).read(key)
    expect((await releve(key)).last_error).toMatch(
      new RegExp(`^Le serveur de messagerie ${host}:${server.port} ${why}`),
    )
    expect(server.connections).toBe(0)
  },
)

it('the mailbox of the instance is read at any address that the operator gives', async () => {
  server = await startScriptedImap()
  server.deliver('Alarme')
  const key = await add(server.port, { sis: '*' })
  await read({ privateHosts: HostList.none }).read(key)
  expect(await ledger(key)).toEqual([[1, 'ignored']])
})

it('with private hosts, a password still does not cross the Internet in clear text', async () => {
  const key = await add(143, { host: '192.0.43.8' })
  await read().read(key)
  expect((await releve(key)).last_error).toContain('est sur Internet : sans chiffrement')
})
