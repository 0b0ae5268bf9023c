import { createServer } from 'node:http'
import { z } from 'zod'

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
  arrayValue: z.object({ values: z.array(z.object({ stringValue: z.string() })).default([]) }).optional(),
})
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([])
// OTLP 1.x over HTTP, in JSON.
const Request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(''),
              name: z.string(),
              attributes: Attributes,
              status: z.object({ code: z.number().default(0) }).default({ code: 0 }),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** A span as it came over the wire. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** Empty for the first of a trace. */
  parentSpanId: string
  name: string
  attributes: Record<string, string | number | string[] | undefined>
  failed: boolean
}

/** A receiver of traces, such as a collector of OpenTelemetry. */
export interface OtlpReceiver {
  url: string
  spans: ReceivedSpan[]
  /** The attributes of the program that sends. */
  resources: Record<string, unknown>[]
  /** Everything received, as text. */
  text(): string
  close(): Promise<void>
}

/** Starts a receiver of traces (OTLP/HTTP with JSON). */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const resources: Record<string, unknown>[] = []
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    if (request.url !== '/v1/traces') return void response.writeHead(404).end()
    texts.push(text)
    for (const { resource, scopeSpans } of Request.parse(JSON.parse(text)).resourceSpans) {
      resources.push(plain(resource.attributes))
      for (const { attributes, status, ...span } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: plain(attributes), failed: status.code === 2 })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    resources,
    text: () => texts.join('\n'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function plain(attributes: z.infer<typeof Attributes>): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, arrayValue } }) => [
      key,
      stringValue ??
        (intValue === undefined ? arrayValue?.values.map((each) => each.stringValue) : Number(intValue)),
    ]),
  )
}
