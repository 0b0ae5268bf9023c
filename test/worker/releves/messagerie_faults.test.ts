import { afterAll, describe, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { type Fault, type ScriptedImap, type Step, startScriptedImap } from '../../support/scripted_imap.ts'
import { useMailboxes } from './messageries_fixture.ts'

const database = useDatabase()
const { read, add, releve, ledger } = useMailboxes(database)
const servers: ScriptedImap[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

const soon = { timeout: 20_000, interval: 50 }
const steps: Step[] = ['GREETING', 'CAPABILITY', 'LOGIN', 'SELECT', 'IDLE', 'DONE', 'NOOP', 'SEARCH', 'FETCH']
const kinds: Exclude<Fault, 'mute'>[] = ['hang', 'drop', 'bye', 'slow', 'garbage']
const gone = 'est injoignable|ne répond (plus|pas à temps)'
// The client skips nonsense between answers; then the answer is missing.
const said: Record<Exclude<Fault, 'mute'>, string> = {
  hang: gone,
  drop: gone,
  bye: `a mis fin à la connexion|${gone}`,
  slow: gone,
  garbage: `a répondu autre chose que prévu|${gone}`,
  no: 'Internal error',
}

// One worker reads all mailboxes: a fault of one must not reach the others.
const mailboxes = read({ silenceMs: 400 })

describe.concurrent('a mailbox whose server', () => {
  it.for(steps.flatMap((step) => kinds.map((kind) => [kind, step] as const)))(
    'fails (%s at %s) reports it, loses nothing, and is read again',
    async ([kind, step], { expect }) => {
      const server = await startScriptedImap()
      servers.push(server)
      server.deliver('Un')
      const key = await add(server.port)
      server.fail(step, kind)
      const lastError = async () => {
        await mailboxes.read(key)
        return (await releve(key)).last_error
      }
      await expect.poll(lastError, soon).not.toBeNull()
      const expected = `^Le serveur de messagerie 127.0.0.1:${server.port} (${said[kind]})`
      expect((await releve(key)).last_error).toMatch(new RegExp(expected))
      const { failures, bloquee } = await releve(key)
      expect([failures > 0, bloquee]).toEqual([true, false])

      server.heal()
      server.deliver('Deux')
      const read = async () => {
        await mailboxes.read(key)
        return await ledger(key)
      }
      const both = [
        [1, 'ignored'],
        [2, 'ignored'],
      ]
      await expect.poll(read, soon).toEqual(both)
      await expect.poll(async () => (await releve(key)).next_try_at, soon).toBeNull()
    },
  )
})
