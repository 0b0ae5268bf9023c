/** An IBAN without its spaces. */
export const compactIban = (iban: string): string => iban.replaceAll(' ', '').toUpperCase()

/** Whether the check digits of an IBAN are right (ISO 13616, ISO 7064 mod 97-10). */
export function isIban(iban: string): boolean {
  const code = compactIban(iban)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(code)) return false
  const digits = [...`${code.slice(4)}${code.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** Whether an IBAN is of an account in Switzerland or Liechtenstein. */
export const isSwissIban = (iban: string): boolean => /^(CH|LI)\d{7}[A-Z0-9]{12}$/.test(compactIban(iban))

/** The number of the bank (IID) in a Swiss IBAN. */
export const iidOf = (iban: string): number => Number(compactIban(iban).slice(4, 9))

/** Whether a Swiss IBAN may only be paid to with the reference of a QR-bill: its IID is 30000 to 31999. */
export const isQrIban = (iban: string): boolean => iidOf(iban) >= 30_000 && iidOf(iban) <= 31_999
