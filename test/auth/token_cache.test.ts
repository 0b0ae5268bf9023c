import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TokenCache } from '../../src/auth/token_cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

it('keeps a token until its time', () => {
  const cache = new TokenCache<string>()
  cache.set('a', 'of a', 2_000)
  expect([cache.get('a'), cache.get('b')]).toEqual(['of a', undefined])
  vi.setSystemTime(1_999)
  expect(cache.get('a')).toBe('of a')
  vi.setSystemTime(2_000)
  expect(cache.get('a')).toBeUndefined()
})

it('keeps the last entry for a token', () => {
  const cache = new TokenCache<string>()
  cache.set('a', 'first', 2_000)
  cache.set('a', 'last', 3_000)
  vi.setSystemTime(2_500)
  expect(cache.get('a')).toBe('last')
})

it('drops the oldest token when it is full', () => {
  const cache = new TokenCache<string>(2)
  for (const token of ['a', 'b', 'a', 'c']) cache.set(token, `of ${token}`, 2_000)
  expect(['a', 'b', 'c'].map((token) => cache.get(token))).toEqual(['of a', undefined, 'of c'])
})

it('holds at most ten thousand tokens', () => {
  const cache = new TokenCache<number>()
  for (let n = 0; n <= 10_000; n += 1) cache.set(`token ${n}`, n, 2_000)
  expect([0, 1, 10_000].map((n) => cache.get(`token ${n}`))).toEqual([undefined, 1, 10_000])
})
