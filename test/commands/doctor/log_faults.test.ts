import { pino } from 'pino'
import { expect, it } from 'vitest'
import { logFaults } from '../../../src/commands/doctor/log_faults.ts'
import { readConfig } from '../../../src/config.ts'
import { Metrics } from '../../../src/process/metrics.ts'
import { Readiness } from '../../../src/process/readiness.ts'
import { Started } from '../../../src/process/started.ts'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

// Messages that a server logs at its start above info, with their checks.
async function lookFrom(url: string): Promise<string[]> {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const parts = { started: new Started(), metrics: new Metrics(), readiness: new Readiness() }
  await logFaults({ config: readConfig({}), log, ...parts }, url)
  return lines.map((line) => {
    const { check, msg } = JSON.parse(line) as { check?: string; msg: string }
    return `${check}: ${msg}`
  })
}

it('logs the faults that each login of a server or worker can see, and nothing if there is none', async () => {
  const { api, auth, worker } = database.urls
  for (const url of [api, auth, worker]) expect(await lookFrom(url)).toEqual([])
  await (await database.as('owner')).query('drop policy lecture on app.sapeurs')
  for (const url of [api, auth, worker])
    expect(await lookFrom(url)).toEqual(['schéma: politique app.sapeurs lecture manque'])
})

it('does not fail when the database is gone', async () => {
  expect(await lookFrom('postgres://x:geheim@127.0.0.1:1/x')).toEqual(['undefined: faults not looked for'])
})
