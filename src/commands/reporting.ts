import type { Command } from 'commander'
import pino from 'pino'
import { readReporting } from '../db/cells/read_reporting.ts'
import { removeReporting } from '../db/cells/remove_reporting.ts'
import { setUpReporting } from '../db/cells/set_up_reporting.ts'
import { databaseUrls, rolePasswords } from '../db/urls.ts'
import { showProgress } from '../process/progress.ts'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { table } from './table.ts'

interface Place {
  url: string
}

const states = {
  following: 'suivie',
  copying: 'copie en cours',
  silent: 'rien reçu depuis une minute : arrêtée, en retard, ou sans worker',
  away: 'ne répond pas',
  stopped: 'arrêtée',
  unfollowed: 'pas suivie : lancez « reporting setup »',
}

// Each table of a cell, and the cell itself.
const STEPS = 100

/** Adds the commands that make, examine and end the reporting database. */
export function addReportingCommands(program: Command): void {
  const reporting = program
    .command('reporting')
    .description('La base des chiffres de toutes les cellules, pour les analystes')

  place(reporting.command('setup'), 'une base vide, ou la base des chiffres')
    .description('Fait d’une base vide celle des chiffres ; ensuite, suit les cellules nouvelles et répare')
    .option('--copy <cellule>', 'copie à nouveau les lignes de cette cellule', gather, [])
    .action((options: Place & { copy: string[] }) => runOnce((setting) => setUp(setting, options)))

  reporting
    .command('status')
    .description('Montre de quand sont les lignes de chaque cellule')
    .requiredOption('--url <adresse>', 'd’un superutilisateur de la base des chiffres')
    .option('--json', 'en JSON')
    .action(({ url, json = false }: { url: string; json?: boolean }) => runOnce(() => showState(url, json)))

  place(reporting.command('remove'), 'la base des chiffres')
    .description('Cesse de suivre les cellules, qui ne gardent plus rien pour la base des chiffres')
    .option('--lost', 'la base des chiffres n’existe plus')
    .action((options: Place & { lost?: boolean }) => runOnce((setting) => remove(setting, options)))
}

function place(command: Command, what: string): Command {
  return command.requiredOption('--url <adresse>', `d’un superutilisateur : ${what}`)
}

function gather(name: string, before: string[]): string[] {
  return [...before, name]
}

async function setUp({ config }: Setting, { url, copy }: Place & { copy: string[] }): Promise<void> {
  const urls = databaseUrls(config)
  const log = pino({ level: 'silent' })
  const reporting = { url, passwords: rolePasswords(urls), cellUrls: config.CELLS ?? {}, copy }
  const { copied, standing, removed, away } = await showProgress(STEPS, (step) =>
    setUpReporting(urls.admin, reporting, log, step),
  )
  if (copied.length > 0) say(`Copiées et suivies : ${copied.join(', ')}.`)
  if (standing.length > 0) say(`Suivies comme avant : ${standing.join(', ')}.`)
  if (removed.length > 0) say(`Retirées, donc plus suivies : ${removed.join(', ')}.`)
  sayAway(away)
}

function sayAway(away: Record<string, string>): void {
  for (const [nom, reason] of Object.entries(away))
    say(`Attention : la cellule ${nom} ne répond pas, relancez la commande quand elle répond. ${reason}`)
  if (Object.keys(away).length > 0) process.exitCode = 1
}

async function showState(url: string, json: boolean): Promise<void> {
  const { cells, moving } = await readReporting(url)
  if (json) return say(JSON.stringify({ cells, moving }, null, 2))
  say(
    table(
      cells.map(({ nom, state, at, seconds }) => [
        nom,
        states[state],
        at === null ? 'pas encore de lignes entières' : `lignes du ${at.toISOString()}`,
        seconds === null ? '' : `il y a ${Math.round(seconds)} s`,
      ]),
    ),
  )
  if (moving.length > 0) say(`Entre deux cellules : ${moving.join(', ')}.`)
}

async function remove({ config }: Setting, { url, lost = false }: Place & { lost?: boolean }) {
  const urls = config.CELLS ?? {}
  sayAway(await removeReporting(databaseUrls(config).admin, lost ? null : url, urls))
  say('La base des chiffres ne suit plus aucune cellule. Ses lignes restent telles qu’elles sont.')
}
