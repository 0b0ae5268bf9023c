import type { IncomingHttpHeaders } from 'node:http'
import type { Response } from 'express'
import { middleware, error as refused } from 'express-openapi-validator'
import type { Operation } from '../document/operation.ts'
import { refusals } from '../refusals/errors.ts'
import { InvalidInput, toFault } from '../refusals/invalid_input.ts'
import { cutDocument } from './cut_document.ts'
import { formats } from './formats.ts'

/** The parts of a request that a document describes. */
export interface Input {
  /** The path below the prefix of the API. */
  path: string
  /** The query as it was sent, with its `?`, and parsed. */
  search: string
  query: Record<string, unknown>
  headers: IncomingHttpHeaders
  body: unknown
}

/** The answer to a request, and where its mismatch with the document is reported. */
interface Answering {
  res: Response
  fail: (error: Error) => void
}

/**
 * Checks a request, and fills in defaults of its body. With `answering`, checks the JSON that it is answered with too.
 * @returns the parameters, with the types of their schemas
 * @throws {InvalidInput} for faults; 415 for a body of another type, or without a type where a body is required
 */
type Validate = (
  input: Input,
  answering?: Answering,
) => Promise<{ query: Record<string, unknown>; path: Record<string, unknown> }>

// biome-ignore lint/suspicious/noExplicitAny: any document
type Source = any
type Handler = ReturnType<typeof middleware>[number]
type Checked = Parameters<Handler>[0]

/** Makes the validator of one operation, by express-openapi-validator. Its first request compiles the schemas. */
export function operationValidator(
  source: Source,
  operation: Operation,
  validateResponses: boolean,
): Validate {
  const [bodyType] = Object.keys(source.paths[operation.path][operation.method].requestBody?.content ?? {})
  let handlers: Handler[] | undefined
  return async (input, answering) => {
    handlers ??= handlersOf(source, operation.path, validateResponses)
    const request = requestOf(operation, input)
    try {
      for (const handler of handlers) await pass(handler, request, operation, answering)
    } catch (error) {
      throw toRefusal(error, bodyType)
    }
    return { query: request.query, path: request.params }
  }
}

// The library takes 20 ms of processor for each of its instances, and looks through all paths of one at each request.
// So the operations of a path share one, as do all servers of the process.
const instances = { requests: new WeakMap<object, Handler[]>(), answers: new WeakMap<object, Handler[]>() }

function handlersOf(source: Source, path: string, validateResponses: boolean): Handler[] {
  const made = validateResponses ? instances.answers : instances.requests
  const key = source.paths[path]
  const handlers =
    made.get(key) ??
    middleware({
      apiSpec: cutDocument(source, path, validateResponses),
      validateApiSpec: false,
      validateSecurity: false,
      fileUploader: false,
      validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
      validateResponses,
      ajvFormats: { mode: 'full' },
      formats,
      useRequestUrl: true,
    })
  made.set(key, handlers)
  return handlers
}

// In place of the Express application, whose routes play no part here.
const app = { param: () => undefined, enabled: () => false }

// The validator gets a request of its own, because it changes what it is given. It keeps a compiled check for each
// content type it has met, so clients could fill the memory with parameters of content types. These are left out.
function requestOf({ method, hasBody }: Operation, { path, search, query, headers, body }: Input): Checked {
  const { 'content-type': type, ...others } = headers
  const mediaType = hasBody ? type?.split(';')[0]?.trim().toLowerCase() : undefined
  return {
    app,
    method: method.toUpperCase(),
    baseUrl: '',
    path,
    url: path,
    // Read for reserved characters only. Where the query has an @, url.parse would encode an apostrophe.
    originalUrl: `/${search.replaceAll("'", '(')}`,
    headers: { ...others, ...(mediaType && { 'content-type': mediaType }) },
    query,
    params: {},
    body,
  } as unknown as Checked
}

function pass(handler: Handler, request: Checked, { id }: Operation, answering?: Answering): Promise<void> {
  return new Promise((resolve, reject) => {
    let passed = false
    handler(request, answering?.res as Response, (error?: unknown) => {
      if (error === undefined) resolve()
      // A second time for an answer that contradicts the document.
      else if (passed) answering?.fail(mismatch(id, answering.res, error))
      else reject(error)
      passed = true
    })
  })
}

function mismatch(id: string, { statusCode }: Response, error: unknown): Error {
  const fault = error instanceof Error ? error.message : String(error)
  return new Error(`${id} answered ${statusCode} against its document: ${fault}`)
}

function toRefusal(error: unknown, bodyType?: string): unknown {
  if (error instanceof refused.UnsupportedMediaType) return refusals.wrongMediaType(bodyType)
  if (error instanceof refused.BadRequest) return new InvalidInput(error.errors.map(toFault))
  return error
}
