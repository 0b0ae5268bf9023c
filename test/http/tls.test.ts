import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import express from 'express'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { listen } from '../../src/http/server/listening.ts'
import { refusePlainHttp, refusePlainMetrics } from '../../src/http/server/plain_http.ts'
import { readTls, reloadTls } from '../../src/http/server/tls.ts'
import { makeCertificate } from '../support/smtp.ts'

const directory = mkdtempSync(join(tmpdir(), 'caserne-tls-'))
afterAll(() => rmSync(directory, { recursive: true }))

// As Kubernetes and certbot keep them: the files are reached through a link to their directory.
let made = 0
function newFiles(pair: { key: string; cert: string }): void {
  const version = join(directory, `version-${made++}`)
  mkdirSync(version)
  writeFileSync(join(version, 'cert.pem'), pair.cert)
  writeFileSync(join(version, 'key.pem'), pair.key)
  symlinkSync(version, join(directory, 'next'))
  renameSync(join(directory, 'next'), join(directory, 'current'))
}
const files = { cert: join(directory, 'current/cert.pem'), key: join(directory, 'current/key.pem') }
const [first, second] = [makeCertificate(), makeCertificate()]

// The certificate that a server shows.
async function shown(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { raw } = socket.getPeerCertificate()
  socket.destroy()
  return raw.toString('base64')
}
const inPem = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')

it('a server with certificate and key speaks HTTPS', async () => {
  newFiles(first)
  const app = express().get('/', (_req, res) => void res.send('bonjour'))
  const log = { info: () => undefined, warn: () => undefined }
  const server = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    variable: 'DATA_PORT',
    tls: { files, log },
  })
  expect(await shown(server.port)).toBe(inPem(first.cert))
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow()
  await server.close()
})

it('a new certificate is used without a restart; an unusable one is reported once and not used', async () => {
  newFiles(first)
  const said: string[] = []
  const say = (_details: object, message: string) => void said.push(message)
  const server = createServer(readTls(files))
  reloadTls(server, files, { info: say, warn: say } as never, 10)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  newFiles({ ...second, key: first.key })
  await expect.poll(() => said).toEqual(['certificate not loaded, the old one stays in force'])
  expect(await shown(port)).toBe(inPem(first.cert))
  newFiles(second)
  await expect.poll(() => shown(port)).toBe(inPem(second.cert))
  expect(said).toEqual(['certificate not loaded, the old one stays in force', 'certificate loaded again'])
  server.close()
})

it('an unusable certificate is refused at the start, with the names of its settings', () => {
  newFiles({ ...second, key: first.key })
  expect(() => readTls(files)).toThrow(/TLS_CERT_FILE.*TLS_KEY_FILE/)
})

it.each(['0.0.0.0', '::', '192.0.2.7', 'caserne.example.org'])(
  'nothing is served in the clear at %s, unless PLAIN_HTTP says so',
  (HOST) => {
    expect(() => refusePlainHttp(readConfig({ HOST }))).toThrow(/PLAIN_HTTP/)
    refusePlainHttp(readConfig({ HOST, PLAIN_HTTP: 'true' }))
    refusePlainHttp(readConfig({ HOST, TLS_CERT_FILE: files.cert, TLS_KEY_FILE: files.key }))
  },
)

it('loopback addresses are served in the clear', () => {
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) refusePlainHttp(readConfig({ HOST }))
})

it('metrics are served in the clear at loopback addresses only, unless PLAIN_HTTP says more', () => {
  const refuse = (env: Record<string, string>) => () =>
    refusePlainMetrics(readConfig({ METRICS_PORT: '9464', ...env }))
  expect(refuse({ HOST: '0.0.0.0' })).toThrow(/0\.0\.0\.0 \(METRICS_HOST\).*PLAIN_HTTP/)
  expect(refuse({ METRICS_HOST: '192.0.2.7' })).toThrow(/PLAIN_HTTP/)
  expect(refuse({ HOST: '::', TLS_CERT_FILE: files.cert, TLS_KEY_FILE: files.key })).toThrow(/PLAIN_HTTP/)
  for (const METRICS_HOST of ['127.0.0.1', '::1', 'localhost']) refuse({ HOST: '0.0.0.0', METRICS_HOST })()
  refuse({ HOST: '0.0.0.0', PLAIN_HTTP: 'true' })()
  refuse({ HOST: '0.0.0.0', METRICS_PORT: '' })()
})
