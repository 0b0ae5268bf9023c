/** For JSON.stringify and JSON.parse: drops what PostgreSQL's json cannot hold, NUL and halves of surrogate pairs. */
export function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}
