import { expect, it } from 'vitest'
import { checkOpenApi } from '../support/contract.ts'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const servers = useServers(useDatabase())

it.each(['/api/v2', '/api/v1', '/auth/api/v1'])('is served in full under %s, to anyone', async (prefix) => {
  const { status, body, headers } = await servers.data(`${prefix}/openapi.json`)
  expect([status, body.openapi, body.servers[0].url]).toEqual([200, '3.1.0', prefix.replace('/auth', '')])
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  await expect(checkOpenApi(body)).resolves.toBeUndefined()
  expect(JSON.stringify(body)).not.toContain('x-data')
})
