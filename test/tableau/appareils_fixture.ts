import type { Page } from 'playwright-core'
import type { usePushService } from '../worker/envois/push_service.ts'
import type { useBoard } from './board_fixture.ts'

type Service = ReturnType<typeof usePushService>
type Board = ReturnType<typeof useBoard>

/** Subscriptions of a browser at our push service. */
interface Subscriptions {
  /** The keys that the board subscribed with. */
  keys: string[]
  /** Has the service end the subscription. */
  end(): void
}

/**
 * Has a browser subscribe at our push service, for its own is a company's on the Internet, and hands it what the
 * service gets for it.
 */
async function useOurService(page: Page, service: Service): Promise<Subscriptions> {
  const keys: string[] = []
  let subscription: object | null = null
  await page.exposeFunction('subscribeHere', (key: string) => {
    if (subscription === null) {
      keys.push(key)
      subscription = { ...service.subscribe(), key }
    }
    return subscription
  })
  await page.exposeFunction('subscribedHere', () => subscription)
  await page.exposeFunction('unsubscribeHere', () => {
    subscription = null
  })
  await page.addInitScript(`
    const bytesOf = (key) => Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0)).buffer
    const shown = (made) => made && { endpoint: made.endpoint, toJSON: () => made, unsubscribe: unsubscribeHere, options: { applicationServerKey: bytesOf(made.key) } }
    PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
      const made = await subscribeHere(key)
      if (made.key !== key) throw new DOMException('', 'InvalidStateError')
      return shown(made)
    }
    PushManager.prototype.getSubscription = async () => shown(await subscribedHere())
  `)
  return {
    keys,
    end: () => {
      subscription = null
    },
  }
}

/** Opens one’s own page, in a browser that subscribes at our service and may show notices. */
export function useMine(board: Board, service: Service) {
  return async (name: string, size: 'phone' | 'desk' = 'phone') => {
    const { page, complaints } = await board.open('/', size)
    const subscriptions = await useOurService(page, service)
    await board.signIn(page, name)
    await page.context().grantPermissions(['notifications'])
    await page.goto(`${board.servers.urls().data}/tableau/moi`)
    await page.getByRole('heading', { name: 'Mes alertes' }).waitFor()
    return { page, complaints, ...subscriptions }
  }
}

/** The button by which a browser becomes a device. */
export const told = (page: Page) => page.getByRole('button', { name: 'M’avertir sur ce navigateur' })

/** The rows of one’s devices. */
export const devices = (page: Page) => page.getByRole('region', { name: 'Mes alertes' }).getByRole('listitem')
