import { beforeEach, describe, expect, it } from 'vitest'
import { look } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'

const { database, servers, told } = useDataApi()

const MIB = 1024 * 1024
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'

/** Sends a form like a browser; returns status and body. */
async function send(form: FormData | Buffer, { as = 'commandant@example.org', sis = 'hs', type = '' } = {}) {
  const { accessToken } = await servers.signIn(as)
  const response = await fetch(`${servers.urls().data}/api/v2/sis-logo`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'sis-key': sis,
      ...(type !== '' && { 'content-type': type }),
    },
    body: form instanceof FormData ? form : new Uint8Array(form),
  })
  return [response.status, await response.json()]
}

function form(file: Buffer | string, field = 'logo', name = 'logo.png', type = 'image/png'): FormData {
  const made = new FormData()
  made.append(field, new File([typeof file === 'string' ? file : new Uint8Array(file)], name, { type }))
  return made
}

/** Requests the logo, like a page of another site. */
async function get(key: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`${servers.urls().data}/api/v2/sis-logo/${key}`, { method, headers })
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}

const unknown = JSON.stringify({ error: 'Logo inconnu' })

describe('the logo of a SIS', () => {
  beforeEach(() => send(form(png)))

  it('is the sent image, for any caller, without Sis-Key and token', async () => {
    const etag = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(await send(form(png))).toEqual([201, { data: { type: 'image/png', taille: 16, etag } }])
    const { status, headers, body } = await get('hs', { origin: 'https://ailleurs.example' })
    expect([status, body]).toEqual([200, png])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '16',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    })
  })

  it('is not sent again to a client that has it', async () => {
    const etag = (await get('hs')).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    for (const known of [etag, `W/${etag}`, `"autre", ${etag}`, '*']) {
      const { status, headers, body } = await get('hs', { 'if-none-match': known })
      expect([status, headers.get('etag'), headers.get('cache-control'), body.length]).toEqual([
        304,
        etag,
        'public, max-age=300',
        0,
      ])
    }
    expect((await get('hs', { 'if-none-match': '"autre"' })).status).toBe(200)
    const head = await get('hs', {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.body.length]).toEqual([200, '16', 0])
  })

  it('is shown to a client with a stale token too', async () => {
    expect((await get('hs', { authorization: 'Bearer x', 'sis-key': 'test' })).status).toBe(200)
  })

  it('is replaced, with the type of its content and not of its name', async () => {
    const script = svg.replace('<rect/>', '<script>alert(1)</script><rect onclick="alert(1)"/>')
    const [status, { data }] = await send(form(script))
    expect([status, data.type, data.taille]).toEqual([201, 'image/svg+xml', svg.length])
    const { headers, body } = await get('hs')
    expect([headers.get('content-type'), headers.get('etag'), body.toString()]).toEqual([
      'image/svg+xml',
      `"${data.etag}"`,
      svg,
    ])
  })

  it('belongs to its SIS: another has none, and answers like an unknown SIS', async () => {
    const keys = [
      'test',
      'ailleurs',
      '*',
      '%25',
      'HS',
      'hs%00',
      "hs'--",
      '..%2Fhs',
      'x'.repeat(5_000),
      '%C3%A9',
    ]
    for (const key of keys) {
      const { status, headers, body } = await get(key)
      expect([key, status, headers.get('cache-control'), body.toString()]).toEqual([
        key,
        404,
        'no-store',
        unknown,
      ])
    }
  })

  it('is deleted', async () => {
    expect(await told('DELETE /sis-logo')).toEqual([204, null])
    expect((await get('hs')).status).toBe(404)
    expect(await told('DELETE /sis-logo')).toEqual([404, { error: 'Logo inconnu' }])
  })
})

describe('a file', () => {
  it('is accepted up to 1 MiB', async () => {
    const file = Buffer.concat([png, Buffer.alloc(MIB - png.length)])
    expect(await send(form(file))).toMatchObject([201, { data: { taille: MIB } }])
    expect((await get('hs')).body.equals(file)).toBe(true)
    expect(await send(form(Buffer.concat([file, Buffer.alloc(1)])))).toEqual([
      413,
      { error: 'Le corps de la requête est trop grand' },
    ])
    expect(await look(database, "select length(image) from app.sis_logos where sis_key = 'hs'")).toBe(MIB)
  })

  it('that grows beyond 1 MiB by sanitizing is refused', async () => {
    const swelling = svg.replace('<rect/>', `<text>${'>'.repeat(MIB / 2)}</text>`)
    expect(await send(form(swelling))).toEqual([413, { error: 'Le corps de la requête est trop grand' }])
  })

  const noImage = [422, { error: { logo: ['Ce fichier n’est pas une image PNG, JPEG, WebP ou SVG.'] } }]
  const missing = [422, { error: { logo: ['Ce champ est obligatoire.'] } }]
  it.each([
    ['another kind of image', form(Buffer.from('GIF89a')), noImage],
    [
      'a page',
      form('<!DOCTYPE html><html><script>alert(1)</script></html>', 'logo', 'a.svg', 'image/svg+xml'),
      noImage,
    ],
    ['nothing', form(''), noImage],
    ['in another field', form(png, 'image'), missing],
    ['no form at all', new FormData(), missing],
  ])('is refused: %s', async (_, sent, expected) => {
    expect(await send(sent)).toEqual(expected)
  })

  it('must not be a text field of a form', async () => {
    const text = new FormData()
    text.append('logo', svg)
    expect(await send(text)).toEqual(missing)
  })

  it('must be the only one', async () => {
    const two = form(png)
    two.append('logo', new File([new Uint8Array(png)], 'b.png'))
    expect(await send(two)).toEqual([413, { error: 'Le corps de la requête est trop grand' }])
  })

  it.each([
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="logo"; filename="a"\r\n\r\nabc',
    ],
    ['multipart/form-data', 'abc'],
    ['multipart/form-data; boundary=x', ''],
  ])('in a broken form is refused (%s)', async (type, text) => {
    const [status, { error }] = await send(Buffer.from(text), { type })
    expect([400, 422]).toContain(status)
    expect([missing[1], { error: 'Le corps de la requête n’est pas un formulaire lisible' }]).toContainEqual({
      error,
    })
  })

  it.each(['application/json', 'image/png', 'text/plain'])('sent as %s is refused', async (type) => {
    const body = Buffer.from(type === 'application/json' ? '{"logo":"x"}' : png)
    expect(await send(body, { type })).toEqual([
      415,
      { error: 'Le corps de la requête doit être du type multipart/form-data' },
    ])
  })

  it('is refused without the permission', async () => {
    expect(await send(form(png), { as: 'chef@example.org' })).toEqual([
      403,
      { error: 'Permission requise : sis.config' },
    ])
    expect(await send(form(png), { as: 'autre@example.org' })).toEqual([
      403,
      { error: 'Aucun droit pour ce SIS' },
    ])
  })
})

it('no image appears in the journal', async () => {
  await send(form(png))
  const [, { data }] = await told('GET /journal?ressource=sis_logos&limit=1')
  expect(data).toMatchObject([{ ressource: 'sis_logos', ligne_id: null }])
  const journal = await look(database, 'select json_agg(j)::text from audit.journal j')
  expect(journal).not.toContain(png.toString('hex'))
})
