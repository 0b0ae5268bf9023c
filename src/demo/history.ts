import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { root } from '../config.ts'
import type { Step } from '../process/progress.ts'
import { demoSis } from './demo_sis.ts'
import { lieux } from './lieux.ts'
import { scenarios } from './scenarios.ts'

// Files of history/, in order: events of either part, what comes before them, and what follows from them.
const events = [
  ['interventions', 'interventions'],
  ['alarmes', 'alarmes'],
  ['presences', 'présences'],
  ['reponses', 'réponses'],
  ['exercices', 'exercices'],
  ['validations', 'validations'],
] as const
const parts = {
  recent: [
    ['sis', 'réglages'],
    ['sapeurs', 'personnel'],
    ...events,
    ['absences', 'absences'],
    ['piquets', 'piquets'],
    ['effectif', 'effectif requis'],
  ],
  past: [...events, ['paie', 'comptes']],
} as const

/** A part of the history: the current year with the two months before today, or what is older. */
type Part = keyof typeof parts
/** A file of history/. */
type Chapter = (typeof parts)[Part][number][0]

/** The number of steps that loading a part takes. */
export function historySteps(part: Part): number {
  return demoSis.length * parts[part].length
}

// Opens the request that the owner writes under: the policies hold the owner too.
const permissions = [
  'sis.config',
  'sapeur.modification',
  'sapeur.lecture',
  'intervention.lecture',
  'intervention.modification',
  'intervention.validation',
  'intervention.config',
  'exercice.lecture',
  'exercice.modification',
  'exercice.presence',
  'exercice.validation',
  'comptabilite.lecture',
  'comptabilite.modification',
  'comptabilite.config',
]

/**
 * Gives SIS of the demo a part of their history. The recent part comes first: it has people, things, and a plan of the next
 * weeks. Both end with the day before the setting `demo.today`. The owner calls it within a transaction.
 * @param keys the SIS to load; by default both
 * @param only the chapters to load; by default all
 */
export async function loadHistory(
  client: pg.Client,
  part: Part,
  step: Step,
  { keys = demoSis.map(({ key }) => key), only }: { keys?: string[]; only?: Chapter[] } = {},
): Promise<void> {
  // Each function is planned once. The tables are empty or small when that happens, which suits: to plan again for each
  // row would take most of the time.
  await client.query('set local plan_cache_mode = force_generic_plan')
  await client.query("select set_config('demo.part', $1, true)", [part])
  await client.query(readChapter('part'))
  for (const [index, { key }] of demoSis.entries()) {
    if (!keys.includes(key)) continue
    const history = { no: index + 1, scenarios, lieux: lieux[key] }
    await client.query("select set_config('demo.history', $1, true)", [JSON.stringify(history)])
    await client.query('select request.open(null, $1, $2, null)', [key, permissions])
    for (const [chapter, name] of parts[part]) {
      if (only && !only.includes(chapter)) continue
      step(`démo : ${name} de ${key}`)
      await client.query(readChapter(chapter))
    }
  }
  await client.query('select request.open(null, null, null, null)')
}

function readChapter(name: Chapter | 'part'): string {
  return readFileSync(join(root, `src/demo/history/${name}.sql`), 'utf8')
}
