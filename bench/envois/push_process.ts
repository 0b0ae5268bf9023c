import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decrypt, pushFault } from '../../test/worker/envois/read_push.ts'
import { browserOf } from './browser.ts'
import type { Order, Report } from './push_services.ts'

// Some push services in a process of their own (push_services.ts). Each answers 201 after a while, as over the
// Internet. The messages of one in `sampled` browsers are decrypted and their signatures checked.
const [count = 1, latency = 0, sampled = 100] = process.argv.slice(2).map(Number)

let report: Report = { answered: [], read: 0, faults: [] }
const hanging = new Set<number>()

async function handle(service: number, origin: string, req: IncomingMessage, res: ServerResponse) {
  const chunks: Buffer[] = []
  req.on('data', (chunk) => chunks.push(chunk))
  await new Promise((resolve) => req.on('end', resolve))
  if (hanging.has(service)) return
  const browser = Number(req.url?.replace('/send/', ''))
  const topic = String(req.headers.topic)
  if (browser % sampled === 0) {
    const fault =
      (await pushFault(req, origin, String(browser))) ?? readFault(Buffer.concat(chunks), browser, topic)
    if (fault === null) report.read += 1
    else report.faults.push(fault)
  }
  setTimeout(() => {
    res.writeHead(201, { Location: `${origin}/message/${browser}` }).end()
    report.answered.push([topic, browser, Date.now()])
  }, latency)
}

function readFault(body: Buffer, browser: number, topic: string): string | null {
  try {
    const { tag, lien } = JSON.parse(decrypt(body, browserOf(browser)).toString())
    const named = createHash('sha256').update(tag).digest('base64url').slice(0, 32)
    return named === topic && /\/r\/\w+\.[\w-]{22}$/.test(lien) ? null : `${browser}: ${lien} of ${tag}`
  } catch (error) {
    return `${browser}: ${error}`
  }
}

const origins = await Promise.all(
  Array.from({ length: count }, async (_, service) => {
    let origin = ''
    const server = createServer((req, res) => void handle(service, origin, req, res))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return origin
  }),
)
process.on('message', ({ hang, answer }: Order) => {
  if (hang !== undefined) hanging.add(hang)
  if (answer !== undefined) hanging.delete(answer)
  process.send?.(report)
  report = { answered: [], read: 0, faults: [] }
})
process.on('disconnect', () => process.exit())
process.send?.(origins)
