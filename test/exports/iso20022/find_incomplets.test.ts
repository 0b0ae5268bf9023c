import { describe, expect, it } from 'vitest'
import {
  describeIncomplets,
  findIncomplets,
  findMissingDebiteur,
} from '../../../src/exports/iso20022/find_incomplets.ts'

const adresse = { rue: '', no_rue: '', npa: '', localite: 'Delémont', pays: 'CH' }
const anne = { nom: 'Rochat Anne', iban: 'CH93 0076 2011 6238 5295 7', adresse }
const missing = (more: Partial<typeof anne>) =>
  findIncomplets([{ ...anne, ...more }]).flatMap(({ manque }) => manque)

describe('someone who is paid', () => {
  it('needs a name, an IBAN, a town and a country; street and postcode may be missing', () => {
    expect(missing({})).toEqual([])
    const none = { nom: ' ', iban: '', adresse: { ...adresse, localite: '', pays: '' } }
    expect(missing(none)).toEqual(['nom', 'IBAN', 'localité', 'pays'])
  })

  it.each([
    ['CH93 0076 2011 6238 5295 8', 'IBAN valable'],
    ['CH93', 'IBAN valable'],
    ['DE89 3704 0044 0532 0130 00', 'IBAN de Suisse ou du Liechtenstein'],
    ['CH44 3199 9123 0008 8901 2', 'IBAN ordinaire à la place du QR-IBAN'],
  ])('cannot be paid at %s: %s', (iban, manque) => {
    expect(missing({ iban })).toEqual([manque])
  })

  it('may have an account in Liechtenstein, with letters', () => {
    expect(missing({ iban: 'li21 0881 0000 2324 013a a' })).toEqual([])
  })

  it('needs a name with letters that a bank takes, and a country of two capitals', () => {
    expect(missing({ nom: 'Ελένη' })).toEqual(['nom'])
    expect(missing({ adresse: { ...adresse, pays: 'Suisse' } })).toEqual(['pays'])
  })
})

describe('a SIS that pays', () => {
  it('needs a name, and an account that is no QR-IBAN', () => {
    const debiteur = { nom: 'SIS', iban: 'CH93 0076 2011 6238 5295 7', bic: '' }
    expect(findMissingDebiteur(debiteur)).toEqual([])
    expect(findMissingDebiteur({ ...debiteur, nom: '', iban: '' })).toEqual(['nom', 'IBAN'])
    expect(findMissingDebiteur({ ...debiteur, iban: 'CH44 3199 9123 0008 8901 2' })).toHaveLength(1)
  })
})

describe('the sentence', () => {
  it('names everyone, and all that is missing', () => {
    const two = [
      { ...anne, iban: '', adresse: { ...adresse, localite: '' }, id: 1 },
      { ...anne, nom: 'Berberat Yves', adresse: { ...adresse, pays: '' }, id: 2 },
    ]
    const incomplets = findIncomplets([anne, ...two].map((each, id) => ({ ...each, id })))
    expect(incomplets.map(({ id }) => id)).toEqual([1, 2])
    expect(describeIncomplets(incomplets)).toBe(
      'Il manque : Rochat Anne (IBAN, localité) ; Berberat Yves (pays)',
    )
  })
})
