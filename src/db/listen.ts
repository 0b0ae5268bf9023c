import type pg from 'pg'

/**
 * Has a session hear a channel of ours, whose real name is secret (request.channel); may be repeated.
 * @returns the name by which its notifications come.
 */
export async function listen(client: pg.Client, channel: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select request.channel($1) as name', [channel])
  const [{ name } = { name: channel }] = rows
  await client.query(`listen ${client.escapeIdentifier(name)}`)
  return name
}
