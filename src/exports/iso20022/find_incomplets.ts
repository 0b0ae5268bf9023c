import type { Beneficiaire, Debiteur } from './ordre.ts'
import { isIban, isQrIban, isSwissIban } from './swiss_iban.ts'
import { swissText } from './swiss_text.ts'

/** Someone who cannot be paid, and what is missing, in French. */
interface Incomplet {
  nom: string
  manque: string[]
}

/** Everyone who cannot be paid by a Swiss transfer, with all that is missing. */
export function findIncomplets<T extends Beneficiaire>(beneficiaires: T[]): (T & Incomplet)[] {
  return beneficiaires
    .map((each) => ({ ...each, manque: findMissing(each) }))
    .filter(({ manque }) => manque.length > 0)
}

/** Names the fields that the SIS itself lacks in order to pay; the IBAN must be its own account. */
export const findMissingDebiteur = ({ nom, iban }: Debiteur): string[] => [
  ...missingName(nom),
  ...missingIban(iban),
]

/** All who are incomplete, in one sentence: `Il manque : Anne Rochat (IBAN, localité) ; Yves Berberat (pays)`. */
export function describeIncomplets(incomplets: Incomplet[]): string {
  return `Il manque : ${incomplets.map(describeIncomplet).join(' ; ')}`
}

/** One who is incomplete: `Anne Rochat (IBAN, localité)`. */
export const describeIncomplet = ({ nom, manque }: Incomplet): string => `${nom} (${manque.join(', ')})`

// IG 3.11: town and country are always required; IG 4.3: so is the name.
function findMissing({ nom, iban, adresse }: Beneficiaire): string[] {
  return [
    ...missingName(nom),
    ...missingIban(iban),
    ...(hasLetters(adresse.localite) ? [] : ['localité']),
    ...(/^[A-Z]{2}$/.test(adresse.pays) ? [] : ['pays']),
  ]
}

const missingName = (nom: string) => (hasLetters(nom) ? [] : ['nom'])

function missingIban(iban: string): string[] {
  if (iban.trim() === '') return ['IBAN']
  if (!isIban(iban)) return ['IBAN valable']
  if (!isSwissIban(iban)) return ['IBAN de Suisse ou du Liechtenstein']
  return isQrIban(iban) ? ['IBAN ordinaire à la place du QR-IBAN'] : []
}

// Signs that a bank does not take become dots, and a name of dots does not count.
const hasLetters = (text: string) => /[\p{L}\p{N}]/u.test(swissText(text, 140))
