import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { doors, useServers } from '../support/servers.ts'
import { makeSis } from '../support/users.ts'

const database = useDatabase()
const servers = useServers(database)

it('lists every SIS by name, without a token, under both prefixes of both servers', async () => {
  await makeSis(database, '612', 'A tous les premiers')
  const hs = {
    id: expect.any(Number),
    api_key: 'hs',
    nom: 'SIS Haute-Sorne',
    abreviation: 'SIS HS',
    mobile: true,
  }
  for (const [server, prefix] of doors) {
    const { status, body } = await servers[server](`${prefix}/sis`)
    expect(status).toBe(200)
    expect(body.data.map(({ api_key }: { api_key: string }) => api_key)).toEqual(['612', 'hs', 'test'])
    expect(body.data[1]).toEqual(hs)
  }
})
