import { parse } from 'node:querystring'

// No operation has half as many parameters.
const MOST = 50

/**
 * Parses a query into texts and lists of texts. A list is a repeated name, or a name that ends in brackets, as forms
 * write it (`type[]=0`, `type[1]=2`). Pairs after the fiftieth are left out.
 */
export function parseQuery(text: string | null): Record<string, string | string[]> {
  const found = new Map<string, string | string[]>()
  for (const [key, value = ''] of Object.entries(parse(text ?? '', '&', '=', { maxKeys: MOST }))) {
    const bracket = key.indexOf('[', 1)
    const name = bracket === -1 ? key : key.slice(0, bracket)
    const index = key.slice(name.length)
    // Another index than a number is no list. Its value stays odd, so that the validator refuses it.
    const given = /^(\[\d*\])?$/.test(index) ? value : `${index}${value}`
    const values = [found.get(name) ?? [], given].flat()
    found.set(name, bracket !== -1 || values.length > 1 ? values : given)
  }
  return Object.fromEntries(found)
}
