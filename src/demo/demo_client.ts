import { z } from 'zod'

const Session = z.object({ accessToken: z.string(), refreshToken: z.string() })

/** Fields of an alarm of the stream that the demo reads. */
export const Alarme = z.object({
  id: z.string(),
  date: z.string(),
  reponses: z.array(z.object({ sapeur_id: z.number().nullable(), reponse: z.string(), source: z.string() })),
})

// How long a farewell may take.
const FAREWELL_MS = 2_000

/** A client of the REST API, signed in with an account of the demo in one SIS. */
export class DemoClient {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #refreshToken: string
  readonly #signal: AbortSignal

  /**
   * Signs in. Requests end when the signal is aborted.
   * @returns null when the account or its password is refused
   */
  static async signIn(
    url: string,
    sis: string,
    email: string,
    signal: AbortSignal,
  ): Promise<DemoClient | null> {
    const response = await ask(`${url}/api/v1/login`, { email, password: 'caserne-demo' }, {}, signal)
    if ([401, 403].includes(response.status)) return null
    return new DemoClient(url, sis, Session.parse(await response.json()), signal)
  }

  private constructor(url: string, sis: string, session: z.infer<typeof Session>, signal: AbortSignal) {
    this.#url = url
    this.#headers = { 'sis-key': sis, authorization: `Bearer ${session.accessToken}` }
    this.#refreshToken = session.refreshToken
    this.#signal = signal
  }

  /** The `data` of an answer. @throws when the answer is a refusal, or none comes */
  async get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const response = await ask(`${this.#url}/api/v2${path}`, null, this.#headers, this.#signal)
    return z.object({ data: schema }).parse(await response.json()).data
  }

  /** Sends JSON. @returns the status of the answer. @throws when none comes */
  async post(path: string, body: object): Promise<number> {
    const response = await ask(`${this.#url}/api/v2${path}`, body, this.#headers, this.#signal)
    await response.body?.cancel()
    return response.status
  }

  /** Open alarms, then those that are stored or change, until the stream ends. */
  async *alarmes(): AsyncGenerator<z.infer<typeof Alarme>> {
    const { ok, body } = await ask(`${this.#url}/api/v2/alarmes/flux`, null, this.#headers, this.#signal)
    if (!ok || body === null) return
    let text = ''
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^event: alarme\n(?:id: .*\n)?data: (.*)$/m.exec(block)?.[1]
        if (data !== undefined) yield Alarme.parse(JSON.parse(data))
      }
    }
  }

  /** Ends the session, also while the program stops. */
  async signOut(): Promise<void> {
    const patience = AbortSignal.timeout(FAREWELL_MS)
    const ended = ask(`${this.#url}/api/v1/logout`, { token: this.#refreshToken }, {}, patience)
    await ended.then((response) => response.body?.cancel()).catch(() => undefined)
  }
}

// With a body, it is posted. The connection is closed, so that a server that stops waits for none.
function ask(
  url: string,
  body: object | null,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const sent = body === null ? {} : { method: 'POST', body: JSON.stringify(body) }
  const type: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' }
  const own = { 'user-agent': 'Caserne demo', connection: 'close' }
  return fetch(url, { ...sent, headers: { ...headers, ...type, ...own }, signal })
}
