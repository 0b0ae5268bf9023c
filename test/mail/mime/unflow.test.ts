import { describe, expect, it } from 'vitest'
import { unflow } from '../../../src/mail/mime/unflow.ts'

describe('unflow', () => {
  it('joins lines that end in a space, at one depth of quotes only, and leaves the signature', () => {
    expect(unflow('a \nb\n> c \n> d \ne\n-- \nf', false)).toBe('a b\n> c d \ne\n-- \nf')
  })

  it('removes the space that only keeps a line from being a quote', () => {
    expect(unflow(' From\n  deux', false)).toBe('From\n deux')
  })

  it('removes the space at the break when delsp says so', () => {
    expect(unflow('cou \npure', true)).toBe('coupure')
  })
})
