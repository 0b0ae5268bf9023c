import { text } from 'node:stream/consumers'
import { Connection } from './connection.ts'
import type { Task, Told } from './load.ts'

// The load generator, a process of its own (load.ts): reads a task, sends its requests at random instants at a steady
// mean rate, whatever the server does, and prints what came of them. With `connections` and no rate it sends the next
// request as soon as one was answered, which shows the capacity.

// A client that leaves: later answers count as failed.
const PATIENCE_MS = 10_000
// More would only measure how many sockets this process has.
const MOST = 6_000

const { port, kinds, rate, connections, seconds }: Task = JSON.parse(await text(process.stdin))
const requests = kinds.map(({ weight, method, path, headers, body }) => {
  const json = body === undefined ? '' : JSON.stringify(body)
  const fields = {
    host: 'bench',
    ...headers,
    ...(json !== '' && { 'content-type': 'application/json', 'content-length': String(json.length) }),
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return { weight, bytes: Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${json}`) }
})
const total = requests.reduce((sum, { weight }) => sum + weight, 0)
const told: Told = { answers: [], late: 0, cpu: 0, unsent: 0 }
const idle: Connection[] = []
const busy = new Set<Connection>()
const random = generator(42)

function choose(): number {
  let left = random() * total
  for (const [kind, { weight }] of requests.entries()) {
    left -= weight
    if (left < 0) return kind
  }
  return 0
}

// From `due` on, so that what waits in this process counts too.
function send(due: number, next: () => void = () => undefined): void {
  const kind = choose()
  let connection = idle.pop()
  while (connection?.gone) connection = idle.pop()
  if (connection === undefined && busy.size >= MOST) {
    told.unsent += 1
    return
  }
  const used = connection ?? new Connection(port)
  busy.add(used)
  used.send(requests[kind]?.bytes ?? Buffer.alloc(0), (status) => {
    busy.delete(used)
    if (!used.gone) idle.push(used)
    told.answers.push([kind, status, performance.now() - due])
    next()
  })
}

const began = performance.now()
const end = began + seconds * 1_000
const sweep = setInterval(() => {
  for (const each of busy) if (performance.now() - each.since > PATIENCE_MS) each.destroy()
}, 100)
if (rate === undefined) {
  const again = () => {
    if (performance.now() < end) send(performance.now(), again)
  }
  for (let n = 0; n < connections; n++) again()
} else {
  for (let due = began; due < end; ) {
    for (; due < end && due <= performance.now(); due += (-Math.log(1 - random()) * 1_000) / rate) {
      told.late = Math.max(told.late, performance.now() - due)
      send(due)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
await new Promise((resolve) => setTimeout(resolve, Math.max(0, end - performance.now())))
// While answers are outstanding, a probe shows when the server is itself again.
process.stdout.write('ended\n')
while (busy.size > 0) await new Promise((resolve) => setTimeout(resolve, 10))
clearInterval(sweep)
const { user, system } = process.cpuUsage()
told.cpu = (user + system) / 1_000
for (const each of idle) each.destroy()
process.stdout.write(`${JSON.stringify(told)}\n`)

// Mulberry32: the same instants and the same mix at each run.
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
