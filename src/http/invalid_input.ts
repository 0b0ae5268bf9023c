import type { ErrorObject } from 'ajv'

/** One thing that is wrong with the input of a request. */
export interface Fault {
  /** Where: `/body/sapeurs/0/id`, `/query/limit`. */
  path: string
  /** In English, with the bound that was passed. */
  message: string
  /** The keyword of JSON Schema, where one was broken. */
  keyword?: string
}

/** The input of a request contradicts the OpenAPI document. */
export class InvalidInput extends Error {
  readonly faults: Fault[]
  constructor(faults: Fault[]) {
    super('invalid input')
    this.faults = faults
  }
}

/** What Ajv found: a missing or a superfluous field is named itself, and the values of an enum are told. */
export function toFault({ instancePath, keyword, message = '', params, parentSchema }: ErrorObject): Fault {
  const field = params.missingProperty ?? params.additionalProperty
  const path = field === undefined ? instancePath : `${instancePath}/${field}`
  const allowed = keyword === 'enum' ? `: ${params.allowedValues.join(', ')}` : ''
  return { path, message: `${message}${allowed}`, ...(!isDate(keyword, parentSchema) && { keyword }) }
}

// A date that is no text has the general sentence.
function isDate(keyword: string, schema: ErrorObject['parentSchema']): boolean {
  return keyword === 'type' && schema?.type === 'string' && schema.format === 'date'
}
