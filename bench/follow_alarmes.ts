import { openStream, readEvents } from './follow_events.ts'

/**
 * Follows the alarms of a SIS over a connection of its own, until the server ends it.
 * @param onAlarme called with the text of each event of an alarm that comes once the stream is up to date
 * @returns when the stream is up to date. @throws for any status but 200
 */
export async function followAlarmes(
  port: number,
  headers: Record<string, string>,
  onAlarme: (event: string) => void,
): Promise<void> {
  const stream = await openStream(port, '/api/v2/alarmes/flux', headers)
  const beginning = Promise.withResolvers<void>()
  let upToDate = false
  readEvents(stream, (name, event) => {
    if (name === 'a_jour') {
      upToDate = true
      beginning.resolve()
    } else if (upToDate && name === 'alarme') onAlarme(event)
  })
  await beginning.promise
}
