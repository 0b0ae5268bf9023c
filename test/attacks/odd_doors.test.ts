import { describe, expect, it } from 'vitest'
import { useDataApi } from '../http/data_fixture.ts'

// The doors beside the APIs: links, calendars, walls, and the session of the board. Whatever is sent to them, the server
// answers a refusal of its own, and no 500.
const { servers } = useDataApi({ FAILURES_ALLOWED: '1000' })
const token = 'hs.aaaaaaaaaaaaaaaaaaaaaa'
const form = 'application/x-www-form-urlencoded'
const json = 'application/json'

const send = async (method: string, path: string, type?: string, body?: BodyInit, more = {}) => {
  const headers = { ...(type && { 'content-type': type }), ...more }
  const response = await fetch(servers.urls().data + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  return { status: response.status, text: await response.text() }
}

describe('a door answers a refusal to', () => {
  it.each([
    ['a form that is too large', 413, 'POST', `/r/${token}`, form, `reponse=${'x'.repeat(2_000)}`],
    ['a form of too many fields', 413, 'POST', `/r/${token}`, form, 'a=1&'.repeat(20)],
    [
      'a form in an unknown character set',
      415,
      'POST',
      `/r/${token}`,
      `${form}; charset=utf-7`,
      'reponse=vient',
    ],
    ['a form whose signs are broken', 422, 'POST', `/r/${token}`, form, 'reponse=%E0%A4%A'],
    ['a link whose signs are broken', 404, 'GET', '/r/%E0%A4%A'],
    ['a link with a zero byte', 410, 'GET', '/r/hs.aaaaaaaaaaaaaaaaaaaaa%00'],
    ['a link with a line break', 410, 'GET', '/r/hs.aaaaaaaaaaaaaaaaaaaaaa%0a'],
    ['a link of ten thousand signs', 410, 'GET', `/r/hs.${'a'.repeat(10_000)}`],
    ['a link above the door', 404, 'GET', '/r/'],
    ['a calendar whose signs are broken', 404, 'GET', '/ics/%E0%A4%A'],
    ['a calendar with a zero byte', 404, 'GET', '/ics/hs%00.ics'],
    ['a session without JSON', 401, 'POST', '/tableau/session'],
    ['a session of broken JSON', 400, 'POST', '/tableau/session', json, '{"email":'],
    ['a session that is a list', 401, 'POST', '/tableau/session', json, '["email"]'],
    ['a session that is a text', 400, 'POST', '/tableau/session', json, '"email"'],
    ['a session of other types', 401, 'POST', '/tableau/session', json, '{"email":{"$ne":1},"password":[1]}'],
    [
      'a session with a zero byte',
      401,
      'POST',
      '/tableau/session',
      json,
      '{"email":"a\\u0000b","password":"c\\u0000"}',
    ],
    [
      'a session that is too large',
      413,
      'POST',
      '/tableau/session',
      json,
      `{"email":"${'x'.repeat(20_000)}"}`,
    ],
  ] as [string, number, string, string, string?, string?][])(
    '%s: %i',
    async (_, status, method, path, type, body) => {
      const answer = await send(method, path, type, body)
      expect([answer.status, answer.text]).toEqual([
        status,
        expect.not.stringMatching(/ at .*\.ts|node_modules/),
      ])
    },
  )

  it.each([
    'caserne_session=',
    'caserne_session=%00',
    `caserne_session=${'a'.repeat(8_000)}`,
    'caserne_session="a"; caserne_session=b',
    'caserne_session=a\u00e9',
    '; ; =; caserne_session',
  ])('a cookie that is none: %#', async (cookie) => {
    const own = { cookie, 'sec-fetch-site': 'same-origin' }
    const { status } = await send('POST', '/tableau/session/renouvellement', json, '{}', own)
    expect(status).toBeOneOf([204, 401])
    expect((await send('DELETE', '/tableau/session', undefined, undefined, own)).status).toBe(204)
  })

  it.each(['', ' ', 'hs.', '\u00e9', `hs.${'a'.repeat(8_000)}`, "hs.' or 1=1--"])(
    'a wall that is none: %#',
    async (wall) => {
      for (const path of ['/api/v2/mur', '/api/v2/mur/flux'])
        expect((await send('GET', path, undefined, undefined, { token: wall })).status).toBe(401)
    },
  )
})
