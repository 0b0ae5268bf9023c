import type { Command } from 'commander'
import { runOnce, say } from '../process/run.ts'
import { askOwner } from './owner.ts'
import { table } from './table.ts'

interface Sis {
  api_key: string
  nom: string
  abreviation: string
}

/** Adds the commands that make and list SIS. */
export function addSisCommands(program: Command): void {
  const sis = program.command('sis').description('Les SIS de cette instance')

  sis
    .command('create')
    .description('Crée un SIS, avec ses cinq rôles, ses réglages et ses listes')
    .argument('<clé>', 'ce que porte l’en-tête Sis-Key : minuscules, chiffres et tirets')
    .argument('<nom>')
    .option('--abreviation <texte>', 'le nom, si elle manque')
    .action((key: string, name: string, options: { abreviation?: string }) =>
      runOnce(async (setting) => {
        const abreviation = options.abreviation?.trim() || null
        await askOwner(setting, 'auth.add_sis($1, $2, $3)', [key, name.trim(), abreviation], {
          sis_nom_check: 'Le nom est vide.',
          sis_api_key_check: `La clé ${key} ne convient pas : 1 à 31 minuscules, chiffres ou tirets, pas de tiret au début.`,
        })
        say(`SIS ${key} créé.`)
      }),
    )

  sis
    .command('list')
    .description('Liste les SIS : clé, abréviation, nom')
    .action(() =>
      runOnce(async (setting) => {
        const all = (await askOwner<Sis[]>(setting, 'auth.list_sis()', [])) ?? []
        const rows = all.map(({ api_key, abreviation, nom }) => [api_key, abreviation, nom])
        say(rows.length === 0 ? 'Aucun SIS.' : table(rows))
      }),
    )
}
