import { createECDH } from 'node:crypto'
import { hashToken } from '../../auth/opaque_token.ts'
import type { HostList } from '../../text/host_list.ts'
import { outgoingFault } from '../../text/outgoing_url.ts'
import { sealedPlace, sealText } from '../../text/sealed_text.ts'
import type { Handler } from '../operation/handler.ts'
import { refusals } from '../refusals/errors.ts'

// As PushSubscription.toJSON() of a browser writes it.
interface Abonnement {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

interface Body {
  type?: string
  abonnement?: Abonnement | null
}

const withoutAbonnement = 'Un appareil email n’a pas d’abonnement.'

/**
 * Before a device is added: seals its push subscription, which only workers open, and takes the hash by which it is
 * known.
 * @param readKey gives MAILBOX_KEY, in base64
 * @param open DELIVERY_HOSTS
 */
export function sealAppareil(readKey: () => string, open: HostList): NonNullable<Handler['before']> {
  return async (_database, asked) => {
    const { abonnement, ...body } = asked.body as Body
    asked.body = body
    if (body.type !== 'webpush') {
      if (abonnement != null) throw refusals.invalid({ abonnement: [withoutAbonnement] })
      return
    }
    if (abonnement == null) throw refusals.invalid({ abonnement: ['Ce champ est obligatoire.'] })
    const { endpoint, keys } = abonnement
    const fault = outgoingFault(endpoint, open)
    if (fault !== null) throw refusals.invalid({ 'abonnement.endpoint': [fault] })
    if (!areKeys(keys)) throw refusals.invalid({ 'abonnement.keys': ['Ces clés ne sont pas valables.'] })
    const text = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth })
    asked.body = {
      ...body,
      empreinte: hashToken(endpoint).toString('hex'),
      abonnement: sealText(text, readKey(), sealedPlace.abonnement(asked.caller.sisKey ?? '')).toString(
        'base64',
      ),
    }
  }
}

// RFC 8291: a point of P-256, uncompressed, and 16 bytes.
function areKeys({ p256dh, auth }: Abonnement['keys']): boolean {
  const mine = createECDH('prime256v1')
  mine.generateKeys()
  try {
    mine.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch {
    return false
  }
  return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16
}
