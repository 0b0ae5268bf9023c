import { type Command, InvalidArgumentError } from 'commander'
import { openOwner } from '../db/open_owner.ts'
import type { ImportFault, Kind } from '../import/import_file.ts'
import { runOnce, say } from '../run.ts'

/** The command that brings a service's data in. */
export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('Importe un fichier CSV dans un SIS : toutes ses lignes, ou aucune si l’une est fausse')
    .argument('<genre>', 'sapeurs, vehicules ou interventions', (text) => {
      if (['sapeurs', 'vehicules', 'interventions'].includes(text)) return text
      throw new InvalidArgumentError('sapeurs, vehicules ou interventions')
    })
    .argument('<fichier>', 'CSV en UTF-8, dont la première ligne nomme les colonnes')
    .requiredOption('--sis <clé>', 'clé du SIS')
    .option('--dry-run', 'vérifie seulement, sans rien garder')
    .action((kind: Kind, file: string, { sis, dryRun = false }: { sis: string; dryRun?: boolean }) =>
      runOnce(async (setting) => {
        const { importFile } = await import('../import/import_file.ts')
        const { Presets, SingleBar } = (await import('cli-progress')).default
        const client = await openOwner(setting)
        const bar = new SingleBar(
          { format: '{bar} {percentage} %, {rows} lignes', noTTYOutput: false, stream: process.stderr },
          Presets.shades_classic,
        )
        bar.start(1, 0, { rows: 0 })
        const progress = (bytes: number, size: number, rows: number) => {
          bar.setTotal(size)
          bar.update(bytes, { rows })
        }
        const { rows, faults } = await importFile({ client, kind, sis, file, dryRun, progress }).finally(() =>
          bar.stop(),
        )
        if (faults.length > 0) throw new Error(describeFaults(faults))
        const s = rows > 1 ? 's' : ''
        say(
          dryRun ? `${rows} ligne${s} vérifiée${s} : tout est en ordre.` : `${rows} ligne${s} importée${s}.`,
        )
      }),
    )
}

function describeFaults(faults: ImportFault[]): string {
  const lines = faults.map(
    ({ line, field, sentence }) => `Ligne ${line}${field ? `, ${field}` : ''} : ${sentence}`,
  )
  const more = faults.length >= 100 ? ['…'] : []
  return [...lines.slice(0, 100), ...more, 'Rien n’a été importé.'].join('\n')
}
