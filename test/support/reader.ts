import { afterAll } from 'vitest'
import { MessageReader, type Reader } from '../../src/mail/reading/message_reader.ts'

/**
 * What reads messages for all workers of a test file, from the first message on: the process that each would start for itself is
 * most of what its start costs.
 */
export function useReader(): Reader {
  let reader: MessageReader | undefined
  afterAll(() => reader?.close())
  return {
    read: (raw, whose) => {
      reader ??= new MessageReader()
      return reader.read(raw, whose)
    },
    // Of one worker, where others go on.
    close: async () => undefined,
  }
}
