import { refusals } from '../refusals/errors.ts'
import type { Document } from './document.ts'
import type { Operation } from './operation.ts'

// The paths of a document as a tree: a place for each segment.
interface Place {
  fixed: Map<string, Place>
  /** Behind a parameter. */
  variable: Place | null
  /** The operations at this place, by the method. */
  operations: Map<string, Operation>
  parameters: string[]
}

/** The operation of a request, with the values of the parameters in its path. */
interface Found {
  operation: Operation
  params: Record<string, string>
}

/**
 * Makes a search for the operation of a request. As in Express, letters may be small or capital, and the path may end
 * with a slash; Express itself would try one regular expression after another.
 * @returns a search that throws 404 for an unknown path and 405 for another method
 */
export function operationFinder({ operations }: Document): (method: string, path: string) => Found {
  const root = emptyPlace()
  for (const operation of operations) addOperation(root, operation)
  return (method, path) => {
    const found = placesAt(root, path.replace(/^\//, '').replace(/\/$/, '').split('/'))
    const [first] = found
    if (first === undefined) throw refusals.unknownPath()
    const { place, values } = found.find((each) => each.place.operations.has(method)) ?? first
    const decoded = values.map(decodeURIComponent)
    const operation = place.operations.get(method)
    if (operation === undefined)
      throw refusals.methodNotAllowed([...place.operations.keys(), 'OPTIONS'].join(', '))
    return {
      operation,
      params: Object.fromEntries(place.parameters.map((name, n) => [name, decoded[n] ?? ''])),
    }
  }
}

function emptyPlace(): Place {
  return { fixed: new Map(), variable: null, operations: new Map(), parameters: [] }
}

function addOperation(root: Place, operation: Operation): void {
  let place = root
  const parameters: string[] = []
  for (const segment of operation.path.slice(1).split('/')) {
    const parameter = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (parameter !== undefined) {
      parameters.push(parameter)
      place.variable ??= emptyPlace()
      place = place.variable
    } else {
      const fixed = place.fixed.get(segment.toLowerCase()) ?? emptyPlace()
      place.fixed.set(segment.toLowerCase(), fixed)
      place = fixed
    }
  }
  place.parameters = parameters
  place.operations.set(operation.method.toUpperCase(), operation)
  // The documents have no HEAD: it is handled as a GET, whose body Node leaves out (RFC 9110, 9.3.2).
  if (operation.method === 'get') place.operations.set('HEAD', operation)
}

// The places that a path may mean, and the values of its parameters. A fixed segment comes before a parameter.
function placesAt(place: Place, path: string[], values: string[] = []): { place: Place; values: string[] }[] {
  const [segment, ...rest] = path
  if (segment === undefined) return place.operations.size === 0 ? [] : [{ place, values }]
  const fixed = place.fixed.get(segment.toLowerCase())
  return [
    ...(fixed === undefined ? [] : placesAt(fixed, rest, values)),
    ...(place.variable === null || segment === ''
      ? []
      : placesAt(place.variable, rest, [...values, segment])),
  ]
}
