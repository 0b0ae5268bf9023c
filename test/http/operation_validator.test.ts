import type { Response } from 'express'
import { describe, expect, it } from 'vitest'
import type { Operation } from '../../src/http/document/operation.ts'
import { type Input, operationValidator } from '../../src/http/input/operation_validator.ts'
import { toRefusal } from '../../src/http/refusals/errors.ts'

const source = {
  openapi: '3.1.0',
  info: { title: 'Essai', version: '1' },
  paths: {
    '/sapeurs/{id}/absences': {
      post: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } },
          { name: 'motifs', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'du', in: 'query', allowReserved: true, schema: { type: 'string' } },
        ],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Absence' } } },
        },
        responses: {
          201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Absence' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Id: { type: 'integer', minimum: 1 },
      Absence: {
        type: 'object',
        required: ['debut'],
        properties: {
          debut: { type: 'string', format: 'date' },
          motif: { type: 'integer', enum: [0, 1], default: 0 },
          heures: { type: 'number', format: 'montant' },
        },
      },
    },
  },
}
const operation = {
  id: 'create_absence',
  path: '/sapeurs/{id}/absences',
  method: 'post',
  hasBody: true,
} as Operation
const good: Input = {
  path: '/sapeurs/7/absences',
  search: '',
  query: {},
  headers: { 'content-type': 'application/json' },
  body: { debut: '2026-03-14' },
}
const validate = operationValidator(source, operation, false)

/** The refusal of a request: its status and body. */
async function refusalOf(changes: Partial<Input>): Promise<[number | undefined, unknown]> {
  const error = await validate({ ...good, body: { ...(good.body as object) }, ...changes }).catch(
    (thrown: unknown) => thrown,
  )
  const refusal = toRefusal(error)
  return [refusal?.status, refusal?.body]
}

it('returns parameters with their types, and fills in defaults of the body', async () => {
  const body = { debut: '2026-03-14' }
  const query = { limit: '3', motifs: 'service', autre: 'x' }
  const typed = await validate({ ...good, search: '?limit=3&motifs=service&autre=x', query, body })
  expect(typed).toEqual({ path: { id: 7 }, query: { limit: 3, motifs: ['service'], autre: 'x' } })
  expect(body).toEqual({ debut: '2026-03-14', motif: 0 })
})

it('names the faults of parameters and body at once, in French', async () => {
  const query = { limit: '11' }
  const body = { motif: 3, heures: 1.234 }
  expect(await refusalOf({ path: '/sapeurs/x/absences', search: '?limit=11', query, body })).toEqual([
    422,
    {
      limit: ['La valeur ne doit pas dépasser 10.'],
      id: ['Ce champ doit être un nombre entier.'],
      debut: ['Ce champ est obligatoire.'],
      motif: ['La valeur doit être l’une de : 0, 1.'],
      heures: ['Il faut deux décimales au plus.'],
    },
  ])
})

it('has the general sentence for a date of the wrong type', async () => {
  expect(await refusalOf({ body: { debut: 7 } })).toEqual([422, { debut: ['La valeur n’est pas admise.'] }])
  expect(await refusalOf({ body: { debut: 'hier' } })).toEqual([
    422,
    { debut: ['Le format n’est pas valide (date).'] },
  ])
})

describe('a reserved character in the query', () => {
  it.each(["'", ':', '@', '+', ','])('is refused before it is decoded (%s)', async (sign) => {
    const search = `?autre=a@b&motifs=a${sign}b`
    expect(await refusalOf({ search, query: { motifs: `a${sign}b` } })).toEqual([
      422,
      { motifs: ['La valeur n’est pas admise.'] },
    ])
  })

  it('is admitted where the parameter allows it, encoded, and in a parameter that is not named', async () => {
    const query = { du: 'a:b', motifs: 'a:b', autre: 'a:b' }
    const search = '?du=a:b&motifs=a%3Ab&autre=a:b'
    expect(await validate({ ...good, search, query })).toMatchObject({ query: { motifs: ['a:b'] } })
  })
})

describe('the type of a body', () => {
  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;x=y'])(
    'is read without its parameters and in any case (%s)',
    async (type) => {
      expect(await refusalOf({ headers: { 'content-type': type }, body: {} })).toEqual([
        422,
        { debut: ['Ce champ est obligatoire.'] },
      ])
    },
  )

  it.each([['text/plain'], ['application/json, text/plain'], [''], [undefined]])(
    'is refused when it is another (%s)',
    async (type) => {
      expect(await refusalOf({ headers: type === undefined ? {} : { 'content-type': type } })).toEqual([
        415,
        'Le corps de la requête doit être du type application/json',
      ])
    },
  )
})

it('compiles nothing for a content type that it has not met, so that clients cannot fill the memory', async () => {
  const fresh = operationValidator(structuredClone(source), operation, false)
  const bodiless = operationValidator(structuredClone(source), { ...operation, hasBody: false }, false)
  const send = (check: typeof fresh, type: string) =>
    check({ ...good, headers: { 'content-type': type }, body: { debut: '2026-03-14' } }).catch(
      () => undefined,
    )
  expect(await compiledBy(() => send(fresh, 'application/json'))).toBeGreaterThan(0)
  await send(bodiless, 'text/plain')
  for (const type of ['application/json; a=1', 'application/json; charset=utf-8', 'text/html; b=2'])
    expect([type, await compiledBy(() => send(fresh, type))]).toEqual([type, 0])
  for (const type of ['text/html', 'a/b; c=3'])
    expect([type, await compiledBy(() => send(bodiless, type))]).toEqual([type, 0])
})

it('compiles the document once for all operations of a path', async () => {
  const shared = structuredClone(source)
  const send = () => operationValidator(shared, operation, false)(good)
  expect(await compiledBy(send)).toBeGreaterThan(0)
  expect(await compiledBy(send)).toBe(0)
})

/** The number of functions that Ajv compiles during some work. */
async function compiledBy(work: () => Promise<unknown>): Promise<number> {
  const { Function: original } = globalThis
  let count = 0
  globalThis.Function = new Proxy(original, {
    construct(target, args) {
      count += 1
      return Reflect.construct(target, args)
    },
  })
  try {
    await work()
  } finally {
    globalThis.Function = original
  }
  return count
}

describe('an answer', () => {
  const strict = operationValidator(source, operation, true)

  /** Answers a request; returns what was sent and what was reported. */
  async function answer(statusCode: number, body: unknown): Promise<{ sent: unknown[]; failed: string[] }> {
    const [sent, failed] = [[] as unknown[], [] as string[]]
    const res = { statusCode, json: (json: unknown) => sent.push(json), getHeaders: () => ({}) }
    const fail = ({ message }: Error) => failed.push(message)
    await strict(good, { res: res as unknown as Response, fail })
    res.json(body)
    return { sent, failed }
  }

  it('is sent when it agrees with the document', async () => {
    const body = { debut: '2026-03-14' }
    expect(await answer(201, body)).toEqual({ sent: [body], failed: [] })
  })

  it('is reported instead when it does not, or when its status is not described', async () => {
    expect(await answer(201, { motif: 0 })).toEqual({
      sent: [],
      failed: [
        "create_absence answered 201 against its document: /response must have required property 'debut'",
      ],
    })
    const { sent, failed } = await answer(200, {})
    expect([sent, failed.length]).toEqual([[], 1])
  })

  it('is not filled in', async () => {
    const body = { debut: '2026-03-14' }
    await answer(201, body)
    expect(body).toEqual({ debut: '2026-03-14' })
  })
})
