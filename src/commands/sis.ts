import type { Command } from 'commander'
import { removeSis } from '../db/archive/remove_sis.ts'
import { showProgress } from '../process/progress.ts'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { confirm } from './confirm.ts'
import { askOwner, workAsOwner } from './owner.ts'
import { addMoveCommands } from './sis_move.ts'
import { table } from './table.ts'

interface Sis {
  api_key: string
  nom: string
  abreviation: string
}

/** Adds the commands that make and list SIS. */
export function addSisCommands(program: Command): void {
  const sis = program.command('sis').description('Les SIS de cette instance')
  addCreate(sis)
  addCloseAndOpen(sis)
  sis
    .command('remove')
    .description('Supprime un SIS fermé, avec tout ce qui est à lui ; les comptes restent')
    .argument('<clé>')
    .option('--yes', 'sans demander de confirmation')
    .action((key: string, { yes = false }: { yes?: boolean }) =>
      runOnce((setting) => remove(setting, key, yes)),
    )
  addMoveCommands(sis)
  sis
    .command('list')
    .description('Liste les SIS : clé, abréviation, nom, et s’il est fermé')
    .action(() => runOnce(list))
}

interface NewSis {
  abreviation?: string
  cell?: string
}

function addCreate(sis: Command): void {
  sis
    .command('create')
    .description('Crée un SIS, avec ses cinq rôles, ses réglages et ses listes')
    .argument('<clé>', 'ce que porte l’en-tête Sis-Key : minuscules, chiffres et tirets')
    .argument('<nom>')
    .option('--abreviation <texte>', 'le nom, si elle manque')
    .option('--cell <cellule>', 'où il vit ; sans elle, dans la base qui tient les comptes')
    .action((key: string, name: string, options: NewSis) =>
      runOnce((setting) => create(setting, key, name, options)),
    )
}

async function create(setting: Setting, key: string, name: string, options: NewSis): Promise<void> {
  const abreviation = options.abreviation?.trim() || null
  await askOwner(
    setting,
    'auth.add_sis($1, $2, $3, false, $4)',
    [key, name.trim(), abreviation, options.cell ?? null],
    {
      sis_nom_check: 'Le nom est vide.',
      sis_cellule_fkey: `Il n’y a pas de cellule ${options.cell} (voyez : npm run caserne -- cell list)`,
      sis_api_key_check: `La clé ${key} ne convient pas : 1 à 31 minuscules, chiffres ou tirets, pas de tiret au début.`,
    },
  )
  say(
    options.cell === undefined
      ? `SIS ${key} créé.`
      : `SIS ${key} créé : il travaille dans la cellule ${options.cell} dès qu’elle l’a reçu (voyez : npm run caserne -- cell list)`,
  )
}

function addCloseAndOpen(sis: Command): void {
  sis
    .command('close')
    .description('Ferme un SIS pour un déménagement : on le lit encore, plus rien n’y change')
    .argument('<clé>')
    .action((key: string) =>
      runOnce(async (setting) => {
        await askOwner(setting, 'auth.require_here($1)', [key])
        await askOwner(setting, 'auth.close_sis($1)', [key])
        say(`SIS ${key} fermé : toute écriture reçoit 503, ses messageries ne sont plus lues.`)
      }),
    )
  sis
    .command('open')
    .description('Rouvre un SIS fermé')
    .argument('<clé>')
    .action((key: string) =>
      runOnce(async (setting) => {
        await askOwner(setting, 'auth.open_sis($1)', [key])
        say(`SIS ${key} ouvert.`)
      }),
    )
}

async function remove(setting: Setting, key: string, yes: boolean): Promise<void> {
  if (!yes) await confirm(`Le SIS ${key} sera supprimé, sans retour. Tapez sa clé pour confirmer : `, key)
  const removed = await showProgress(null, (step) =>
    workAsOwner(setting, (owner) => removeSis(owner, key, step)),
  )
  const rows = Object.entries(removed).filter(([, count]) => count > 0)
  say(`SIS ${key} supprimé. Lignes :`)
  say(table(rows.map(([name, count]) => [`  ${name}`, `${count}`])))
}

async function list(setting: Setting): Promise<void> {
  const all = (await askOwner<Sis[]>(setting, 'auth.list_sis()', [])) ?? []
  const closed = (await askOwner<string[]>(setting, 'auth.list_closed_sis()', [])) ?? []
  const rows = all.map(({ api_key, abreviation, nom }) => [
    api_key,
    abreviation,
    nom,
    ...(closed.includes(api_key) ? ['(fermé)'] : []),
  ])
  say(rows.length === 0 ? 'Aucun SIS.' : table(rows))
}
