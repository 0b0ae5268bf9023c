import type { Command } from 'commander'
import { cancelMove } from '../db/cells/cancel_move.ts'
import { type Cell, reachBy } from '../db/cells/cell.ts'
import { cleanSis } from '../db/cells/clean_sis.ts'
import { endMove } from '../db/cells/end_move.ts'
import {
  cellOf,
  directoryOf,
  findCell,
  findFollower,
  homeOf,
  publishesMove,
  withCell,
} from '../db/cells/move_sides.ts'
import { type MOVE_STEPS, type Moved, moveSis } from '../db/cells/move_sis.ts'
import { moveName } from '../db/cells/moved_tables.ts'
import type { Side } from '../db/cells/replicate.ts'
import { waysOut } from '../db/cells/require_no_move.ts'
import { withSuperuser } from '../db/cells/superuser.ts'
import { type Step, showProgress, unwatched } from '../process/progress.ts'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { counted } from '../text/counted.ts'
import { confirm } from './confirm.ts'
import { inFrench } from './owner.ts'
import { table } from './table.ts'

/** Adds the commands that move a SIS between cells, to those about SIS. */
export function addMoveCommands(sis: Command): void {
  sis
    .command('move')
    .description('Déménage un SIS dans une autre cellule, pendant qu’il travaille')
    .argument('<clé>')
    .requiredOption(
      '--to <cellule>',
      'la nouvelle cellule ; celle où il vit : annule un déménagement commencé',
    )
    .action((key: string, { to }: { to: string }) => runOnce((setting) => move(setting, key, to)))

  sis
    .command('clean')
    .description('Supprime les lignes d’un SIS dans une cellule où il ne vit plus')
    .argument('<clé>')
    .requiredOption('--cell <cellule>', 'la cellule d’où il est parti')
    .option('--yes', 'sans demander de confirmation')
    .action((key: string, { cell, yes = false }: { cell: string; yes?: boolean }) =>
      runOnce((setting) => clean(setting, key, cell, yes)),
    )
}

async function move(setting: Setting, sis: string, to: string): Promise<void> {
  await withAccounts(setting, sis, async (accounts) => {
    const directory = await directoryOf(accounts.client)
    const home = homeOf(directory, sis)
    const cell = cellOf(directory, to)
    const name = moveName(sis)
    if (home.nom === to) {
      await stay(accounts, sis, cell)
      return
    }
    await withCell(accounts, home, async (source) => {
      if (await publishesMove(source.client, name)) {
        const follower = await findFollower(accounts, directory, name)
        if (follower !== undefined && follower.nom !== to)
          throw new Error(
            `Le SIS ${sis} déménage déjà dans ${follower.nom}. Finissez (--to ${follower.nom}) ou annulez (--to ${home.nom}).`,
          )
      }
      await withCell(accounts, cell, async (target) => {
        const began = performance.now()
        const moved = await showSteps(began, (watch) => moveSis({ sis, accounts, source, target }, watch))
        say(describe(sis, source.cell, target.cell, moved, performance.now() - began))
      })
    })
  })
}

// The SIS lives there already. A move to this cell may be unfinished, and one away from it may be under way.
async function stay(accounts: Side, sis: string, cell: Cell): Promise<void> {
  const directory = await directoryOf(accounts.client)
  const left = await findCell(accounts, directory.cellules, (client) => publishesMove(client, moveName(sis)))
  if (left === undefined) {
    say(`Le SIS ${sis} vit dans la cellule ${cell.nom} : il n’y a rien à faire.`)
    return
  }
  await withCell(accounts, cell, async (here) => {
    if (left.nom === cell.nom) {
      await cancelMove(accounts, here, sis, directory)
      say(`Déménagement annulé : le SIS ${sis} reste dans la cellule ${cell.nom}, ouvert.`)
      return
    }
    await withCell(accounts, left, async (source) => {
      const jobs = await endMove({ sis, accounts, source, target: here })
      say(
        `SIS ${sis} dans la cellule ${cell.nom} : déménagement terminé, ${counted(jobs, 'tâche', 'reprise')}.`,
      )
      say(removal(sis, left))
    })
  })
}

async function clean(setting: Setting, sis: string, nom: string, yes: boolean): Promise<void> {
  if (!yes)
    await confirm(
      `Les lignes du SIS ${sis} dans la cellule ${nom} seront supprimées, sans retour. Tapez sa clé pour confirmer : `,
      sis,
    )
  await withAccounts(setting, sis, async (accounts) => {
    const directory = await directoryOf(accounts.client)
    const home = homeOf(directory, sis)
    const name = moveName(sis)
    const left = await findCell(accounts, directory.cellules, (client) => publishesMove(client, name))
    if (left?.nom === home.nom) {
      const follower = await findFollower(accounts, directory, name)
      throw new Error(`${waysOut(sis, home.nom, follower?.nom ?? null)} Puis relancez la commande.`)
    }
    if (left !== undefined)
      throw new Error(
        `Le SIS ${sis} n’a pas fini de déménager : lancez d’abord « caserne sis move ${sis} --to ${home.nom} ».`,
      )
    const removed = await withCell(accounts, cellOf(directory, nom), (side) =>
      showProgress(null, (step) => cleanSis(side, sis, step)),
    )
    const rows = Object.entries(removed).filter(([, count]) => count > 0)
    if (rows.length === 0) return say(`La cellule ${nom} n’a plus de lignes du SIS ${sis}.`)
    say(`Lignes du SIS ${sis} supprimées de la cellule ${nom} :`)
    say(table(rows.map(([name, count]) => [`  ${name}`, `${count}`])))
  })
}

// One command at a time for a SIS.
async function withAccounts(
  setting: Setting,
  sis: string,
  work: (accounts: Side) => Promise<void>,
): Promise<void> {
  const url = setting.config.DATABASE_URL
  if (url === undefined)
    throw new Error('Les cellules sont des bases à part : indiquez DATABASE_URL, celle des comptes.')
  try {
    await withSuperuser(url, async (client) => {
      const directory = await directoryOf(client)
      const { rows } = await client.query<{ free: boolean }>(
        `select pg_try_advisory_lock(hashtextextended($1, 0)) as free`,
        [moveName(sis)],
      )
      if (rows[0]?.free !== true)
        throw new Error(`Une autre commande déménage ou nettoie déjà le SIS ${sis}.`)
      const reach = reachBy(setting.config.CELLS ?? {}, url)
      await work({ cell: cellOf(directory, directory.ici ?? ''), client, url, reach })
    })
  } catch (error) {
    throw inFrench(error, {})
  }
}

// Each step is a line, and the copy has a bar while it lasts.
async function showSteps<T>(
  began: number,
  work: (watch: Parameters<typeof moveSis>[1]) => Promise<T>,
): Promise<T> {
  let copied: Step = unwatched
  let end: () => void = () => undefined
  const begin = (step: (typeof MOVE_STEPS)[number]) => {
    end()
    end = () => undefined
    say(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${step}`)
    if (step !== 'copie') return
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    void showProgress(null, async (step) => {
      copied = step
      await ended
    })
  }
  try {
    return await work({ begin, copied: (...step) => copied(...step) })
  } finally {
    end()
  }
}

function describe(
  sis: string,
  source: Cell,
  target: Cell,
  { rows, tables, jobs, gap }: Moved,
  ms: number,
): string {
  return [
    `SIS ${sis} déménagé de ${source.nom} dans ${target.nom} en ${(ms / 1000).toFixed(1)} s : ${counted(rows, 'ligne')} de ${counted(tables, 'table')}, ${counted(jobs, 'tâche', 'reprise')}.`,
    `Fermé aux écritures pendant ${Math.round(gap)} ms.`,
    removal(sis, source),
  ].join('\n')
}

const removal = (sis: string, { nom }: Cell) =>
  `Ses lignes sont encore dans ${nom} : « caserne sis clean ${sis} --cell ${nom} » les supprime.`
