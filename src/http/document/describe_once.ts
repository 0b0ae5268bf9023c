const parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes it safe to repeat a request whose answer was lost. For 30 days the same key gets the first answer. 409 while the first request is running, 422 for a key that another request has used, 429 for more than 1000 new keys of an account in a day.',
  schema: { type: 'string' },
  example: '0190b2c4-6f0e-7d5a-9f43-5a1f4c1d2e3f',
  'x-handler': true,
}

// Parts of an operation that are changed here, before the document is checked.
interface Described {
  parameters?: object[]
  responses: Record<string, object>
  'x-writes'?: boolean
}

/**
 * Adds the header Idempotency-Key to every operation of a document that writes. In openapi/ `x-writes: false` marks those
 * whose method writes but that only simulate.
 */
export function describeOnce(document: { paths: Record<string, Record<string, Described>> }): void {
  for (const item of Object.values(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      if (method === 'get' || operation['x-writes'] === false) continue
      operation.parameters = [...(operation.parameters ?? []), parameter]
      operation.responses = { 429: { $ref: '#/components/responses/Error' }, ...operation.responses }
    }
}
