import { createECDH, createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { envoisKey, useEnvois } from '../worker/envois/envois_fixture.ts'
import { usePushService } from '../worker/envois/push_service.ts'
import { devices, told, useMine } from './appareils_fixture.ts'
import { useBoard } from './board_fixture.ts'
import { workerOf } from './notices_fixture.ts'

const board = useBoard({ MAILBOX_KEY: envoisKey, DELIVERY_HOSTS: '127.0.0.0/8:*' }, undefined, 'notify')
const service = usePushService()
const openMine = useMine(board, service)
const { sql, work } = useEnvois(board.database, service)

describe('a browser that is a device', () => {
  it('subscribes again by itself when its subscription has ended, or the server has another key', async () => {
    await work()
    const { page, keys, end } = await openMine('sapeur')
    const here = page.getByText('Chrome sur Linux (ce navigateur)')
    await told(page).click()
    await here.waitFor()
    await page.getByRole('button', { name: 'Régler Chrome sur Linux' }).click()
    await page.getByLabel('Nom').fill('Mon téléphone')
    await page.getByRole('button', { name: 'Enregistrer' }).first().click()
    await page.getByText('Mon téléphone (ce navigateur)').waitFor()
    await page.reload()
    await page.getByText('Mon téléphone (ce navigateur)').waitFor()
    expect(keys).toHaveLength(1)
    end()
    await page.reload()
    await page.getByText('Mon téléphone (ce navigateur)').waitFor()
    expect([keys.length, await devices(page).count()]).toEqual([2, 1])
    const other = createECDH('prime256v1').generateKeys('base64url')
    await (await board.database.as('admin')).query('update request.push_keys set publique = $1', [other])
    await page.reload()
    await page.getByText('Mon téléphone (ce navigateur)').waitFor()
    expect([keys.at(-1), keys.length, await devices(page).count()]).toEqual([other, 3, 1])
    await page.getByRole('button', { name: 'Retirer Mon téléphone' }).click()
    await told(page).waitFor()
    end()
    await page.reload()
    await told(page).waitFor()
    expect(keys).toHaveLength(3)
    await (await board.database.as('admin')).query('delete from request.push_keys')
  })

  it('subscribes again without a page of the board, when its push service ends the subscription', async () => {
    await work()
    const { page } = await openMine('sapeur')
    await told(page).click()
    await page.getByText('Chrome sur Linux (ce navigateur)').waitFor()
    const worker = await workerOf(page)
    const next = service.subscribe()
    await page.goto('about:blank')
    await worker.evaluate(async (made) => {
      Object.assign(PushManager.prototype, {
        subscribe: async () => ({ endpoint: made.endpoint, toJSON: () => made }),
      })
      const { promise, resolve } = Promise.withResolvers<unknown>()
      self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil: resolve }))
      await promise
    }, next)
    const hashed = createHash('sha256').update(next.endpoint).digest()
    expect(await sql('select empreinte from app.appareils')).toEqual([{ empreinte: hashed }])
  })
})
