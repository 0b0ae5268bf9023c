import { type Command, InvalidArgumentError } from 'commander'
import { eraseSapeur, type Report } from '../db/effacement/erase_sapeur.ts'
import { showProgress } from '../process/progress.ts'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { shortDate } from '../text/french_date.ts'
import { confirm } from './confirm.ts'
import { workAsOwner } from './owner.ts'
import { table } from './table.ts'

interface EraseOptions {
  sis: string
  dryRun?: boolean
  yes?: boolean
  json?: boolean
}

const STEPS = 6

/** Adds the command that erases a person at their request. */
export function addEraseCommand(program: Command): void {
  program
    .command('erase')
    .description('Efface ce qui est enregistré d’une personne, à sa demande')
    .command('sapeur')
    .description(
      'Remplace un sapeur sorti par un pseudonyme : les chiffres restent, le journal est nettoyé aussi',
    )
    .argument('<id>', 'l’id du sapeur', (text) => {
      if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
      throw new InvalidArgumentError('un nombre')
    })
    .requiredOption('--sis <clé>', 'le SIS du sapeur')
    .option('--dry-run', 'montre le rapport, et ne change rien')
    .option('--yes', 'sans demander de confirmation')
    .option('--json', 'le rapport pour un programme')
    .action((id: number, options: EraseOptions) => runOnce((setting) => erase(setting, id, options)))
}

async function erase(setting: Setting, id: number, options: EraseOptions): Promise<void> {
  const { sis, dryRun = false, yes = false, json = false } = options
  // The id, because a wrong one erases the wrong person for good.
  if (!dryRun && !yes)
    await confirm(
      `Le sapeur ${id} du SIS ${sis} sera effacé, sans retour. Tapez son id pour confirmer : `,
      `${id}`,
    )
  let report: Report | undefined
  await showProgress(STEPS, (step) =>
    workAsOwner(setting, async (owner) => {
      await owner.query('select auth.require_whole($1)', [sis])
      report = await eraseSapeur(owner, sis, id, step)
      if (dryRun) await owner.query('rollback; begin')
    }),
  )
  if (report !== undefined)
    say(json ? JSON.stringify({ ...report, essai: dryRun }, null, 2) : describe(report, dryRun))
}

function describe(report: Report, dryRun: boolean): string {
  const rows = (counts: Record<string, number>) =>
    table(Object.entries(counts).map(([name, count]) => [`  ${name}`, `${count}`]))
  const { pseudonyme, effaces, gardes, paie, compte, a_relire } = report
  return [
    dryRun
      ? `Essai : rien n’est changé. Le sapeur deviendrait « ${pseudonyme} ».`
      : `Le sapeur est devenu « ${pseudonyme} ».`,
    `Compte : ${compte}.`,
    'Effacé ou remplacé, en lignes :',
    rows(effaces),
    'Gardé sans nom, pour les chiffres :',
    rows(gardes),
    ...(paie === null
      ? ['Comptes : aucun ne doit garder son identité.']
      : [
          `Comptes : son identité reste dans audit.identites_paie jusqu’au ${shortDate(paie.jusqu_au)} (CO art. 958f), pour :`,
          rows(paie.tables),
          'Relancez la commande après cette date.',
        ]),
    ...(a_relire.length === 0
      ? ['Aucun texte ne contient encore son nom de famille.']
      : [
          'Ces textes contiennent son nom de famille, peut-être celui d’un autre ; à relire :',
          table(
            a_relire.map((each) => [
              `  ${each.table}.${each.colonne}`,
              each.id === null ? '' : `id ${each.id}`,
            ]),
          ),
        ]),
  ].join('\n')
}
