import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealedPlace, sealText } from '../../src/text/sealed_text.ts'
import { useDatabase } from '../support/database.ts'
import { envoisKey, soon, useEnvois } from '../worker/envois/envois_fixture.ts'
import { usePushService } from '../worker/envois/push_service.ts'
import { useReceiver } from '../worker/envois/webhook_receiver.ts'

// Services of users that take messages and never answer. Others must receive their alarms meanwhile.
const database = useDatabase()
const service = usePushService()
const receiver = useReceiver()
const { sql, addAlarme, addGroup, addPerson, addBrowser, work } = useEnvois(database, service)

// Nobody gives up before the test is over.
const patient = { servicesMs: 600_000 }

/** A service that never answers. */
const tarpit = useTarpit()

function useTarpit() {
  let open = 0
  let released = false
  const server = createServer((req) => {
    if (released) return void req.socket.destroy()
    open += 1
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    open: () => open,
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Lets all go, also those who come from now on. */
    release: () => {
      released = true
      server.closeAllConnections()
    },
  }
}

const addWebhooks = async (n: number, url: string, evenement: string, sis: string) => {
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
  await sql(
    'insert into app.webhooks (url, secret, evenements) select $1, $2, array[$3] from generate_series(1, $4)',
    [url, sealText(secret, envoisKey, sealedPlace.webhook(sis)), evenement, n],
    null,
    sis,
  )
}

it('all webhooks of a SIS that do not answer delay no alarm of another', async () => {
  await addWebhooks(20, tarpit.url(), 'effectif', 'test')
  await addWebhooks(1, receiver.url(), 'alarme', 'hs')
  await work(patient)
  for (let n = 0; n < 5; n += 1)
    await sql("select app.tell_webhooks('effectif', '{}', '{}')", [], null, 'test')
  await expect.poll(() => tarpit.open(), soon).toBeGreaterThanOrEqual(8)
  await addAlarme(['1'])
  await expect.poll(() => receiver.received.length, soon).toBe(1)
  tarpit.release()
})

it('an alarm waits for none of ten others, each with a browser whose service does not answer', async () => {
  await work(patient)
  const groups: string[] = []
  for (let n = 0; n < 10; n += 1) {
    const group = await addGroup()
    await addBrowser((await addPerson([group.id])).user, { answers: ['silence'] })
    groups.push(group.no)
  }
  const group = await addGroup()
  const { browser } = await addBrowser((await addPerson([group.id])).user)
  for (const each of groups) await addAlarme([each])
  await expect.poll(() => service.received.length, soon).toBeGreaterThanOrEqual(8)
  await addAlarme([group.no])
  await expect.poll(() => service.toldOf(browser).length, soon).toBe(1)
  service.release()
})
