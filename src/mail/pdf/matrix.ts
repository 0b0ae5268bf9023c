/** An affine transformation of PDF (ISO 32000-1, 8.3.3): a, b, c, d, e, f. */
export type Matrix = readonly [number, number, number, number, number, number]

/** Makes a matrix of six numbers. Missing numbers come from the identity. */
export function toMatrix(numbers: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers
  return [a, b, c, d, e, f]
}

/** Multiplies two matrices. The product applies the second one first. */
export function multiply([a, b, c, d, e, f]: Matrix, [a2, b2, c2, d2, e2, f2]: Matrix): Matrix {
  return [
    a * a2 + c * b2,
    b * a2 + d * b2,
    a * c2 + c * d2,
    b * c2 + d * d2,
    a * e2 + c * f2 + e,
    b * e2 + d * f2 + f,
  ]
}
