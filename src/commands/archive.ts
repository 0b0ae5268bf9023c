import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import type { Command } from 'commander'
import { type Exported, exportSis } from '../db/archive/export_sis.ts'
import { type Imported, importSis } from '../db/archive/import_sis.ts'
import { showProgress } from '../process/progress.ts'
import { runOnce, say } from '../process/run.ts'
import { readMailboxKey } from '../process/secrets.ts'
import type { Setting } from '../process/setting.ts'
import { counted } from '../text/counted.ts'
import { workAsOwner } from './owner.ts'
import { table } from './table.ts'

/** Adds the commands that carry a whole SIS to an archive, and from there to an instance. */
export function addArchiveCommands(program: Command): void {
  program
    .command('export')
    .description('Écrit un SIS entier dans une archive : lignes, journal, logo, messages, comptes')
    .requiredOption('--sis <clé>', 'le SIS')
    .requiredOption('--to <fichier>', 'l’archive, lisible de vous seul ; - pour la sortie standard')
    .action(({ sis, to }: { sis: string; to: string }) => runOnce((setting) => exportTo(setting, sis, to)))

  program
    .command('import-sis')
    .description('Reprend dans cette instance le SIS d’une archive : tout, ou rien')
    .argument('<fichier>', 'l’archive ; - pour l’entrée standard')
    .option('--mailbox-key-file <fichier>', 'la MAILBOX_KEY de l’instance d’où vient l’archive')
    .option(
      '--comptes-confirmes',
      'reprend aussi les mots de passe et les adresses confirmées : l’archive vient d’une instance que vous connaissez, et personne ne l’a changée',
    )
    .action((file: string, options: ImportOptions) =>
      runOnce((setting) => importFrom(setting, file, options)),
    )
}

async function exportTo(setting: Setting, sis: string, file: string): Promise<void> {
  if (file === '-') {
    const { lignes } = await exportWhole(setting, sis, process.stdout)
    process.stderr.write(`${counted(sum(lignes), 'ligne', 'exportée')}.\n`)
    return
  }
  if (existsSync(file)) throw new Error(`${file} existe déjà : rien n’est écrit.`)
  // It has its name once it is whole.
  const draft = `${file}.partiel`
  const output = createWriteStream(draft, {
    flags: 'wx',
    mode: 0o600,
  })
  try {
    const { lignes } = await exportWhole(setting, sis, output)
    await sync(draft)
    await rename(draft, file)
    say(`SIS ${sis} : ${counted(sum(lignes), 'ligne')} dans ${file}.`)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function exportWhole(setting: Setting, sis: string, output: Writable): Promise<Exported> {
  return showProgress(null, (step) => workAsOwner(setting, (owner) => exportSis(owner, sis, output, step)))
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}

interface ImportOptions {
  mailboxKeyFile?: string
  comptesConfirmes?: boolean
}

async function importFrom(
  setting: Setting,
  file: string,
  { mailboxKeyFile: keyFile, comptesConfirmes = false }: ImportOptions,
): Promise<void> {
  const source: Readable = file === '-' ? process.stdin : createReadStream(file)
  const keys = {
    here: readMailboxKey(setting.config),
    before: keyFile === undefined ? null : readFileSync(keyFile, 'utf8').trim(),
  }
  const imported = await showProgress(null, (step) =>
    workAsOwner(setting, (owner) =>
      importSis(owner, source, keys, step, comptesConfirmes ? 'confirmed' : 'claims'),
    ),
  )
  say(describe(imported))
}

function describe({ header, lignes, comptes, a_confirmer, messageries_sans_mot_de_passe }: Imported): string {
  return [
    `SIS ${header.sis.api_key} (${header.sis.nom}), tel qu’il était le ${header.exporte_le} : ${counted(sum(lignes), 'ligne', 'importée')}.`,
    table(
      Object.entries(lignes)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => [`  ${name}`, `${count}`]),
    ),
    `Comptes : ${counted(comptes.crees, 'créé')}, ${counted(comptes.connus, 'connu')} ici par ${comptes.connus > 1 ? 'leur adresse, qui gardent leur' : 'son adresse, qui garde son'} mot de passe.`,
    ...(a_confirmer === 0
      ? []
      : [
          `${counted(a_confirmer, 'personne reçoit', 'personnes reçoivent')} un mail pour confirmer leur adresse, puis choisissent un mot de passe (« Mot de passe oublié »). Jusque-là, ces comptes ne sont liés à aucun sapeur. Leurs appareils restent inscrits ; leurs mails d’alarme reprennent à la confirmation.`,
        ]),
    ...messageries_sans_mot_de_passe.map(
      (name) =>
        `Messagerie ${name} : désactivée, son mot de passe ne se lit pas avec la clé d’ici. Entrez-le à nouveau, ou donnez la clé d’avant (--mailbox-key-file).`,
    ),
  ].join('\n')
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)
