import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openShape } from './data/open_data.ts'
import { evenShape } from './data/sizes.ts'
import { setAnalyzed } from './data/statistics.ts'
import { heading } from './heading.ts'
import { watchUsage } from './journee/watch_usage.ts'
import { quantile } from './median.ts'
import { type Program, startServing } from './program.ts'
import { type Key, type Listeners, openListeners } from './reponses/listeners.ts'
import { type Answerer, addAnswerers, makeAlarmes, makeLiens, SIS } from './reponses/prepare.ts'
import { type Sending, type Sent, sendAll, writeRequest } from './reponses/send_all.ts'
import { connect, postgresVersion, signHeaders, started } from './setting.ts'

const RATE = 500
const STREAMS = 100
const ALARMES = 5
const CONNECTIONS = 64
const PATIENCE_MS = 15_000
const words = ['vient', 'plus_tard', 'ne_vient_pas']

/**
 * Measures how many answers to alarms a data server takes, and how soon a wall shows them, while streams of the same
 * SIS listen; then the pages of links.
 * @param seconds length of each part
 */
export async function benchReponses(seconds: number): Promise<void> {
  const data = await openShape('reponses', evenShape(20, 2), { autovacuum: 'on' })
  const { admin } = started.add(data, (each) => each.stop())
  const client = await connect(admin)
  const people = await addAnswerers(client, RATE * seconds)
  await setAnalyzed(admin, true)
  const server = await startServing('data', admin)
  const answer = await prepareAnswers(people)
  const bench = { client, server, seconds }
  await makeAlarmes(client, 1).then(([id = 0]) =>
    sendAll({
      port: server.port,
      connections: 16,
      request: (n) => (n < 500 ? answer(n, id) : undefined),
    }),
  )

  process.stdout.write(heading(`reponses ${seconds}`, await postgresVersion(admin)))
  const rows: string[] = []
  const most = RATE * seconds
  // Each person answers once.
  const keyOf = (alarmes: number[]) => (n: number) => ({
    alarme: at(alarmes, n),
    sapeur: people[n % people.length]?.sapeur ?? 0,
  })
  const paced = (alarmes: number[]): Answering => ({
    keyOf: keyOf(alarmes),
    connections: CONNECTIONS,
    rate: RATE,
    request: (n: number) => (n < most ? answer(n, at(alarmes, n)) : undefined),
  })
  const fast = (alarmes: number[], connections: number): Answering => {
    const until = performance.now() + seconds * 1_000
    return {
      keyOf: keyOf(alarmes),
      connections,
      request: (n: number) => (n < most && performance.now() < until ? answer(n, at(alarmes, n)) : undefined),
    }
  }
  rows.push(
    await run(bench, `as many as ${CONNECTIONS} connections get answered, nobody listens`, null, () =>
      makeAlarmes(client, ALARMES).then((alarmes) => fast(alarmes, CONNECTIONS)),
    ),
  )
  const listeners = await openAll(server, people)
  rows.push(
    await run(bench, `${RATE} a second to ${ALARMES} alarms`, listeners, () =>
      makeAlarmes(client, ALARMES).then(paced),
    ),
    await run(bench, `${RATE} a second to one alarm`, listeners, () => makeAlarmes(client, 1).then(paced)),
  )
  for (const connections of [16, CONNECTIONS])
    rows.push(
      await run(
        bench,
        `as many as ${connections} connections get answered, to ${ALARMES} alarms`,
        listeners,
        () => makeAlarmes(client, ALARMES).then((alarmes) => fast(alarmes, connections)),
      ),
    )
  process.stdout.write(
    `\n${answersHead}${rows.join('')}\n${liensHead}${(await runLiens(bench, people)).join('')}`,
  )
  process.stdout.write(`\nComplaints in the log: ${JSON.stringify(Object.fromEntries(server.complaints))}.\n`)
}

interface Bench {
  client: pg.Client
  server: Program
  seconds: number
}

/** Requests, and who answers which alarm by the n-th. */
type Answering = Omit<Sending, 'port'> & { keyOf: (n: number) => Key }

type Answer = (n: number, alarme: number) => Buffer

async function prepareAnswers(people: Answerer[]): Promise<Answer> {
  const headers = await signHeaders(
    people.map(({ user, sapeur }) => ({ sis: SIS, permissions: [], user, sapeur })),
  )
  return (n, alarme) =>
    writeRequest(
      'POST',
      `/api/v2/alarmes/${alarme}/reponse`,
      { ...headers[n % headers.length], 'content-type': 'application/json' },
      JSON.stringify({ reponse: words[n % words.length], delai: n % 20 }),
    )
}

async function openAll(server: Program, people: Answerer[]): Promise<Listeners> {
  const permissions = ['intervention.lecture', 'sis.config']
  const headers = await signHeaders(
    people.slice(0, STREAMS).map(({ user, sapeur }) => ({ sis: SIS, permissions, user, sapeur })),
  )
  const made = await fetch(`http://127.0.0.1:${server.port}/api/v2/murs`, {
    method: 'POST',
    headers: { ...headers[0], 'content-type': 'application/json' },
    body: JSON.stringify({ designation: 'Banc' }),
  })
  if (!made.ok) throw new Error(`POST /murs: ${made.status} ${await made.text()}`)
  const { data }: { data: { token: string } } = await made.json()
  return await openListeners(server.port, data.token, headers)
}

function at(values: number[], n: number): number {
  return values[n % values.length] ?? 0
}

const answersHead =
  '| answers | a second | p50, p99 of an answer, ms | not answered 201 | on the wall: p50, p99, last, s | ' +
  'on a stream: p50, p99, s | events of the wall | MB to the wall, to streams | server, PostgreSQL, this bench: % of a core | server, MiB |\n' +
  '|---|---|---|---|---|---|---|---|---|---|\n'

async function run(
  { client, server }: Bench,
  name: string,
  listeners: Listeners | null,
  prepare: () => Promise<Answering>,
): Promise<string> {
  const { keyOf, ...sending } = await prepare()
  const before = listeners?.count()
  const watch = await watchUsage(client, { server }, 500, 1_000)
  const onSend = (n: number) => {
    listeners?.wall.send(keyOf(n))
    listeners?.stream.send(keyOf(n))
  }
  const sent = await sendAll({ port: server.port, onSend, ...sending })
  const until = performance.now() + PATIENCE_MS
  while (listeners && performance.now() < until && listeners.wall.missing + listeners.stream.missing > 0)
    await pause(20)
  const used = watch.stop()
  const cells = [
    name,
    ...cellsOf(sent, 201),
    ...(listeners ? shownCells(listeners, before) : ['–', '–', '–', '–']),
  ]
  const { share = 0, memory = [] } = used.programs.server ?? {}
  const usage = [share, used.postgres, used.clients].map((each) => each.toFixed(0)).join(', ')
  return `| ${[...cells, usage, Math.max(...memory).toFixed(0)].join(' | ')} |\n`
}

function cellsOf({ times, statuses, seconds }: Sent, good: number): string[] {
  const bad = [...statuses]
    .filter(([status]) => status !== good)
    .map(([status, count]) => `${count} × ${status}`)
  return [
    ((statuses.get(good) ?? 0) / seconds).toFixed(0),
    [0.5, 0.99].map((share) => quantile(times, share).toFixed(0)).join(', '),
    bad.join(', ') || '0',
  ]
}

function shownCells(
  { wall, stream, count }: Listeners,
  before: ReturnType<Listeners['count']> | undefined,
): string[] {
  const after = count()
  const seconds = (times: number[], ...shares: number[]) =>
    shares.map((share) => (quantile(times, share) / 1_000).toFixed(2)).join(', ')
  const missing = (each: number) => (each === 0 ? '' : ` (${each} never)`)
  const megabytes = (now: number, then = 0) => ((now - then) / 1e6).toFixed(1)
  const cells = [
    `${seconds(wall.take(), 0.5, 0.99, 1)}${missing(wall.forget())}`,
    `${seconds(stream.take(), 0.5, 0.99)}${missing(stream.forget())}`,
    String(after.wallEvents - (before?.wallEvents ?? 0)),
    `${megabytes(after.wallBytes, before?.wallBytes)}, ${megabytes(after.streamBytes, before?.streamBytes)}`,
  ]
  return cells
}

const liensHead =
  '| links, ' +
  `${CONNECTIONS} connections | a second | p50, p99, ms | otherwise answered |\n|---|---|---|---|\n`

// GET shows the page; POST answers, and is redirected to it.
async function runLiens({ client, server, seconds }: Bench, people: Answerer[]): Promise<string[]> {
  const [alarme = 0] = await makeAlarmes(client, 1)
  const tokens = await makeLiens(client, alarme, people)
  const runOne = async (name: string, good: number, write: (path: string, n: number) => Buffer) => {
    const until = performance.now() + seconds * 1_000
    const request = (n: number) =>
      performance.now() < until ? write(`/r/${tokens[n % tokens.length]}`, n) : undefined
    const sent = await sendAll({ port: server.port, connections: CONNECTIONS, request })
    return `| ${[name, ...cellsOf(sent, good)].join(' | ')} |\n`
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return [
    await runOne('GET /r/<token>', 200, (path) => writeRequest('GET', path, {})),
    await runOne('POST /r/<token>', 303, (path, n) =>
      writeRequest('POST', path, form, `reponse=${words[n % words.length]}`),
    ),
    await runOne('GET /r/<token>, unknown', 410, (_path, n) =>
      writeRequest('GET', `/r/${SIS}.${String(n).padStart(22, 'x')}`, {}),
    ),
  ]
}
