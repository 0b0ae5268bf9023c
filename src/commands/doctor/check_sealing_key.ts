import { hasSecrets, readMailboxKey } from '../../process/secrets.ts'
import { openText, sealedPlace } from '../../text/sealed_text.ts'
import type { Check } from './check.ts'
import { fault, ok, unchecked } from './finding.ts'

/**
 * Whether MAILBOX_KEY opens what it sealed: passwords of mailboxes, subscriptions of devices, secrets of webhooks. The
 * push key, which a worker makes at its first start, stands for them.
 */
export const checkSealingKey: Check = {
  name: 'MAILBOX_KEY',
  needs: 'owner',
  examine: async ({ config, database }) => {
    // Reading the key would make one.
    if (config.MAILBOX_KEY === undefined && !hasSecrets(config.DATA_DIR))
      return [unchecked('elle n’est pas donnée ici')]
    const { rows } = await database.query<{ sealed: Buffer }>(
      'select privee as sealed from request.push_keys',
    )
    const [stored] = rows
    if (stored === undefined) return [ok('elle n’a encore rien chiffré')]
    if (openText(stored.sealed, readMailboxKey(config), sealedPlace.pushKey) !== null)
      return [ok('elle ouvre ce qui est chiffré')]
    return [
      fault(
        'ce n’est pas celle qui a chiffré les mots de passe des messageries, les appareils et les webhooks',
        'Redonnez l’ancienne (elle se garde à côté des sauvegardes). Si elle est perdue, il faut redonner les mots de passe, et chacun réinscrit ses appareils.',
      ),
    ]
  },
}
