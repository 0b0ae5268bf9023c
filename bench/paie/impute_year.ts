import { setTimeout as pause } from 'node:timers/promises'
import { adresseOf, composeMails, type Place } from '../journee/mailboxes.ts'
import { median, quantile } from '../median.ts'
import { familyTime } from '../processor_time.ts'

/** Asks the data server. */
export type Door = (method: string, path: string, body?: object) => Promise<{ status: number; bytes: Buffer }>

const ALARMS = 300
const ALARM_MS = 1000
// The pause between two looks of the client.
const LOOK_MS = 100
/** How long the last alarm may still take. */
const PATIENCE_MS = 60_000

/** Composes the reports before anything is measured, so that this costs no time then. */
export async function composeAlarms(place: Place): Promise<Buffer[]> {
  return (await composeMails([place], ALARMS)).map(({ mail }) => mail)
}

interface Setting {
  deliver: (mail: Buffer) => void
  /** The n-th is from `adresseOf(n)`. */
  alarms: Buffer[]
  /** Ids of the processes whose time is measured. */
  programs: Record<string, number>
}

/**
 * Has the worker impute a year by the tariffs that every SIS begins with, while an alarm comes each second.
 * @returns the rows of a table: the time of the work, that from each alarm to its intervention, and processor times
 */
export async function imputeYear(
  door: Door,
  year: number,
  { deliver, alarms, programs }: Setting,
): Promise<string> {
  const used = () => Object.values(programs).map(familyTime)
  const [before, began] = [used(), performance.now()]
  const asked = await door('POST', `/imputation/interventions/${year}`, {
    indemnites: { defaut: 1 },
    piquet_indemnite_intervention_id: 2,
  })
  const { id } = read(asked)
  const waiting = new Map<string, number>()
  const times: number[] = []
  let [sent, took, work] = [0, 0, { etat: '', faits: 0, refus: [] as object[] }]
  let last = Number.POSITIVE_INFINITY
  while (took === 0 || (waiting.size > 0 && performance.now() < last)) {
    const now = performance.now()
    if (took === 0 && now - began >= sent * ALARM_MS) {
      const mail = alarms[sent]
      if (mail) {
        waiting.set(adresseOf(sent), now)
        deliver(mail)
      }
      work = read(await door('GET', `/travaux/${id}`))
      if (work.etat === 'termine') {
        took = performance.now() - began
        last = performance.now() + PATIENCE_MS
      }
      sent++
    }
    for (const { lieu } of read(await door('GET', '/interventions?limit=50'))) {
      const since = waiting.get(lieu)
      if (since === undefined) continue
      times.push(performance.now() - since)
      waiting.delete(lieu)
    }
    await pause(LOOK_MS)
  }
  const after = used()
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return [
    `| until it has ended | **${seconds(took)}** |`,
    `| interventions imputed, refused | ${work.faits}, ${work.refus.length} |`,
    `| alarms by mail, with an intervention | ${Math.min(sent, alarms.length)}, ${times.length} |`,
    `| from the mail to the intervention: p50, longest | **${seconds(median(times))}**, **${seconds(quantile(times, 1))}** |`,
    ...Object.keys(programs).map(
      (name, n) => `| processor time: ${name} | ${seconds((after[n] ?? 0) - (before[n] ?? 0))} |`,
    ),
    '',
  ].join('\n')
}

function read({ status, bytes }: { status: number; bytes: Buffer }) {
  if (status >= 400) throw new Error(`${status} ${bytes.toString().slice(0, 200)}`)
  return JSON.parse(bytes.toString()).data
}
