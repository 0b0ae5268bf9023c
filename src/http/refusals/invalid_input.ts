import type { ErrorObject } from 'ajv'

/** One fault in the input of a request. */
export interface Fault {
  /** The place of the fault, such as `/body/sapeurs/0/id` or `/query/limit`. */
  path: string
  /** The fault in English, with the bound that was exceeded. */
  message: string
  /** The violated keyword of JSON Schema, if there is one. */
  keyword?: string
}

/** Thrown when the input of a request contradicts the OpenAPI document. */
export class InvalidInput extends Error {
  readonly faults: Fault[]
  constructor(faults: Fault[]) {
    super('invalid input')
    this.faults = faults
  }
}

/** Turns an error of Ajv into a fault. The path names a missing or extra field, the message the values of an enum. */
export function toFault({ instancePath, keyword, message = '', params, parentSchema }: ErrorObject): Fault {
  const field = params.missingProperty ?? params.additionalProperty
  const path = field === undefined ? instancePath : `${instancePath}/${field}`
  const allowed = keyword === 'enum' ? `: ${params.allowedValues.join(', ')}` : ''
  return { path, message: `${message}${allowed}`, ...(!isDate(keyword, parentSchema) && { keyword }) }
}

// A date of the wrong type loses its keyword, so that it gets the general sentence.
function isDate(keyword: string, schema: ErrorObject['parentSchema']): boolean {
  return keyword === 'type' && schema?.type === 'string' && schema.format === 'date'
}
