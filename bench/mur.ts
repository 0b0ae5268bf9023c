import type { Page } from 'playwright-core'
import { hashToken, newToken } from '../src/auth/opaque_token.ts'
import { type OwnPostgres, startOwnPostgres } from '../test/faults/own_postgres.ts'
import { launchChromium, openTab, sizes } from '../test/support/chromium.ts'
import { freePort } from '../test/support/free_port.ts'
import { memoryOf, type PageMemory } from '../test/support/page_memory.ts'
import { heading } from './heading.ts'
import { quantile } from './median.ts'
import { type Program, residentMiB, startServing } from './program.ts'
import { postgresVersion, signHeaders, started } from './setting.ts'

const HOUR_MS = 3_600_000
const READINGS = 10
// More than the wall shows at once.
const OPEN = 8
const KIB = 1024

interface Reading extends PageMemory {
  alarms: number
  server: number
  streams: string
}

/**
 * Has the page of a wall, in Chromium on a 4K screen, live through an hour of alarms: its clock passes the hour while
 * the alarms come as fast as it shows them. Its data server is killed and started again after 40 % of them, and its
 * database after 60 %.
 * @param alarms number of alarms
 * @param answers number of people who answer each
 */
export async function benchMur(alarms: number, answers: number): Promise<void> {
  const postgres = started.add(await startOwnPostgres(), (each) => each.remove())
  const station = new Station(postgres, answers)
  const ports = { data: await freePort(), metrics: await freePort() }
  let server = await serve(postgres, ports)
  const { page, faults } = await openWall(ports.data, await addMur(postgres))
  await station.open(ports.data)
  const [readings, times]: [Reading[], number[]] = [[], []]
  for (let n = 1; n <= alarms; n += 1) {
    if (n === Math.round(alarms * 0.4)) {
      process.kill(server.pid, 'SIGKILL')
      await page.getByText('Le serveur n’est pas joignable.').waitFor()
      server = await serve(postgres, ports)
    }
    if (n === Math.round(alarms * 0.6)) await postgres.restart()
    times.push(await station.alarm(page, n))
    await page.clock.runFor(HOUR_MS / alarms)
    if (n !== OPEN && n % Math.round(alarms / READINGS) > 0) continue
    const memory = await memoryOf(page)
    readings.push({
      alarms: n,
      ...memory,
      server: residentMiB(server.pid),
      streams: await streamsOf(ports.metrics),
    })
  }
  const version = await postgresVersion(postgres.urls.admin)
  process.stdout.write(
    [
      heading(`mur ${alarms} ${answers}`, version),
      '| alarms | heap, KiB | nodes | listeners | data server, MiB | its streams |',
      '|---|---|---|---|---|---|',
      ...readings.map(toLine),
      '',
      `From the commit of an alarm to the wall: p50 ${quantile(times, 0.5).toFixed(0)} ms, at most ` +
        `${quantile(times, 1).toFixed(0)} ms, with both restarts. Faults of the page: ${JSON.stringify(faults)}.`,
      '',
    ].join('\n'),
  )
}

function toLine({ alarms, heap, nodes, listeners, server, streams }: Reading): string {
  return `| ${alarms} | ${(heap / KIB).toFixed(0)} | ${nodes} | ${listeners} | ${server.toFixed(0)} | ${streams} |`
}

function serve(postgres: OwnPostgres, ports: { data: number; metrics: number }): Promise<Program> {
  return startServing('data', postgres.urls.admin, {
    API_DATABASE_URL: postgres.urls.api,
    AUTH_DATABASE_URL: postgres.urls.auth,
    PORT: String(ports.data),
    METRICS_PORT: String(ports.metrics),
  })
}

async function addMur(postgres: OwnPostgres): Promise<string> {
  const token = newToken()
  await postgres.rows("insert into app.murs (sis_key, designation, token_hash) values ('hs', 'Banc', $1)", [
    hashToken(token),
  ])
  return `hs.${token}`
}

async function openWall(port: number, token: string): Promise<{ page: Page; faults: string[] }> {
  const browser = started.add(await launchChromium('notify'), (each) => each.close())
  const { page } = await openTab(browser, { viewport: sizes.wall, timezoneId: 'Europe/Zurich' })
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.clock.install()
  await page.goto(`http://127.0.0.1:${port}/tableau/mur#${token}`)
  await page.getByText(/^Aucune alarme en cours/).waitFor()
  return { page, faults }
}

async function streamsOf(port: number): Promise<string> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return /^caserne_alarme_streams (\d+)$/m.exec(text)?.[1] ?? ''
}

// Sends the alarms, and answers them.
class Station {
  readonly #postgres: OwnPostgres
  readonly #answers: number
  #people: unknown[] = []
  #headers: Record<string, string> = {}
  #address = ''

  constructor(postgres: OwnPostgres, answers: number) {
    this.#postgres = postgres
    this.#answers = answers
  }

  async open(port: number): Promise<void> {
    const rows = await this.#postgres.rows(
      "select id::integer from app.sapeurs where sis_key = 'hs' order by id limit $1",
      [this.#answers],
    )
    this.#people = rows.map(({ id }) => id)
    const [headers = {}] = await signHeaders([{ sis: 'hs', permissions: ['intervention.modification'] }])
    this.#headers = { ...headers, 'content-type': 'application/json' }
    this.#address = `http://127.0.0.1:${port}/api/v2/alarmes`
  }

  /** An alarm, and all who come: they are on the wall when this resolves. @returns ms from its commit to the wall */
  async alarm(page: Page, n: number): Promise<number> {
    const adresse = `Rue du Banc ${n}`
    const [row] = await this.#postgres.rows(
      `insert into app.alarmes (sis_key, date, type, code, couleur, adresse, description, lv95_e, lv95_n, intervention_voulue)
       values ('hs', now(), 'Alarme réelle', 'FEU BAT', 'ROUGE', $1, 'Feu de cuisine', 2583900 + 10 * $2::integer, 1243600, false)
       returning id`,
      [adresse, n % 200],
    )
    const committed = performance.now()
    await page.locator('.current .address', { hasText: new RegExp(`^${adresse}$`) }).waitFor()
    const shown = performance.now() - committed
    await Promise.all(this.#people.map((sapeur) => this.#answer(row?.id, sapeur)))
    await page.locator('.comes', { hasText: new RegExp(`^viennent\\s*${this.#people.length}$`) }).waitFor()
    // Alarms pass from the wall as they grow old.
    await this.#postgres.rows(
      `update app.alarmes set date = now() - interval '2 days'
        where sis_key = 'hs' and date > now() - interval '1 day'
          and id not in (select id from app.alarmes where sis_key = 'hs' order by id desc limit $1)`,
      [OPEN],
    )
    return shown
  }

  async #answer(alarm: unknown, sapeur: unknown): Promise<void> {
    const body = JSON.stringify({ reponse: 'vient', delai: 5, sapeur_id: sapeur })
    const { status } = await fetch(`${this.#address}/${alarm}/reponse`, {
      method: 'POST',
      headers: this.#headers,
      body,
    })
    if (status !== 201) throw new Error(`POST /alarmes/${alarm}/reponse: ${status}`)
  }
}
