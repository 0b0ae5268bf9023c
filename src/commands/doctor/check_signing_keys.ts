import { readFileSync, statSync } from 'node:fs'
import { parseKeyFile } from '../../auth/key_file.ts'
import { type StoredKey, signingKeyAt } from '../../auth/key_set.ts'
import { keyFile } from '../../config.ts'
import { errorText } from '../../text/error_text.ts'
import type { Check } from './check.ts'
import { type Finding, fault, ok, unchecked, warning } from './finding.ts'

const DAY_MS = 86_400_000
const OLD_DAYS = 365
const TOO_OLD_DAYS = 2 * OLD_DAYS
const READABLE_BY_OTHERS = 0o077

/** The signing keys: their file, who can read it, and the age of the key that signs. */
export const checkSigningKeys: Check = {
  name: 'clés',
  needs: 'settings',
  examine: async ({ config }) => {
    const file = keyFile(config)
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) {
      if (config.AUTH_JWKS_URL !== undefined)
        return [ok('ce serveur vérifie par AUTH_JWKS_URL et ne signe pas')]
      return [unchecked(`${file} n’existe pas ici : un serveur le crée au démarrage`)]
    }
    try {
      const keys = parseKeyFile(readFileSync(file, 'utf8'), file)
      const secret = keys.some((key) => key.d !== undefined)
      return [...(secret ? judgeMode(file, stat.mode) : []), judgeKeys(keys, Date.now())]
    } catch (error) {
      return [
        fault(
          errorText(error),
          'Restaurez ce fichier d’une sauvegarde, ou retirez-le : un serveur en crée un autre.',
        ),
      ]
    }
  },
}

function judgeMode(file: string, mode: number): Finding[] {
  if ((mode & READABLE_BY_OTHERS) === 0) return []
  // A secret of Kubernetes or of systemd belongs to a group, and only its processes reach it.
  const sentence = `${file} : d’autres comptes de cette machine peuvent lire les clés privées`
  return [
    (mode & 0o007) === 0
      ? warning(sentence, `chmod 600 ${file}`)
      : fault(sentence, `chmod 600 ${file}, puis caserne key rotate --revoke-current, deux fois.`),
  ]
}

// Judges the key that signs at an instant.
function judgeKeys(keys: StoredKey[], now: number): Finding {
  const current = signingKeyAt(keys, now)
  if (current === undefined) return ok('des clés publiques seulement : ce serveur vérifie et ne signe pas')
  if (current.signs_from === undefined) return ok('l’âge de la clé qui signe n’est pas connu')
  const days = Math.max(0, Math.floor((now - Date.parse(current.signs_from)) / DAY_MS))
  const sentence = `la clé qui signe a ${days} jours`
  if (days <= OLD_DAYS) return ok(sentence)
  const remedy = 'Lancez caserne key rotate.'
  return days <= TOO_OLD_DAYS ? warning(sentence, remedy) : fault(sentence, remedy)
}
