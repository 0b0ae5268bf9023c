import { fold } from './fold.ts'
import type { Outcome } from './report.ts'

// The weather service in any of the country's languages, and no meteorite.
const service = '(?:meteo(?!rite)|(?:un)?wetter(?:warnung|dienst))'
// What may stand before it in a warning: "Alerte niveau 3 de MétéoSuisse".
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
 * The verdict on a warning of the weather service, which is no alarm; null: it is about something else. A warning begins with
 * a word for one, or speaks of the weather service and has no place. A fire beside a weather station is an alarm.
 * @param texts the type, description or message lines.
 * @param placed whether an address or coordinates are given.
 */
export function weatherWarning(texts: string[], placed: boolean): Outcome | null {
  const folded = texts.map(fold)
  const weather = folded.some((text) => begins.test(text) || (!placed && mentions.test(text)))
  return weather ? { etat: 'ignored', raison: 'Avis météo.' } : null
}
