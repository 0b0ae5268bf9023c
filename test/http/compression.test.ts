import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { servers } = useDataApi()

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
