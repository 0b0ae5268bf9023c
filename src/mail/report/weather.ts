import { fold } from './fold.ts'
import type { Outcome } from './report.ts'

// Names of the weather service in the country's languages, but no meteorite.
const service = '(?:meteo(?!rite)|(?:un)?wetter(?:warnung|dienst))'
// Words before the name in a warning: "Alerte niveau 3 de MétéoSuisse".
const before = [
  ...[
    'avis',
    'alerte',
    'avertissement',
    'annonce',
    'bulletin',
    'infos?',
    'informations?',
    'message',
    'previsions?',
  ],
  ...[
    'preavis',
    'vigilance',
    'danger',
    'mise en garde',
    'attention',
    'niveau',
    'degre',
    'rappel',
    'allerta',
    'avviso',
  ],
  ...['warnung', 'achtung', 'd[eu]s?', 'd', 'l', 'l[ae]', 'les', 'pour', 'von', 'der', String.raw`\d+`],
]
const begins = new RegExp(String.raw`^[^a-z\d]*(?:(?:${before.join('|')})[^a-z\d]+)*${service}`)
const mentions = new RegExp(service)

/**
 * Recognises a warning of the weather service, which is no alarm; null for anything else. A warning begins
 * with a word for one, or mentions the weather service and has no place. A fire beside a weather station is
 * an alarm.
 * @param texts the type, description or message lines.
 * @param placed whether an address or coordinates are given.
 */
export function weatherWarning(texts: string[], placed: boolean): Outcome | null {
  const folded = texts.map(fold)
  const weather = folded.some((text) => begins.test(text) || (!placed && mentions.test(text)))
  return weather ? { etat: 'ignored', raison: 'Avis météo.' } : null
}
