// A fault in the words of express-openapi-validator. Its code is the violated keyword and `.openapi.validation`.
interface ValidationFault {
  path: string
  message: string
  errorCode?: string
}

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

/**
 * Turns an error of express-openapi-validator into a fault. A date of the wrong type has its keyword `x-eov-type`, and
 * so gets the general sentence.
 */
export function toFault({ path, message, errorCode }: ValidationFault): Fault {
  const keyword = errorCode?.replace(/\.openapi\.validation$/, '')
  return { path, message, ...(keyword !== undefined && { keyword }) }
}
