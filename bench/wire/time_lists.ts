import { type Case, cases } from '../../test/budgets/cases.ts'
import { Client, requestOf } from '../../test/http/every_operation/client.ts'
import { HttpClient } from '../http_client.ts'
import { median } from '../median.ts'
import { openSampleSql } from '../sample_sql.ts'
import { type Server, signHeaders } from '../setting.ts'

const TIMES = 30

/** The time of a list, from one connection. */
export interface Timed {
  name: string
  /** Ms. */
  p50: number
  bytes: number
}

/** Times every list of the data API from one connection, compressed. @returns the slowest first */
export async function timeLists(admin: string, { port }: Server, sis: string): Promise<Timed[]> {
  const { sql, permissions, close } = await openSampleSql(admin, sis)
  const http = new HttpClient(1)
  const client = new Client(`http://127.0.0.1:${port}`)
  const timed: Timed[] = []
  try {
    const [sapeur] = await sql('select min(id) as id from app.sapeurs')
    const [headers = {}] = await signHeaders([{ sis, permissions, sapeur: Number(sapeur?.id) }])
    for (const each of cases.filter(isList)) {
      const sample = await each.make(sql, 10)
      if (/\{\w+\}/.test(each.operation.path) && Object.keys(sample.path ?? {}).length === 0) continue
      const request = requestOf(each.operation, sample, { headers })
      // The first request of an operation compiles its checks.
      const { status, body } = await client.send(request)
      // The demo may lack the row that a sample names.
      if (status !== 200) continue
      const times: number[] = []
      for (let n = 0; n < TIMES; n++) {
        const began = performance.now()
        await http.ask(port, 'GET', request.path, request.headers)
        times.push(performance.now() - began)
      }
      timed.push({ name: each.name, p50: median(times), bytes: JSON.stringify(body).length })
    }
  } finally {
    client.close()
    http.close()
    await close()
  }
  return timed.toSorted((one, other) => other.p50 - one.p50)
}

function isList({ operation: { method, readsJson, id } }: Case): boolean {
  return method === 'get' && readsJson && id.startsWith('list_')
}
