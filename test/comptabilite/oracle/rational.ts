/** An exact number, in lowest terms; `d` is positive. */
export interface Rational {
  n: bigint
  d: bigint
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

/** The fraction n/d in lowest terms. */
export function ratio(n: bigint | number, d: bigint | number = 1n): Rational {
  const [top, bottom] = [BigInt(n), BigInt(d)]
  if (bottom === 0n) throw new RangeError('division by zero')
  const size = gcd(top, bottom)
  // The remainders of gcd have the sign of either number.
  const by = size > 0n === bottom > 0n ? size : -size
  return { n: top / by, d: bottom / by }
}

export const zero: Rational = ratio(0)

/** Reads a decimal of the wire, such as "-12.50". */
export function decimal(text: string): Rational {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined) throw new SyntaxError(`not a decimal: ${text}`)
  return ratio(BigInt(`${sign}${whole}${part}`), 10n ** BigInt(part.length))
}

export const plus = (a: Rational, b: Rational): Rational => ratio(a.n * b.d + b.n * a.d, a.d * b.d)
export const minus = (a: Rational, b: Rational): Rational => ratio(a.n * b.d - b.n * a.d, a.d * b.d)
export const times = (a: Rational, b: Rational): Rational => ratio(a.n * b.n, a.d * b.d)
export const over = (a: Rational, b: Rational): Rational => ratio(a.n * b.d, a.d * b.n)
export const sum = (all: Rational[]): Rational => all.reduce(plus, zero)
export const isAbove = (a: Rational, b: Rational): boolean => a.n * b.d > b.n * a.d
export const lesser = (a: Rational, b: Rational): Rational => (isAbove(a, b) ? b : a)
export const greater = (a: Rational, b: Rational): Rational => (isAbove(a, b) ? a : b)
export const negative = (a: Rational): Rational => ratio(-a.n, a.d)

/** The largest whole number that is not above a non-negative number. */
export const wholePart = (a: Rational): Rational => ratio(a.n / a.d)

// The nearest multiple of a step; a number halfway between two goes to the one farther from zero.
function roundTo(a: Rational, step: Rational): Rational {
  const { n, d } = over(a, step)
  const size = n < 0n ? -n : n
  const steps = (2n * size + d) / (2n * d)
  return times(ratio(n < 0n ? -steps : steps), step)
}

/** The nearest multiple of five centimes; halves go away from zero. */
export const round05 = (a: Rational): Rational => roundTo(a, ratio(1, 20))

/** Writes a number as the wire does, with two decimals, or as many as asked. */
export function show(a: Rational, decimals = 2): string {
  const unit = 10n ** BigInt(decimals)
  const { n } = times(roundTo(a, ratio(1n, unit)), ratio(unit))
  const size = n < 0n ? -n : n
  return `${n < 0n ? '-' : ''}${size / unit}.${String(size % unit).padStart(decimals, '0')}`
}
