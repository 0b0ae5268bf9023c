import { describe, expect, it } from 'vitest'
import {
  revokeCurrent,
  rotate,
  type StoredKey,
  signingKeyAt,
  verifyingKeysAt,
} from '../../src/auth/key_set.ts'

const at = (text: string) => Date.parse(`2026-03-14T${text}Z`)
const now = at('12:00:00')

/** A key published at one time of day, and signing from another; `d: undefined` makes it a public key. */
function key(kid: string, published?: string, signs?: string, isPrivate = true): StoredKey {
  const instant = (text: string) => new Date(at(text)).toISOString()
  return {
    kty: 'RSA',
    kid,
    use: 'sig',
    alg: 'RS256',
    n: 'n',
    e: 'AQAB',
    ...(isPrivate ? { d: 'd' } : {}),
    ...(published ? { published_at: instant(published) } : {}),
    ...(signs ? { signs_from: instant(signs) } : {}),
  }
}
const fresh: [StoredKey, StoredKey] = [key('fresh', '12:00:00'), key('fresher', '12:00:00')]
const plan = (keys: StoredKey[]) => keys.map(({ kid, signs_from }) => [kid, signs_from?.slice(11, 19)])
const kids = (keys: StoredKey[]) => keys.map((each) => each.kid)

describe('the key that signs', () => {
  it.each([
    ['the key whose time came last', [key('a', '', '08:00:00'), key('b', '', '11:00:00'), key('c')], 'b'],
    [
      'the same key at any place in the file',
      [key('c'), key('b', '', '11:00:00'), key('a', '', '08:00:00')],
      'b',
    ],
    ['a key from its time on', [key('a', '', '08:00:00'), key('b', '', '12:00:00')], 'b'],
    ['no key before its time', [key('a', '', '08:00:00'), key('b', '', '12:00:01')], 'a'],
    ['the first key, while the clock is late', [key('c', '', '13:00:00'), key('b', '', '12:00:01')], 'b'],
    ['never a public key', [key('a', '', '08:00:00'), key('b', '', '09:00:00', false)], 'a'],
    ['never an unplanned key', [key('a'), key('b')], undefined],
  ])('is %s', (_what, keys, kid) => {
    expect(signingKeyAt(keys, now)?.kid).toBe(kid)
  })
})

describe('a key verifies', () => {
  const keys = [key('next'), key('current', '', '03:49:59'), key('retired', '', '01:00:00')]

  it('for 8 hours and 10 minutes after another replaced it', () => {
    expect(kids(verifyingKeysAt(keys, at('11:59:58')))).toEqual(['retired', 'current', 'next'])
    expect(kids(verifyingKeysAt(keys, at('11:59:59')))).toEqual(['current', 'next'])
  })

  it('as long as no key replaces it', () => {
    expect(kids(verifyingKeysAt(keys, at('12:00:00') + 1e12))).toEqual(['current', 'next'])
    expect(kids(verifyingKeysAt([key('a', '', '', false), key('b', '', '', false)], now))).toEqual(['a', 'b'])
  })
})

describe('a rotation', () => {
  it('starts to sign with the next key when it was published ten minutes ago, and adds another', () => {
    const keys = [key('a', '01:00:00', '02:00:00'), key('b', '11:50:00')]
    const { keys: after, ...what } = rotate(keys, fresh, now)
    expect(what).toEqual({ kid: 'b', signsFrom: new Date('2026-03-14T12:00:00Z'), changed: true })
    expect(plan(after)).toEqual([
      ['a', '02:00:00'],
      ['b', '12:00:00'],
      ['fresher', undefined],
    ])
  })

  it('keeps the next key waiting until it has been public for ten minutes', () => {
    const keys = [key('a', '01:00:00', '02:00:00'), key('b', '11:50:01')]
    expect(rotate(keys, fresh, now)).toMatchObject({ kid: 'b', signsFrom: new Date('2026-03-14T12:00:01Z') })
    const unknown = [key('a', '01:00:00', '02:00:00'), key('b')]
    expect(rotate(unknown, fresh, now)).toMatchObject({ signsFrom: new Date('2026-03-14T12:10:00Z') })
  })

  it('changes nothing while a key waits, and reports which key and until when', () => {
    const keys = [key('a', '01:00:00', '02:00:00'), key('b', '11:55:00', '12:05:00'), key('c', '11:55:00')]
    const signsFrom = new Date('2026-03-14T12:05:00Z')
    expect(rotate(keys, fresh, now)).toEqual({ keys, kid: 'b', signsFrom, changed: false })
    expect(rotate(keys, fresh, at('12:05:00'))).toMatchObject({ kid: 'c', changed: true })
  })

  it('drops the keys whose last token has expired', () => {
    const keys = [
      key('old', '00:00:00', '00:00:00'),
      key('a', '01:00:00', '03:50:00'),
      key('b', '05:00:00', '06:00:00'),
      key('c', '05:00:00'),
    ]
    expect(kids(rotate(keys, fresh, now).keys)).toEqual(['a', 'b', 'c', 'fresher'])
  })

  it('publishes a next key when there is none', () => {
    const { keys, signsFrom } = rotate([key('a', '01:00:00', '02:00:00')], fresh, now)
    expect(signsFrom).toEqual(new Date('2026-03-14T12:10:00Z'))
    expect(plan(keys)).toEqual([
      ['a', '02:00:00'],
      ['fresh', '12:10:00'],
      ['fresher', undefined],
    ])
  })
})

describe('a revocation', () => {
  it('starts to sign with the next key at once and drops all that signed before', () => {
    const keys = [key('a', '', '01:00:00'), key('b', '', '10:00:00'), key('c', '11:59:00')]
    const { keys: after, ...what } = revokeCurrent(keys, fresh, now)
    expect(what).toEqual({ kid: 'c', signsFrom: new Date('2026-03-14T12:00:00Z'), changed: true })
    expect(plan(after)).toEqual([
      ['c', '12:00:00'],
      ['fresher', undefined],
    ])
  })

  it('uses the waiting key, and keeps the one after it', () => {
    const keys = [key('a', '', '10:00:00'), key('c', '11:59:00'), key('b', '11:50:00', '12:05:00')]
    expect(plan(revokeCurrent(keys, fresh, now).keys)).toEqual([
      ['b', '12:00:00'],
      ['c', undefined],
    ])
  })

  it('makes a key when there is no next one', () => {
    expect(plan(revokeCurrent([key('a', '', '10:00:00')], fresh, now).keys)).toEqual([
      ['fresh', '12:00:00'],
      ['fresher', undefined],
    ])
  })
})
