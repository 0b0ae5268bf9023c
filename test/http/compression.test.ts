import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

// As in production: the check of answers sends objects, so it would pass by the kept bytes.
const { servers, database } = useDataApi({ VALIDATE_RESPONSES: 'false' })

interface Raw {
  status: number
  headers: Record<string, unknown>
  bytes: Buffer
}

/** A request to the data server as the commander of hs; fetch would decompress the answer. */
async function raw(path: string, encodings: string, method = 'GET'): Promise<Raw> {
  const { accessToken } = await servers.signIn('commandant@example.org')
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'sis-key': 'hs',
    'accept-encoding': encodings,
  }
  return await new Promise((resolve, reject) => {
    const asked = request(servers.urls().data + path, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    asked.on('error', reject).end()
  })
}

function decoded({ headers, bytes }: Raw): Buffer {
  return headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)
}

const long = '/api/v2/sapeurs'

it('compresses JSON with an encoding that the client accepts, Brotli before gzip, and keeps its bytes', async () => {
  const plain = await raw(long, 'identity')
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.bytes.length).toBeGreaterThan(5_000)
  const brotli = await raw(long, 'gzip, deflate, br')
  expect([brotli.status, brotli.headers['content-encoding']]).toEqual([200, 'br'])
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 4)
  const gzip = await raw(long, 'gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
  for (const { headers } of [plain, brotli, gzip])
    expect(String(headers.vary).split(/, */)).toEqual(
      expect.arrayContaining(['Sis-Key', 'Authorization', 'Origin', 'Accept-Encoding']),
    )
})

it('sends a known body with its length, whether it is built, kept, compressed or a refusal', async () => {
  const fresh = `${long}?built=`
  for (const [n, encodings] of ['identity', 'gzip', 'br', 'gzip, deflate, br'].entries())
    for (const path of [
      `${fresh}${n}`,
      `${fresh}${n}`,
      '/api/v2/openapi.json',
      '/api/v2/nowhere',
      '/health',
    ]) {
      const { headers, bytes } = await raw(path, encodings)
      const sent = { length: headers['content-length'], chunks: headers['transfer-encoding'] }
      expect({ path, encodings, sent }).toEqual({
        path,
        encodings,
        sent: { length: String(bytes.length), chunks: undefined },
      })
    }
})

it('sends the same compressed bytes again, until the data change', async () => {
  const admin = await database.as('admin')
  const path = '/api/v2/sapeurs?again'
  for (const encoding of ['br', 'gzip']) {
    const before = await raw(path, encoding)
    const again = await raw(path, encoding)
    expect([again.bytes, again.headers.etag]).toEqual([before.bytes, before.headers.etag])
    await admin.query("update app.sapeurs set nom = nom || 'x' where sis_key = 'hs' and id = 1")
    const [after, plain] = [await raw(path, encoding), await raw(path, 'identity')]
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(plain.headers.etag).toBe(after.headers.etag)
    expect(decoded(after)).toEqual(plain.bytes)
  }
})

it('prefers what the client prefers', async () => {
  for (const [accepted, encoding] of [
    ['br;q=0.5, gzip', 'gzip'],
    ['gzip;q=0, br', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['zstd', undefined],
    ['br;q=0, gzip;q=0, identity;q=0', undefined],
  ] as const) {
    const { headers } = await raw(long, accepted)
    expect([accepted, headers['content-encoding']]).toEqual([accepted, encoding])
  }
})

it('sends up to 1 KiB uncompressed', async () => {
  const { headers, bytes } = await raw('/api/v2/unites', 'br, gzip')
  expect(headers).not.toHaveProperty('content-encoding')
  expect(bytes.length).toBeLessThan(1024)
  expect(JSON.parse(String(bytes)).data.length).toBeGreaterThan(0)
})

it('does not compress files', async () => {
  const years = JSON.parse(String((await raw('/api/v2/exercices-comptable', 'identity')).bytes)).data
  const { status, headers } = await raw(`/api/v2/statistiques/${years[0].id}/export`, 'br, gzip')
  expect([status, headers['content-encoding']]).toEqual([200, undefined])
})

it('does not delay a stream of events', async () => {
  const { accessToken } = await servers.signIn('commandant@example.org')
  const leave = new AbortController()
  const answer = await fetch(`${servers.urls().data}/api/v2/alarmes/flux`, {
    headers: { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs', 'accept-encoding': 'br, gzip' },
    signal: leave.signal,
  })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  expect(answer.headers.get('content-encoding')).toBeNull()
  const first = await answer.body?.getReader().read()
  expect(first?.value?.length).toBeGreaterThan(0)
  leave.abort()
})

it('answers HEAD with the headers of GET and without a body', async () => {
  const head = await raw(long, 'br', 'HEAD')
  expect([head.status, head.headers['content-encoding'], head.bytes.length]).toEqual([200, 'br', 0])
})
