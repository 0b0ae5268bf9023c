import type { Command } from 'commander'
import { explainGuards } from '../db/guards.ts'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { counted } from '../text/counted.ts'
import type { Examination } from './doctor/examine.ts'
import type { Level } from './doctor/finding.ts'
import { table } from './table.ts'

interface Options {
  json?: boolean
  sql?: boolean
}

const labels: Record<Level, string> = { ok: 'ok', warning: 'attention', fault: 'FAUTE', unchecked: 'non vu' }

/** Adds the command that examines an instance, and says what to do. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Examine l’instance : base, rôles, politiques, disque, messageries, envoi, clés, sauvegardes. Code 1 s’il y a une faute',
    )
    .option('--json', 'en JSON')
    .option('--sql', 'seulement le SQL pour un superutilisateur, à passer à psql')
    .action((options: Options) => runOnce((setting) => examineInstance(setting, options)))
}

async function examineInstance(setting: Setting, { json, sql }: Options): Promise<void> {
  const { checks } = await import('./doctor/checks.ts')
  const { examine } = await import('./doctor/examine.ts')
  const { openSession } = await import('./doctor/open_session.ts')
  const session = await openSession(setting)
  if (sql && 'fault' in session) throw new Error(session.fault)
  const due = sql ? checks.filter(({ needs }) => needs === 'database') : checks
  const found = await examine(due, setting.config, session)
  if (sql) return sayScript(found)
  if ('fault' in session)
    found.unshift({
      check: 'base',
      level: 'fault',
      sentence: session.fault,
      remedy: 'Sans base, rien ne marche.',
    })
  say(json ? JSON.stringify({ level: worst(found), findings: found }, null, 2) : written(found))
  if (worst(found) === 'fault') process.exitCode = 1
}

function sayScript(found: Examination[]): void {
  const guards = found.flatMap(({ sentence, sql }) => (sql === undefined ? [] : [{ sentence, sql }]))
  say(guards.length === 0 ? '-- Rien ne reste à faire par un superutilisateur.' : explainGuards(guards))
}

function worst(found: Examination[]): Level {
  return (['fault', 'warning'] as const).find((level) => found.some((each) => each.level === level)) ?? 'ok'
}

function written(found: Examination[]): string {
  const rows = found.flatMap(({ level, check, sentence, remedy }) => [
    [labels[level], check, sentence],
    ...(remedy === undefined ? [] : [['', '', `→ ${remedy}`]]),
  ])
  const count = (level: Level) => found.filter((each) => each.level === level).length
  const sum = [
    counted(count('fault'), 'faute'),
    `${counted(count('warning'), 'point')} d’attention`,
    `${counted(count('unchecked'), 'point')} non ${count('unchecked') > 1 ? 'vus' : 'vu'}`,
  ].join(', ')
  return `${table(rows)}\n\n${sum}`
}
