import type { Handler } from '../operations.ts'

/**
 * Answers with the raw text of a message as a file to keep. Anybody may have written it: it is shown by no browser, whatever it
 * holds (helmet has said `nosniff` already).
 */
export const answerRaw: NonNullable<Handler['answer']> = (json, req, res) => {
  const raw = Buffer.from(JSON.parse(json), 'base64')
  res.set({
    'Content-Type': 'message/rfc822',
    'Content-Disposition': `attachment; filename="message-${Number(req.params.message_id)}.eml"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Length': String(raw.length),
  })
  res.end(raw)
}
