import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { measureTls } from '../../src/http/watch/measure_tls.ts'
import { Metrics } from '../../src/process/metrics.ts'
import { readFigures } from '../support/servers.ts'
import { makeCertificate } from '../support/smtp.ts'

const directory = mkdtempSync(join(tmpdir(), 'caserne-certificate-'))
afterAll(() => rmSync(directory, { recursive: true }))

it('shows when the certificate ends, and 0 when it cannot be read', async () => {
  const file = join(directory, 'cert.pem')
  const { cert } = makeCertificate()
  writeFileSync(file, cert)
  const metrics = new Metrics()
  measureTls(metrics, file)
  const shown = async () =>
    readFigures(await metrics.text())(`caserne_certificate_ends_timestamp_seconds{file="${file}"}`)
  expect(await shown()).toBe(Date.parse(new X509Certificate(cert).validTo) / 1_000)
  writeFileSync(file, 'illisible')
  expect(await shown()).toBe(0)
})

it('shows nothing without HTTPS', async () => {
  const metrics = new Metrics()
  measureTls(metrics, undefined)
  expect(await metrics.text()).not.toMatch(/^caserne_certificate/m)
})
