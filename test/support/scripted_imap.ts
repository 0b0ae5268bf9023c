import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The steps that a test can make a mail server fail; GREETING is its first line, FETCH that of one message. */
export type Step =
  | 'GREETING'
  | 'CAPABILITY'
  | 'STARTTLS'
  | 'LOGIN'
  | 'SELECT'
  | 'IDLE'
  | 'DONE'
  | 'NOOP'
  | 'SEARCH'
  | 'FETCH'
  | 'LOGOUT'

/**
 * How a step fails: no further answer, a lost connection, nonsense, BYE, endless single bytes, a refusal, or
 * OK and nothing else.
 */
export type Fault = 'hang' | 'drop' | 'garbage' | 'bye' | 'slow' | 'no' | 'mute'

/** A mail server on loopback that follows a test's script. */
export interface ScriptedImap {
  port: number
  /** The received commands, line by line. */
  lines: string[]
  /** Number of connections so far. */
  connections: number
  /** Fails at a step from now on; with a UID, only at the fetch of that message. */
  fail(step: Step, fault: Fault, uid?: number): void
  /** Stops failing. */
  heal(): void
  /** Adds a message, and tells the clients in IDLE. */
  deliver(subject: string): void
  /** Removes all messages, and gives their numbers to new ones. */
  restore(): void
  /** Drops all connections. */
  hangUp(): void
  close(): void
}

interface Script {
  uidvalidity?: number
  capabilities?: string
  greeting?: string
}

/**
 * State of a connection: the tag of its IDLE, whether the server went silent, and how many messages the
 * client knows of.
 */
interface State {
  idle: string | null
  silent: boolean
  told: number
}

const GARBAGE = '* \u0001{((("\r\n)) 7 <html>\r\n'

/** Starts a scripted server; it ends with `close`. */
export async function startScriptedImap({
  uidvalidity = 9,
  capabilities = 'IMAP4rev1 IDLE',
  greeting = '* OK ready',
}: Script = {}): Promise<ScriptedImap> {
  const sockets = new Map<Socket, State>()
  const messages: string[] = []
  let fault: { step: Step; kind: Fault; uid: number | undefined } | null = null
  const isWrong = (step: string, uid?: number) =>
    fault?.step === step && (fault.uid === undefined || fault.uid === uid)

  const answers: Record<string, (tag: string, uid: number) => string> = {
    CAPABILITY: () => `* CAPABILITY ${capabilities}\r\n`,
    SELECT: () =>
      `* ${messages.length} EXISTS\r\n* OK [UIDVALIDITY ${uidvalidity}] ok\r\n* OK [UIDNEXT ${messages.length + 1}] ok\r\n`,
    LIST: () => '* LIST () "/" INBOX\r\n',
    SEARCH: () => `* SEARCH ${messages.map((_, index) => index + 1).join(' ')}\r\n`,
    FETCH: (_tag, uid) => {
      const raw = messages[uid - 1] ?? ''
      return `* ${uid} FETCH (UID ${uid} BODY[] {${raw.length}}\r\n${raw})\r\n`
    },
  }

  const goWrong = (socket: Socket, tag: string) => {
    const kind = fault?.kind
    const state = sockets.get(socket)
    if (state) state.silent = kind === 'hang' || kind === 'slow'
    if (kind === 'drop') socket.destroy()
    if (kind === 'garbage') socket.write(GARBAGE.repeat(3))
    if (kind === 'bye') socket.end('* BYE Maintenance\r\n')
    if (kind === 'no')
      socket.write(
        `${tag} NO ${fault?.step === 'LOGIN' ? '[AUTHENTICATIONFAILED] Refused' : '[SERVERBUG] Internal error'}\r\n`,
      )
    if (kind === 'mute') socket.write(`${tag} OK done\r\n`)
    if (kind === 'slow') drip(socket)
  }

  const tellNews = (socket: Socket, state: State) => {
    if (state.told !== messages.length) socket.write(`* ${messages.length} EXISTS\r\n`)
    state.told = messages.length
  }

  const hear = (socket: Socket, line: string) => {
    server.lines.push(line)
    const [tag = '', command = '', second = '', third = ''] = line.split(' ')
    const name = (command === 'UID' ? second : command || tag).toUpperCase()
    const state = sockets.get(socket)
    if (state?.silent) return
    if (isWrong(name, Number(third))) return goWrong(socket, tag)
    if (name === 'NOOP' && state) tellNews(socket, state)
    if (name === 'IDLE' && state) {
      state.idle = tag
      socket.write('+ idling\r\n')
      tellNews(socket, state)
    } else if (name === 'DONE') socket.write(`${state?.idle} OK done\r\n`)
    else socket.write(`${answers[name]?.(tag, Number(third)) ?? ''}${tag} OK done\r\n`)
    if (name === 'DONE' && state) state.idle = null
    if (name === 'SELECT' && state) state.told = messages.length
    if (name === 'LOGOUT') socket.end()
  }

  const listener = createServer((socket) => {
    server.connections += 1
    sockets.set(socket, { idle: null, silent: false, told: 0 })
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    if (isWrong('GREETING')) goWrong(socket, '*')
    else socket.write(`${greeting}\r\n`)
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean))
        if (socket.writable) hear(socket, line)
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))

  const hangUp = () => {
    for (const socket of sockets.keys()) socket.destroy()
  }
  const server: ScriptedImap = {
    port: (listener.address() as AddressInfo).port,
    lines: [],
    connections: 0,
    fail: (step, kind, uid) => {
      fault = { step, kind, uid }
    },
    heal: () => {
      fault = null
    },
    deliver: (subject) => {
      const id = `<${messages.length + 1}.${uidvalidity}@scripted>`
      // An automatic answer is certainly no alarm: read, it is ignored, and failed only if it was not.
      const head = ['From: cet@example.org', 'Auto-Submitted: auto-replied', `Subject: ${subject}`]
      messages.push(`Message-ID: ${id}\r\n${head.join('\r\n')}\r\n\r\n${subject}\r\n`)
      for (const [socket, state] of sockets) if (state.idle !== null) tellNews(socket, state)
    },
    restore: () => void messages.splice(0),
    hangUp,
    close: () => {
      hangUp()
      listener.close()
    },
  }
  return server
}

// Sends bytes without a pause and without an end.
async function drip(socket: Socket): Promise<void> {
  socket.write('* OK [')
  while (socket.writable) {
    socket.write('x')
    await wait(25)
  }
}
