import type pg from 'pg'

/**
 * Makes a session listen to a channel, whose real name is secret (request.channel). May be repeated.
 * @returns the name that the notifications carry.
 */
export async function listen(client: pg.Client, channel: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select request.channel($1) as name', [channel])
  const [{ name } = { name: channel }] = rows
  await client.query(`listen ${client.escapeIdentifier(name)}`)
  return name
}
