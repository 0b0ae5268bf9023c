import type { Response } from 'express'
import type { Operation } from '../document/operation.ts'
import { compileCheck } from './compile_check.ts'

// biome-ignore lint/suspicious/noExplicitAny: any document, any body
type Json = any
type Check = (body: unknown) => string | null

const checks = new WeakMap<Operation, Map<number, Check>>()

/** Compares an operation's JSON answers with its document, in tests and development. A mismatch becomes an error. */
export function checkAnswer(
  source: object,
  operation: Operation,
  res: Response,
  fail: (error: Error) => void,
): void {
  const known = checks.get(operation) ?? new Map<number, Check>()
  checks.set(operation, known)
  const send = res.json.bind(res)
  res.json = (body) => {
    res.json = send
    const { statusCode } = res
    if (statusCode >= 500) return send(body)
    const check = known.get(statusCode) ?? checkOf(source, operation, statusCode)
    known.set(statusCode, check)
    const fault = check(body)
    if (fault === null) return send(body)
    fail(new Error(`${operation.id} answered ${statusCode} against its document: ${fault}`))
    return res
  }
}

function checkOf(source: Json, { path, method }: Operation, status: number): Check {
  const described = source.paths[path][method].responses[status]
  const name = /^#\/components\/responses\/(\w+)$/.exec(described?.$ref ?? '')?.[1]
  const { content = {} } = name === undefined ? (described ?? {}) : source.components.responses[name]
  const schema = content['application/json']?.schema
  if (schema === undefined) return () => 'no JSON is described'
  const check = compileCheck(source, { properties: { answer: schema } }, 'answer')
  return (answer) => {
    if (check({ answer })) return null
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ')
  }
}
