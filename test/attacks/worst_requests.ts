import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { readDocument } from '../../src/http/document/document.ts'

/** A request of someone without a token, as bytes on the wire. The server closes the connection after its answer. */
export interface WorstRequest {
  /** The door that it knocks at. */
  door: string
  /** The worst of it. */
  kind: string
  bytes: Buffer
}

// The head of a request may have 16 KiB (Node).
const ROOM = 15_000
const bomb = Buffer.from(JSON.stringify(Array(350_000).fill({})))
const fill = (part: string, size = ROOM) => part.repeat(Math.floor(size / part.length))
const many = (count: number, part: (n: number) => string, between: string) =>
  Array.from({ length: count }, (_, n) => part(n)).join(between)
const jsonType = { 'Content-Type': 'application/json' }

interface Body {
  headers: Record<string, string>
  content: string | Buffer
}
const json = (content: string): Body => ({ headers: jsonType, content })
const packed = (encoding: string, content: Buffer): Body => ({
  headers: { ...jsonType, 'Content-Encoding': encoding },
  content,
})
const typed = (type: string, content: string): Body => ({ headers: { 'Content-Type': type }, content })
const oddEmails = [
  `a@${fill('a.', 3_000)}`,
  `${fill('a.', 3_000)}@`,
  `"${fill('\\\\"', 3_000)}`,
  fill('@', 3_000),
]
const part = (n: number) => `--x\r\nContent-Disposition: form-data; name="a${n}"\r\n\r\n1\r\n`

/** The worst bodies, by kind. */
const bodies: Record<string, Body> = {
  'Brotli bomb': packed('br', brotliCompressSync(bomb)),
  'gzip bomb': packed('gzip', gzipSync(bomb)),
  'deflate bomb': packed('deflate', deflateSync(bomb)),
  'list of objects, 4 kB': json(`[${many(1_300, () => '{}', ',')}]`),
  'list of objects, 16 kB': json(`[${many(5_300, () => '{}', ',')}]`),
  'list of objects, 1 MB': json(bomb.toString().slice(0, 1_000_000)),
  'deep lists': json(fill('[', 2_000) + fill(']', 2_000)),
  'deep objects': json(`${fill('{"a":', 3_000)}1${'}'.repeat(600)}`),
  'many keys': json(`{${many(450, (n) => `"a${n}":1`, ',')}}`),
  'one key many times': json(`{${many(600, () => '"a":1', ',')}}`),
  __proto__: json(`{${many(200, () => '"__proto__":{}', ',')}}`),
  escapes: json(`{"email":"${fill('\\u0000', 3_000)}"}`),
  numbers: json(`[${many(900, () => '1e9', ',')}]`),
  'odd texts': json(
    JSON.stringify({ name: oddEmails[0], email: fill('\u0130', 1_800), password: fill(' ', 900) }),
  ),
  ...Object.fromEntries(
    oddEmails.map((email, n) => [
      `odd address ${n}`,
      json(JSON.stringify({ email, password: 'x', name: 'x' })),
    ]),
  ),
  'form of many pairs': typed('application/x-www-form-urlencoded', fill('a=1&')),
  'form of percents': typed('application/x-www-form-urlencoded', `email=${fill('%E2%82%AC')}`),
  'form of odd addresses': typed(
    'application/x-www-form-urlencoded',
    `name=x&email=${encodeURIComponent(oddEmails[0] ?? '')}&password=x`,
  ),
  'many parts': typed('multipart/form-data; boundary=x', `${many(1_000, part, '')}--x--`),
  'type of many parameters': typed(`application/json;${fill('a=b;')}`, '{}'),
  'other charset': typed('application/json; charset=utf-16', '{}'),
}

// Each operation gets these; the doors get all.
const usual = [
  'Brotli bomb',
  'list of objects, 4 kB',
  'list of objects, 16 kB',
  'deep lists',
  'form of many pairs',
]

const large = Buffer.from(`{${many(800, (n) => `"a${n}":1`, ',')}}`).toString('base64url')
const known = Buffer.from('{"alg":"RS256","typ":"JWT","kid":"x"}').toString('base64url')

/** The worst heads, by kind: what stands after the path, and headers. */
const heads: Record<string, { path?: string; headers?: Record<string, string> }> = {
  'nothing odd': {},
  'query of many pairs': { path: `?${fill('a=1&')}` },
  'query of many names': { path: `?${many(1_800, (n) => `a${n}=1`, '&')}` },
  'query of many lists': { path: `?${fill('a[]=1&')}` },
  'deep query': { path: `?${fill('a[b][c][d][e][f]=1&')}` },
  'query of percents': { path: `?a=${fill('%E2%82%AC')}` },
  'query of signs': { path: `?a=${fill(":@,'")}` },
  'many segments': { path: fill('/a') },
  'segment of percents': { path: `/${fill('%E2%82%AC')}` },
  slashes: { path: fill('/') },
  'many cookies': { headers: { Cookie: fill('a=b; '), 'Sec-Fetch-Site': 'same-origin' } },
  'one cookie many times': {
    headers: { Cookie: fill('caserne_session=b; '), 'Sec-Fetch-Site': 'same-origin' },
  },
  'cookie of blanks': { headers: { Cookie: `a${fill(';  ')}`, 'Sec-Fetch-Site': 'same-origin' } },
  'token of many keys': {
    headers: { Authorization: `Bearer ${large}.${large.slice(0, 3_000)}.x`, 'Sis-Key': 'hs' },
  },
  'long token': {
    headers: { Authorization: `Bearer ${known}.${fill('a', 14_000)}.${fill('b', 342)}`, 'Sis-Key': 'hs' },
  },
  'token of dots': { headers: { Authorization: `Bearer ${fill('.')}`, 'Sis-Key': 'hs' } },
  'token after blanks': { headers: { Authorization: `Bearer${fill(' ')}!`, 'Sis-Key': 'hs' } },
  'long Sis-Key': { headers: { 'Sis-Key': fill('h') } },
  'long token of a wall': { headers: { Token: `hs.${fill('a')}` } },
  'many tags': { headers: { 'If-None-Match': fill('"",') } },
  'tags without end': { headers: { 'If-None-Match': fill('W/"') } },
  'many tags to match': { headers: { 'If-Match': fill('"a.b.c",') } },
  Accept: { headers: { Accept: fill('a/b;q=0.1,') } },
  'Accept-Encoding': { headers: { 'Accept-Encoding': fill('a;q=0.1,') } },
  'Accept-Language': { headers: { 'Accept-Language': fill('a;q=0.1,') } },
  Range: { headers: { Range: `bytes=${fill('0-1,')}` } },
  Origin: { headers: { Origin: `https://${fill('a.')}` } },
  'Access-Control-Request-Headers': {
    headers: {
      Origin: 'https://a',
      'Access-Control-Request-Headers': fill('a,'),
      'Access-Control-Request-Method': 'GET',
    },
  },
  'X-Forwarded-For': { headers: { 'X-Forwarded-For': fill('1.1.1.1,') } },
  'User-Agent': { headers: { 'User-Agent': fill('a(') } },
  trace: { headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: fill('a=b,') } },
  'Idempotency-Key': { headers: { 'Idempotency-Key': fill('a') } },
  'many headers': { headers: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`x-${n}`, 'a'])) },
}

/** Everything that answers without a token, and a few doors that do not. */
const doors = [
  'GET /api/v2/sis-logo/hs',
  'GET /api/v2/mur',
  'GET /api/v2/mur/flux',
  'GET /ics/hs.x.ics',
  'GET /api/v2/alarmes',
  'POST /api/v2/interventions-complet',
  'OPTIONS /api/v2/alarmes',
  'GET /api/v2/openapi.json',
  'GET /mobile/latest-version',
  'GET /api/v1/sis',
  'POST /api/v1/login',
  'POST /api/v1/register',
  'POST /api/v1/forgotten-password',
  'POST /api/v1/change-password',
  'POST /graphql',
  'GET /inscription',
  'POST /inscription',
  'POST /reset-mdp',
  'GET /r/hs.x',
  'POST /r/hs.x',
  'POST /tableau/session',
  'POST /tableau/session/renouvellement',
  'GET /',
  'GET /tableau/alarmes',
  'GET /service-worker.js',
  'GET /health',
  'GET /ready',
  'GET /.well-known/jwks.json',
  'GET /nowhere',
  'PATCH /nowhere',
]

/** The worst heads at every door. */
export function worstHeads(): WorstRequest[] {
  return doors.flatMap((door) =>
    Object.entries(heads).map(([kind, { path = '', headers = {} }]) => ({
      door,
      kind,
      bytes: request(door + path, headers, ''),
    })),
  )
}

/** The worst bodies at every door, in one piece and in pieces of one byte. */
export function worstBodies(): WorstRequest[] {
  return doors.flatMap((door) => [
    ...Object.entries(bodies).map(([kind, { headers, content }]) => ({
      door,
      kind,
      bytes: request(door, headers, content),
    })),
    {
      door,
      kind: 'pieces of one byte',
      bytes: Buffer.concat([
        head(door, { ...jsonType, 'Transfer-Encoding': 'chunked' }),
        Buffer.from(fill('1\r\n \r\n', 60_000)),
      ]),
    },
  ])
}

/** Some of the worst bodies for every operation of both APIs. */
export function worstOfOperations(): WorstRequest[] {
  return (['auth', 'data'] as const).flatMap((name) => {
    const { operations, prefixes } = readDocument(name)
    return operations.flatMap(({ id, method, path }) =>
      usual.flatMap((kind) => {
        const body = bodies[kind]
        const target = `${method.toUpperCase()} ${prefixes[0]}${path.replaceAll(/\{\w+\}/g, '1')}`
        return body === undefined
          ? []
          : [{ door: id, kind, bytes: request(target, body.headers, body.content) }]
      }),
    )
  })
}

function request(target: string, headers: Record<string, string>, content: string | Buffer): Buffer {
  const length = Buffer.byteLength(content)
  return Buffer.concat([
    head(target, { ...headers, ...(length > 0 && { 'Content-Length': String(length) }) }),
    Buffer.from(content),
  ])
}

function head(target: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ Host: 'x', Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
}
