/** Result of a server's clients. */
interface Traffic {
  /** Requests answered as they should be. */
  answered(): number
  /** Requests that were not: `GET /groupes: 500 …`. */
  failures: string[]
  /** Groups that were made and not removed again, by their numbers. */
  kept: string[]
  /** The longest time that a request of the phase waited for its answer, in milliseconds. Begins a new phase. */
  longestWait(): number
  /** Ends it, once the requests under way are answered. */
  stop(): Promise<void>
}

const reads = [
  '/interventions?limit=20',
  '/sapeurs',
  '/alarmes',
  '/exercices',
  '/groupes',
  '/mes-infos',
  '/stat-federal',
]

/**
 * Clients that read and write at a data server, one request after another, until they are stopped.
 * @param data where the next request goes
 */
export function startTraffic(data: () => string, token: string, clients: number): Traffic {
  let answered = 0
  let going = true
  let longest = 0
  const failures: string[] = []
  const kept: string[] = []
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const begun = performance.now()
    const response = await fetch(`${data()}/api/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'sis-key': 'hs',
        'content-type': 'application/json',
        connection: 'close',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    longest = Math.max(longest, performance.now() - begun)
    if (response.ok) answered += 1
    else failures.push(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const client = async (name: string) => {
    for (let turn = 0; going; turn += 1) {
      for (const path of reads) await ask('GET', path)
      const made = await ask('POST', '/groupes', {
        designation: `Essai ${name}-${turn}`,
        type: 2,
        no: `${name}${turn}`,
      })
      const id = (made as { data?: { id?: number } }).data?.id
      if (id !== undefined && turn % 3 === 0) kept.push(`${name}${turn}`)
      else if (id !== undefined) await ask('DELETE', `/groupes/${id}`)
    }
  }
  const all = Promise.all(Array.from({ length: clients }, (_, n) => client(`T${n}`)))
  return {
    answered: () => answered,
    failures,
    kept,
    longestWait: () => {
      const wait = Math.round(longest)
      longest = 0
      return wait
    },
    stop: async () => {
      going = false
      await all
    },
  }
}
