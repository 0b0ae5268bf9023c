import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free_port.ts'
import { writeNewKeys } from '../support/keys.ts'
import { killPrograms, runProgram } from '../support/program.ts'

/** An instance of its own: a data server with its keys, and a worker. */
interface Instance {
  url(): string
  /** Environment for the commands of its operator. */
  env(): Record<string, string>
  logIn(email: string): Promise<{ status: number; token: string }>
  ask(method: string, path: string, how: Ask): Promise<{ status: number; retryAfter: string | null }>
}

interface Ask {
  token: string
  sis: string
  key?: string
  body?: unknown
}

/** Starts the programs of an instance on a test database. The tests of the file share them. */
export function useInstance(database: TestDatabase, mailboxKey: string): Instance {
  const keyFile = join(mkdtempSync(join(tmpdir(), 'caserne-instance-')), 'keys.json')
  let url = ''
  const settings = () => ({
    AUTH_KEY_FILE: keyFile,
    MAILBOX_KEY: mailboxKey,
    DATABASE_URL: database.urls.admin,
    API_DATABASE_URL: database.urls.api,
    AUTH_DATABASE_URL: database.urls.auth,
    WORKER_DATABASE_URL: database.urls.worker,
    MAILBOX_PRIVATE_HOSTS: 'true',
  })
  beforeAll(async () => {
    writeNewKeys(keyFile)
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    runProgram(['serve', 'data'], { ...settings(), DATA_PORT: String(port) })
    runProgram(['worker'], settings())
    const ready = () =>
      fetch(`${url}/ready`).then(
        ({ status }) => status,
        () => 0,
      )
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 60_000, interval: 200 })
  }, 90_000)
  afterAll(async () => {
    await killPrograms()
    rmSync(join(keyFile, '..'), { recursive: true, force: true })
  })
  return {
    url: () => url,
    env: settings,
    logIn: async (email) => {
      const answer = await fetch(`${url}/api/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'caserne-demo' }),
      })
      const body = (await answer.json()) as { accessToken?: string }
      return { status: answer.status, token: body.accessToken ?? '' }
    },
    ask: async (method, path, { token, sis, key, body }) => {
      const answer = await fetch(`${url}/api/v2${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'sis-key': sis,
          authorization: `Bearer ${token}`,
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      await answer.text()
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
    },
  }
}
