import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanUp, makeDirectory } from './db/embedded_fixture.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './support/otlp_receiver.ts'
import { isReady, killPrograms, type Program, runProgram } from './support/program.ts'

const soon = { timeout: 30_000, interval: 50 }
const given = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
const traceparent = `00-${given.trace}-${given.span}-01`
let receiver: OtlpReceiver
let program: Program
let at: Awaited<ReturnType<typeof isReady>>

beforeAll(async () => {
  receiver = await startOtlpReceiver()
  program = runProgram(['start'], {
    DATA_DIR: dirname(makeDirectory()),
    PORT: '0',
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=essai',
  })
  at = await isReady(program)
})
afterAll(async () => {
  await killPrograms()
  await receiver.close()
  cleanUp()
})

/** A span and those that it is a part of, from the outside in. */
function pathOf(span: ReceivedSpan): string[] {
  const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? pathOf(parent) : []), span.name]
}
const spansOf = (traceId: string) => receiver.spans.filter((each) => each.traceId === traceId)
const paths = (traceId: string) => spansOf(traceId).map(pathOf)

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  return await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: JSON.stringify(body),
  })
}

it('follows a request from its client through its statement to the job and the mail', async () => {
  const asked = await post(`${at.auth}/forgotten-password`, { email: 'chef@example.org' }, { traceparent })
  expect(asked.status).toBeLessThan(300)
  // Each span comes when it has ended, so the outer ones come last.
  const all = [
    ['POST /forgotten-password', 'auth.ask_mail'],
    ['POST /forgotten-password', 'job send_mail', 'jobs.begin_mail'],
    ['POST /forgotten-password', 'job send_mail', 'smtp'],
  ]
  await expect.poll(() => paths(given.trace), soon).toEqual(expect.arrayContaining(all))
  const [request] = spansOf(given.trace).filter(({ name }) => name === 'POST /forgotten-password')
  expect(request).toMatchObject({
    parentSpanId: given.span,
    failed: false,
    attributes: {
      'http.response.status_code': asked.status,
      'caserne.request_id': asked.headers.get('x-request-id'),
    },
  })
  expect(program.output()).toContain(given.trace)
})

it('shows the statement of a read, with the SIS and the operation of its request', async () => {
  const login = await post(`${at.auth}/login`, { email: 'commandant@example.org', password: 'caserne-demo' })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const headers = { 'sis-key': 'hs', authorization: `Bearer ${accessToken}`, connection: 'close' }
  const { headers: answered } = await fetch(`${at.data}/grades`, { headers })
  const id = answered.get('x-request-id')
  const found = () => receiver.spans.find(({ attributes }) => attributes['caserne.request_id'] === id)
  await expect.poll(found, soon).toMatchObject({
    name: 'GET /grades',
    attributes: { 'caserne.operation': 'list_grades', 'caserne.sis': 'hs', 'http.route': '/grades' },
  })
  await expect.poll(() => paths(found()?.traceId ?? ''), soon).toContainEqual(['GET /grades', 'list_grades'])
})

it('follows a mail from its mailbox to its alarm', async () => {
  const stored = () =>
    receiver.spans.filter(
      ({ name, attributes }) => name === 'message' && attributes['caserne.etat'] === 'alarm',
    )
  await expect.poll(stored, soon).not.toEqual([])
  const [message] = stored()
  expect(message?.attributes['caserne.alarmes']).toContain('hs')
  const under = () => paths(message?.traceId ?? '').map((path) => path.slice(path.indexOf('relève')))
  const all = [
    ['relève', 'message', 'parse'],
    ['relève', 'message', 'jobs.store_message'],
  ]
  await expect.poll(under, soon).toEqual(expect.arrayContaining(all))
})

it('sends no personal data, no parameter, and nothing about the machine', async () => {
  for (const secret of ['chef@example.org', 'commandant@example.org', 'caserne-demo', 'Bassecourt', 'Bearer'])
    expect([secret, receiver.text().includes(secret)]).toEqual([secret, false])
  expect(receiver.resources[0]).toMatchObject({
    'service.name': 'caserne',
    'deployment.environment.name': 'essai',
  })
  expect(
    Object.keys(receiver.resources[0] ?? {}).filter((name) => /^(host|process|os)\./.test(name)),
  ).toEqual([])
})
