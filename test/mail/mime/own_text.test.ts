import { describe, expect, it } from 'vitest'
import { splitOwnText } from '../../../src/mail/mime/own_text.ts'

describe('splitOwnText', () => {
  it('keeps a text without citations unchanged', () => {
    expect(splitOwnText('a\n\nb')).toEqual({ own: 'a\n\nb', forwarded: '', cited: '' })
  })

  it('separates quotes, an answer and a signature from the sender’s own text', () => {
    const text = '> avant\nmoi\n>> encore\n-- \nCET\n\nLe 14 mars 2026, X a écrit :\n> ancien'
    expect(splitOwnText(text)).toEqual({
      own: 'moi\n',
      forwarded: '',
      cited: 'avant\nencore\nLe 14 mars 2026, X a écrit :\nancien',
    })
  })

  it('returns a forwarded text without its head and its signature', () => {
    const text = 'Voir\n---------- Forwarded message ---------\nFrom: X\nSubject: Y\n\nType: Feu\n-- \nCET'
    expect(splitOwnText(text)).toMatchObject({ own: 'Voir\n', forwarded: '\nType: Feu\n' })
  })

  it('takes nothing as forwarded below an answer, which cites it', () => {
    const text = 'Vu\nOn Monday X wrote:\n---------- Forwarded message ---------\nFrom: X\n\nType: Feu'
    expect(splitOwnText(text)).toMatchObject({ own: 'Vu\n', forwarded: '' })
  })

  it.each(['Le ', '-'.repeat(10), '\n', 'De :\nÀ :\n', '> ', '--\n'])(
    'reads 100,000 times %j in good time',
    (piece) => {
      expect(splitOwnText(piece.repeat(100_000 / piece.length))).toBeDefined()
    },
    2_000,
  )
})
