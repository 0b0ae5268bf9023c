import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import { parseQuery } from '../../src/http/input/parse_query.ts'
import { pick } from '../../src/http/input/reduce_body.ts'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'

const database = useDatabase()
const servers = useServers(database)
const json = 'Content-Type: application/json'
const login = 'POST /api/v1/login HTTP/1.1\r\nHost: x'
const tooLarge = [413, '{"error":"Le corps de la requête est trop grand"}']

/** Sends parts one after another, and reads what the server answers until it has a body or ends. */
async function send(...parts: (string | Buffer)[]): Promise<{ head: string; said: [number, string] }> {
  const socket = connect(Number(new URL(servers.urls().data).port), '127.0.0.1')
  await once(socket, 'connect')
  for (const part of parts) {
    socket.write(part)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const answer = await text(socket)
  const [head = '', body = ''] = answer.replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
  return { head: answer.split('\r\n')[0] ?? '', said: [Number(head.slice(9, 12)), body] }
}
const post = (head: string, body: string | Buffer) =>
  send(`${login}\r\nConnection: close\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n`, body)

describe('a compressed body', () => {
  const bomb = Buffer.from(JSON.stringify(Array(100_000).fill({})))
  it.each([
    ['br', brotliCompressSync(bomb)],
    ['gzip', gzipSync(bomb).subarray(0, 2_000)],
    ['deflate', deflateSync(bomb).subarray(0, 2_000)],
    ['gzip', Buffer.from('{"email":"x"}')],
    ['zstd', Buffer.from('x')],
  ])('is refused without being read (%s)', async (encoding, body) => {
    expect((await post(`${json}\r\nContent-Encoding: ${encoding}`, body)).said).toEqual([
      415,
      '{"error":"Le corps de la requête ne doit pas être comprimé (Content-Encoding)"}',
    ])
  })

  it('that is not compressed at all may say so', async () => {
    expect((await post(`${json}\r\nContent-Encoding: identity`, '{}')).said[0]).toBe(401)
  })
})

describe('the charset of JSON', () => {
  it.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8'])('is UTF-8 (%s)', async (charset) => {
    expect((await post(`${json}; charset=${charset}`, '{}')).said[0]).toBe(401)
  })

  it.each(['latin1', 'iso-8859-1', 'utf-16', 'utf-16le', 'utf-7', 'x'])(
    'is no other (%s)',
    async (charset) => {
      expect((await post(`${json}; charset=${charset}`, '{}')).said).toEqual([
        415,
        '{"error":"Le corps de la requête doit être du type application/json en UTF-8"}',
      ])
    },
  )
})

describe('an operation without a body', () => {
  it.each(['/api/v2/sis-logo/hs', '/api/v2/mur', '/ics/hs.x.ics', '/api/v2/grades', '/health', '/connexion'])(
    'reads none (%s)',
    async (path) => {
      const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close`
      const plain = await send(`${head}\r\n\r\n`)
      for (const extra of ['', 'Content-Encoding: br\r\n']) {
        const sent = await send(`${head}\r\n${json}\r\n${extra}Content-Length: 5\r\n\r\n`, '{"a":')
        expect(sent.said[0]).toBe(plain.said[0])
      }
    },
  )
})

describe('a body', () => {
  it('that says it is too long is refused at once', async () => {
    expect(
      (await send(`${login}\r\n${json}\r\nConnection: close\r\nContent-Length: 99999999\r\n\r\n`)).said,
    ).toEqual(tooLarge)
  })

  it('that grows too long is refused before its end, and the rest is cut off', async () => {
    const chunk = `400\r\n${'x'.repeat(1024)}\r\n`
    const { said } = await send(
      `${login}\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ...Array(5).fill(chunk),
    )
    expect(said).toEqual(tooLarge)
  }, 20_000)

  it('of very many chunks is refused', async () => {
    const { said } = await send(
      `${login}\r\n${json}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '1\r\n \r\n'.repeat(1_000),
    )
    expect(said).toEqual(tooLarge)
  })

  it('is asked for only where it is read', async () => {
    const ask = (line: string, length: number) =>
      `${line} HTTP/1.1\r\nHost: x\r\n${json}\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`
    const read = await send(ask('POST /api/v1/login', 2), '{}')
    expect([read.head, read.said[0]]).toEqual(['HTTP/1.1 100 Continue', 401])
    for (const [line, length, status] of [
      ['POST /api/v1/login', 5_000, 413],
      ['GET /api/v2/mur', 2, 401],
      ['POST /api/v2/sapeurs', 2, 401],
    ] as const) {
      const { head, said } = await send(ask(line, length))
      expect([line, head.slice(0, 12), said[0]]).toEqual([line, `HTTP/1.1 ${status}`, status])
    }
  })
})

describe('the limit of a body', () => {
  const operations = (['auth', 'data'] as const).flatMap((name) =>
    readDocument(name).operations.map((each) => ({ name, ...each })),
  )

  it('is 4 KiB without a token, and at least 4 or 16 KiB with one', () => {
    const open = operations.filter(
      (each) => each.bodyLimit > 0 && (each.permissions === null || each.anonymous),
    )
    expect(open.length).toBeGreaterThan(7)
    expect(open.filter((each) => each.bodyLimit !== 4096).map(({ id }) => id)).toEqual([])
    const low = { auth: 4096, data: 16_384 }
    expect(
      operations.filter((each) => each.bodyLimit > 0 && each.bodyLimit < low[each.name]).map(({ id }) => id),
    ).toEqual([])
  })

  it('is more only where the schema needs it', () => {
    const limits = Object.fromEntries(operations.map(({ id, bodyLimit }) => [id, bodyLimit]))
    expect(limits).toMatchObject({
      create_grade: 16_384,
      create_sapeur: 32_768,
      create_intervention: 131_072,
      create_intervention_complet: 1_048_576,
      list_grades: 0,
      create_sis_logo: 0,
    })
    expect(operations.filter((each) => each.bodyLimit > 1_048_576)).toEqual([])
  })
})

describe('a body is reduced', () => {
  const source = {}
  const schema = {
    type: 'object',
    properties: {
      nom: { type: 'string' },
      password: { type: 'string' },
      rangs: { type: 'array', maxItems: 2, items: { type: 'object', properties: { a: { type: 'string' } } } },
      libre: { type: 'object' },
    },
  }

  it('to what its schema names, with its texts trimmed, except passwords', () => {
    const body = {
      nom: ' A ',
      password: ' p ',
      autre: ' x ',
      rangs: [{ a: ' b', c: 1 }],
      libre: { x: [' y '] },
    }
    expect(pick(source, schema, body)).toEqual({
      nom: 'A',
      password: ' p ',
      rangs: [{ a: 'b' }],
      libre: { x: ['y'] },
    })
  })

  it('without a look at what it does not name', () => {
    let seen = 0
    const counted = (value: object) =>
      new Proxy(value, {
        get: (target, key) => {
          seen += 1
          return Reflect.get(target, key)
        },
      })
    const body = counted({ autre: counted(Array(100_000).fill({})), rangs: Array(100_000).fill({}) })
    expect(pick(source, schema, body)).toEqual({ rangs: [{}, {}, {}] })
    expect(seen).toBeLessThan(10)
  })
})

describe('a query', () => {
  it('is read as texts and lists of texts', () => {
    expect(parseQuery('a=1&b=2&b=3&c[]=4&d[0]=5&d[1]=6&e[x][y]=7&__proto__=8&f')).toEqual(
      Object.fromEntries([
        ['a', '1'],
        ['b', ['2', '3']],
        ['c', ['4']],
        ['d', ['5', '6']],
        ['e', ['[x][y]7']],
        ['__proto__', '8'],
        ['f', ''],
      ]),
    )
  })

  it('counts with its first fifty pairs only', () => {
    const text = Array.from({ length: 5_000 }, (_, n) => `a${n}=1`).join('&')
    expect(Object.keys(parseQuery(text))).toHaveLength(50)
    expect(parseQuery('a=1&'.repeat(5_000)).a).toHaveLength(50)
  })
})

describe('a number in path or query', () => {
  const commander = { as: 'commandant@example.org', sis: 'hs' }
  it.each(['0x10', '+4', '%204', '4%20', '1e3', '0b1', '4.0', '%09%34', '-0x1', '٤'])(
    'is written in decimal digits (%s)',
    async (number) => {
      const whole = { error: { id: ['Ce champ doit être un nombre entier.'] } }
      expect(await servers.data(`/api/v2/interventions/${number}`, commander)).toMatchObject({
        status: 422,
        body: whole,
      })
      const { status, body } = await servers.data(`/api/v2/grades?limit=${number}`, commander)
      expect([status, Object.keys(body.error)]).toEqual([422, ['limit']])
      const list = await servers.data(`/api/v2/sapeurs?type[]=0&type[]=${number}`, commander)
      expect([list.status, Object.keys(list.body.error)[0]]).toEqual([422, expect.stringMatching(/^type/)])
    },
  )

  it('is one with zeros before it', async () => {
    expect((await servers.data('/api/v2/grades?limit=007', commander)).status).toBe(200)
    expect((await servers.data('/api/v2/sapeurs?type[]=0', commander)).status).toBe(200)
  })
})
