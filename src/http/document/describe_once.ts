const parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes it safe to repeat a request whose answer was lost. For a day the same key gets the first answer. 409 while the first request is running, 422 for a key that another request has used.',
  schema: { type: 'string' },
  example: '0190b2c4-6f0e-7d5a-9f43-5a1f4c1d2e3f',
  'x-handler': true,
}

// The part of an OpenAPI document that is changed here, before the document is checked.
interface Paths {
  paths: Record<string, { post?: { parameters?: object[] } }>
}

/** Adds the header Idempotency-Key to every POST of a document. */
export function describeOnce(document: Paths): void {
  for (const { post } of Object.values(document.paths))
    if (post) post.parameters = [...(post.parameters ?? []), parameter]
}
