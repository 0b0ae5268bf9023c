import { Agent, get } from 'node:http'

/**
 * Follows the alarms of a SIS over a connection of its own, until the server ends it.
 * @param onAlarme called with the text of each event of an alarm that comes once the stream is up to date
 * @returns when the stream is up to date. @throws for any status but 200
 */
export function followAlarmes(
  port: number,
  headers: Record<string, string>,
  onAlarme: (event: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let rest = ''
    let upToDate = false
    const take = (text: string) => {
      const events = (rest + text).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        if (event.startsWith('event: a_jour')) {
          upToDate = true
          resolve()
        } else if (upToDate && event.startsWith('event: alarme\n')) onAlarme(event)
      }
    }
    const path = '/api/v2/alarmes/flux'
    get({ host: '127.0.0.1', port, path, agent: new Agent(), headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`))
      response.setEncoding('utf8').on('data', take)
    }).on('error', reject)
  })
}
