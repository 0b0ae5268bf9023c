import type { TestServers } from '../support/servers.ts'

/** A new wall of hs: its token, and the headers of who made it. */
export async function makeMur(
  servers: TestServers,
): Promise<{ id: number; token: string; headers: Record<string, string> }> {
  const { accessToken } = await servers.signIn('commandant@example.org')
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'sis-key': 'hs',
    'content-type': 'application/json',
  }
  const response = await fetch(`${servers.urls().data}/api/v2/murs`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ designation: 'Garage' }),
  })
  const { data } = (await response.json()) as { data: { id: number; token: string } }
  return { ...data, headers }
}
