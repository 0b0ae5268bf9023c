/** Types of the parts of hoodiecrow-imap 2.1.0 used here, read from its source. The package ships none. */
declare module 'hoodiecrow-imap' {
  import type { EventEmitter } from 'node:events'
  import type { Server, Socket } from 'node:net'

  namespace hoodiecrow {
    /** Strings hold one byte a character (latin1). */
    interface Message {
      uid: number
      flags: string[]
      internaldate: string
      raw: string
    }
    interface Folder {
      path: string
      uidvalidity: number
      uidnext: number
      messages: Message[]
    }
    interface Parsed {
      tag: string
      command: string
    }
    interface Query {
      section?: unknown[]
      partial?: number[]
    }
    interface Answer {
      type: string
      value: string
    }

    interface Connection {
      socket: Socket | null
      inputHandler: ((line: string) => void) | false
      directNotifications: boolean
      processNotifications(): void
      send(
        response: { tag: string; command: string; attributes: Answer[] },
        description: string,
        parsed: Parsed,
        data: string,
      ): void
    }

    type Command = (connection: Connection, parsed: Parsed, data: string, done: () => void) => void
    type FetchHandler = (connection: Connection, message: Message, query: Query) => unknown

    type ImapServer = EventEmitter & {
      server: Server
      messageHandlers: ((server: ImapServer, message: Message, folder: Folder) => void)[]
      fetchHandlers: Record<string, FetchHandler>
      registerCapability(name: string): void
      setCommandHandler(name: string, handler: Command): void
      appendMessage(
        folder: string,
        flags: string[],
        internaldate: string,
        raw: string,
      ): { mailbox: Folder; message: Message }
    }

    interface Options {
      plugins: (string | ((server: ImapServer) => void))[]
      users: Record<string, { password: string }>
      storage: Record<string, { uidvalidity?: number; messages?: Message[] }>
      id?: Record<string, string>
    }
  }

  function hoodiecrow(options: hoodiecrow.Options): hoodiecrow.ImapServer
  export = hoodiecrow
}

declare module 'hoodiecrow-imap/lib/mimeparser.js' {
  function parseMime(raw: string): object
  export = parseMime
}

declare module 'hoodiecrow-imap/lib/commands/handlers/fetch.js' {
  import type { FetchHandler } from 'hoodiecrow-imap'

  const handlers: Record<string, FetchHandler>
  export = handlers
}
