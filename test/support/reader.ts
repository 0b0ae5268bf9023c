import { afterAll } from 'vitest'
import { MessageReader, type Reader } from '../../src/mail/reading/message_reader.ts'

/** One message reader for all workers of a test file: starting its process is most of a worker's start. */
export function useReader(): Reader {
  let reader: MessageReader | undefined
  afterAll(() => reader?.close())
  return {
    read: (raw, whose) => {
      reader ??= new MessageReader()
      return reader.read(raw, whose)
    },
    // One worker ends, others go on.
    close: async () => undefined,
  }
}
