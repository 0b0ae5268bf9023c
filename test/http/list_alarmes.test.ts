import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = useServers(database)

it('answers an empty list where there is no alarm', async () => {
  const { status, body } = await servers.data('/api/v2/alarmes', { as: 'lecteur@example.org', sis: 'hs' })
  expect(status).toBe(200)
  expect(body).toEqual({ data: [] })
})

it('refuses someone without the permission, and names it', async () => {
  const { status, body } = await servers.data('/api/v2/alarmes', { as: 'sapeur@example.org', sis: 'hs' })
  expect(status).toBe(403)
  expect(body).toEqual({ error: 'Permission requise : intervention.lecture' })
})
