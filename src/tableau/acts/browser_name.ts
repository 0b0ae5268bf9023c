const browsers: [string, RegExp][] = [
  ['Firefox', /Firefox|FxiOS/],
  ['Edge', /Edg/],
  ['Opera', /OPR/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
]
const systems: [string, RegExp][] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
]

/** Returns the usual name of the client of a `User-Agent`: `Chrome sur Android`; other clients by their own name. */
export function browserName(userAgent: string): string {
  const named = [browsers, systems].flatMap(
    (each) => each.find(([, sign]) => sign.test(userAgent))?.[0] ?? [],
  )
  if (named.length === 2) return named.join(' sur ')
  return userAgent.slice(0, 80) || 'Inconnu'
}
