// IG 3.1: the printable characters of Basic Latin, Latin-1 Supplement and Latin Extended-A, and five others.
const isAllowed = (sign: string) => /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u017fȘșȚț€]$/u.test(sign)

const alike: Record<string, string> = {
  ...{ '‘': "'", '’': "'", '‚': "'", '′': "'", '“': '"', '”': '"', '„': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '•': '-', '…': '...' },
}

/**
 * A text in the characters that Swiss banks take, cut to a length. Other signs lose their accents, become a sign that
 * looks like them, or a dot.
 */
export function swissText(text: string, length: number): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/\s+|\p{Cc}+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
  const signs = [...[...plain].map(signOf).join('').trim()]
  return signs.slice(0, length).join('').trim()
}

function signOf(sign: string): string {
  if (isAllowed(sign)) return sign
  const known = alike[sign]
  if (known !== undefined) return known
  const parts = [...sign.normalize('NFKD')].filter(isAllowed).join('')
  if (parts !== '') return parts
  // An accent on a letter that has no such form.
  return /\p{M}/u.test(sign) ? '' : '.'
}
