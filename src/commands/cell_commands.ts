import type { Command } from 'commander'
import type { Config } from '../config.ts'
import type { Reach } from '../db/cells/cell.ts'
import { showProgress } from '../process/progress.ts'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { table } from './table.ts'

// Roles, schema, and the tables that a cell receives and tells.
const STEPS = 17

/** Adds the commands for cells: several databases, with one sign-in. */
export function addCellCommands(program: Command): void {
  const cell = program
    .command('cell')
    .description('Les cellules : plusieurs bases, chacune pour un groupe de SIS, avec les mêmes comptes')

  cell
    .command('add')
    .description('Fait d’une base vide une cellule : rôles, schéma, comptes et listes communes')
    .argument('<nom>', 'minuscules, chiffres et tirets')
    .requiredOption('--url <adresse>', 'adresse de la base, avec un superutilisateur')
    .action((nom: string, { url }: { url: string }) => runOnce((setting) => add(setting, nom, url)))

  cell
    .command('list')
    .description('Liste les cellules : adresse, nombre de SIS, retard des comptes')
    .option('--json', 'pour un programme')
    .action(({ json = false }: { json?: boolean }) => runOnce((setting) => list(setting, json)))

  cell
    .command('refresh')
    .description(
      'Copie de nouveau les comptes dans une cellule, après une restauration ou un abonnement perdu',
    )
    .argument('<nom>')
    .action((nom: string) => runOnce((setting) => refresh(setting, nom)))

  cell
    .command('remove')
    .description('Retire une cellule où ne vit plus aucun SIS ; sa base reste')
    .argument('<nom>')
    .action((nom: string) => runOnce((setting) => remove(setting, nom)))
}

async function add({ config, log }: Setting, nom: string, url: string): Promise<void> {
  const [{ addCell }, { databaseUrls, rolePasswords }] = await Promise.all([
    import('../db/cells/add_cell.ts'),
    import('../db/urls.ts'),
  ])
  if (!/^[a-z0-9][a-z0-9-]{0,19}$/.test(nom))
    throw new Error(
      `Le nom ${nom} ne convient pas : 1 à 20 minuscules, chiffres ou tirets, pas de tiret au début.`,
    )
  if (!URL.canParse(url)) throw new Error('--url : une adresse comme postgres://postgres@hote:5432/base')
  const urls = databaseUrls(config)
  await showProgress(STEPS, (step) =>
    addCell(urls.admin, { nom, url, passwords: rolePasswords(urls) }, log, step),
  )
  say(
    `Cellule ${nom} ajoutée. Un SIS y naît par « sis create --cell ${nom} », ou y déménage par « sis move ».`,
  )
}

// The database of the accounts, and how commands reach the other cells.
async function reachOf(config: Config): Promise<{ accounts: string; reach: Reach }> {
  const [{ reachBy }, { databaseUrls }] = await Promise.all([
    import('../db/cells/cell.ts'),
    import('../db/urls.ts'),
  ])
  const accounts = databaseUrls(config).admin
  return { accounts, reach: reachBy(config.CELLS ?? {}, accounts) }
}

async function list({ config }: Setting, json: boolean): Promise<void> {
  const { listCells } = await import('../db/cells/list_cells.ts')
  const { accounts, reach } = await reachOf(config)
  const cells = await listCells(accounts, reach)
  if (json) return say(JSON.stringify(cells, null, 2))
  if (cells.length === 0) return say('Aucune cellule : une seule base tient tous les SIS.')
  say(
    table(
      cells.map(({ nom, adresse, sis, etat, comptes }) => [
        nom,
        adresse,
        `${sis} SIS`,
        comptes ? `${etat} (tient les comptes)` : etat,
      ]),
    ),
  )
}

async function refresh({ config }: Setting, nom: string): Promise<void> {
  const { refreshCell } = await import('../db/cells/refresh_cell.ts')
  const { accounts, reach } = await reachOf(config)
  const { missing } = await showProgress(STEPS, (step) => refreshCell(accounts, nom, reach, step))
  say(`La cellule ${nom} a de nouveau tous les comptes.`)
  if (missing.length > 0)
    say(
      `Sans leurs lignes, et donc pas servis : ${missing.join(', ')}. La sauvegarde date d’avant leur arrivée.`,
    )
}

async function remove({ config }: Setting, nom: string): Promise<void> {
  const { removeCell } = await import('../db/cells/remove_cell.ts')
  const { accounts, reach } = await reachOf(config)
  const { away } = await removeCell(accounts, nom, reach)
  say(
    away
      ? `Cellule ${nom} retirée. Sa base ne répondait pas : si elle revient, n’y lancez rien, supprimez-la.`
      : `Cellule ${nom} retirée. Sa base reste, et ne reçoit plus rien.`,
  )
}
