import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = useServers(database)

/** Sends raw bytes, and reads until the server closes; returns status and body. */
async function sendRaw(head: string, body = Buffer.alloc(0)): Promise<{ status: number; body: string }> {
  const { port } = new URL(servers.urls().data)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${head}\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`)
  socket.write(body)
  const answer = await text(socket)
  return { status: Number(answer.slice(9, 12)), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }
}

it('accepts a target with the full address', async () => {
  expect(await sendRaw('GET http://x/api/v2/alarmes HTTP/1.1')).toEqual({
    status: 401,
    body: '{"error":"Sis non sélectionné"}',
  })
})

it('refuses a target that is no path', async () => {
  for (const target of ['*', 'http://x/rien']) {
    expect(await sendRaw(`GET ${target} HTTP/1.1`)).toEqual({
      status: 404,
      body: '{"error":"Ressource inconnue"}',
    })
  }
})

it('forbids caching of private answers, and requires revalidation of the others', async () => {
  const kept = async (path: string) => {
    const { status, headers } = await servers.data(`/api/v2${path}`, {
      as: 'commandant@example.org',
      sis: 'hs',
    })
    return [path, status, headers.get('cache-control')]
  }
  for (const path of [
    '/mes-infos',
    '/mon-materiel',
    '/sapeurs',
    '/sapeurs/1',
    '/sapeurs/1/telephones',
    '/journal',
  ])
    expect(await kept(path)).toEqual([path, 200, 'no-store'])
  for (const path of ['/alarmes', '/interventions', '/grades'])
    expect(await kept(path)).toEqual([path, 200, 'private, no-cache'])
})

it('refuses a body nested too deeply to process where it is kept whole, and ignores it elsewhere', async () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const asked = { method: 'POST', as: 'commandant@example.org', sis: 'hs' }
  for (const depth of [200, 2000, 100_000]) {
    const body = `{"date_debut":"2026-05-06","heure_debut":"10:00","designation":"x${depth}","objet":"x","trace":${nested(depth)}}`
    const { status, body: answer } = await servers.data('/api/v2/interventions-complet', { ...asked, body })
    expect([depth, status, answer]).toEqual([
      depth,
      400,
      { error: 'Le corps de la requête n’est pas du JSON lisible' },
    ])
    const other = await servers.data('/api/v2/vehicules', { ...asked, body })
    expect([depth, other.status]).toEqual([depth, depth < 100_000 ? 201 : 413])
  }
})

it('does not check the items of a list that is too long', async () => {
  const asked = { method: 'POST', as: 'commandant@example.org', sis: 'hs' }
  for (const [path, list] of [
    ['/interventions/1/appels', 'appels'],
    ['/interventions-complet', 'materiels'],
  ]) {
    const body = {
      date_debut: '2026-05-06',
      heure_debut: '10:00',
      objet: 'x',
      [String(list)]: Array(60_000).fill({ a: 1 }),
    }
    const { status, body: answer } = await servers.data(`/api/v2${path}`, { ...asked, body })
    expect([status, answer.error[String(list)]]).toEqual([422, ['Il faut au plus 1000 élément(s).']])
    expect(Object.keys(answer.error).length).toBeLessThan(4_000)
  }
})
