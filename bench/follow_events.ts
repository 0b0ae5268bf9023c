import { Agent, get, type IncomingMessage } from 'node:http'

/**
 * Opens a stream of server-sent events over a connection of its own, until the server ends it.
 * @throws for any status but 200
 */
export function openStream(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: new Agent(), headers }, (response) => {
      if (response.statusCode === 200) resolve(response)
      else reject(new Error(`${path}: ${response.statusCode}`))
    }).on('error', reject)
  })
}

/** Calls with the name and the text of each event of a stream. */
export function readEvents(stream: IncomingMessage, onEvent: (name: string, text: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text) => {
    const events = (rest + text).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) onEvent(/^event: (\w+)/.exec(event)?.[1] ?? '', event)
  })
}
