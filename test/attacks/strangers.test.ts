import { connect } from 'node:net'
import zlib from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { type WorstRequest, worstBodies, worstHeads, worstOfOperations } from './worst_requests.ts'

// Work for people without a token, in counts, because times say nothing on a busy machine (`npm run bench -- strangers`
// measures them). The servers run in this process, so that the functions that do the work can be counted.
const servers = useServers(useDatabase(), { FAILURES_ALLOWED: '100000', MAILS_PER_HOUR: '100000' })
const LIMIT = 4096

const { parse } = JSON
// All streams of zlib share the method that takes a chunk.
const shared = Object.getPrototypeOf(zlib.Gunzip.prototype) as {
  _transform: (...values: unknown[]) => unknown
}
const { _transform: transform } = shared
const inflaters = [zlib.Gunzip, zlib.Inflate, zlib.InflateRaw, zlib.Unzip, zlib.BrotliDecompress]
const counts = { inflated: 0, revived: 0, longest: 0 }

beforeAll(() => {
  shared._transform = function (...values) {
    if (inflaters.some((kind) => this instanceof kind)) counts.inflated += 1
    return transform.apply(this, values)
  }
  JSON.parse = (text, reviver) => {
    if (reviver !== undefined) counts.revived += 1
    // Answers of the database are parsed too. The bodies of these requests are known by their beginning.
    if (isOfStranger(String(text))) counts.longest = Math.max(counts.longest, String(text).length)
    return parse(text, reviver)
  }
})
afterAll(() => {
  shared._transform = transform
  JSON.parse = parse
})
const isOfStranger = (text: string) => /^(\[(\{\}|\[|1e9)|\{"(a\d*|email|name|__proto__)":)/.test(text)

/** The first three digits of the answer; 'cut' if the server ends the connection without one. */
function ask({ bytes }: WorstRequest): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(servers.urls().data).port), '127.0.0.1')
    let status = 'cut'
    socket.on('error', () => undefined).on('close', () => resolve(status))
    socket.on('data', (chunk) => {
      if (status === 'cut') status = chunk.subarray(9, 12).toString()
      socket.destroy()
    })
    socket.write(bytes)
  })
}

/** Requests that made the servers work beyond their budget, or fail. */
async function overspent(requests: WorstRequest[]): Promise<string[]> {
  const found: string[] = []
  for (const each of requests) {
    Object.assign(counts, { inflated: 0, revived: 0, longest: 0 })
    const status = await ask(each)
    const { inflated, revived, longest } = counts
    const spent = inflated > 0 || revived > 0 || longest > LIMIT
    if (spent || status === '500' || status === 'cut')
      found.push(`${each.door}, ${each.kind}: ${status} ${JSON.stringify(counts)}`)
  }
  return found
}

it('nothing of a stranger is inflated, walked by a reviver or parsed beyond 4 KiB, in any operation', async () => {
  expect(await overspent(worstOfOperations())).toEqual([])
}, 300_000)

it('nor at any other door, with any body', async () => {
  expect(await overspent(worstBodies())).toEqual([])
}, 300_000)

it('the worst heads are answered, and cost no failure', async () => {
  expect(await overspent(worstHeads())).toEqual([])
}, 300_000)
