import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../src/mail/mime/decode_text.ts'

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1')

describe('decodeText', () => {
  it.each([
    [bytes('\xe9 \x92 \x80'), 'iso-8859-1', 'é ’ €'],
    [bytes('\xa4'), 'ISO-8859-15', '€'],
    [bytes('\x90'), 'cp850', 'É'],
    [bytes('+AOk-'), 'utf-7', 'é'],
    [Buffer.from('é'), 'iso-8859-1', 'é'],
    [bytes('\xe9'), 'utf-8', 'é'],
    [bytes('\xe9'), 'nulle-part\r\nX: y', 'é'],
    [Buffer.from('é', 'utf16le'), 'utf-16le', 'é'],
    [bytes('\xff\xfea\0'), '', 'a'],
    [Buffer.alloc(0), 'utf-16', ''],
  ])('reads %j as %s', async (source, charset, text) => {
    expect(decodeText(source, charset)).toBe(text)
  })

  it('reads UTF-8 that is cut off within a letter', async () => {
    expect(decodeText(Buffer.from('à côté de l’é').subarray(0, -1), 'utf-8')).toBe('à côté de l’\ufffd')
  })
})
