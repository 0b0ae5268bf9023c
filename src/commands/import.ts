import { type Command, InvalidArgumentError } from 'commander'
import { openOwner } from '../db/open_owner.ts'
import type { ImportFault } from '../import/findings.ts'
import type { Kind } from '../import/import_file.ts'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { counted } from '../text/counted.ts'

const kinds = ['sapeurs', 'vehicules', 'interventions', 'localites']
const known = 'sapeurs, vehicules, interventions ou localites'

interface Options {
  sis?: string
  dryRun?: boolean
}

/** Adds the command that imports a service's data. */
export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description('Importe un fichier CSV : toutes ses lignes, ou aucune si l’une est fausse')
    .argument('<genre>', known, (text) => {
      if (kinds.includes(text)) return text
      throw new InvalidArgumentError(known)
    })
    .argument('<fichier>', 'CSV en UTF-8, dont la première ligne nomme les colonnes')
    .option('--sis <clé>', 'clé du SIS ; les localités sont les mêmes pour tous')
    .option('--dry-run', 'vérifie seulement, sans rien garder')
    .action((kind: Kind | 'localites', file: string, { sis, dryRun = false }: Options) =>
      runOnce(async (setting) => {
        if (kind === 'localites') return await importPlaces(setting, file, dryRun)
        if (sis === undefined) throw new Error('Il faut indiquer le SIS : --sis <clé>')
        await importRows(setting, { kind, sis, file, dryRun })
      }),
    )
}

async function importPlaces(setting: Setting, file: string, dryRun: boolean): Promise<void> {
  const { importLocalites } = await import('../import/import_localites.ts')
  const { rows, added } = await importLocalites(await openOwner(setting), file, dryRun)
  say(
    dryRun
      ? `${counted(rows, 'ligne', 'vérifiée')} : tout est en ordre.`
      : `${counted(rows, 'ligne', 'importée')}, ${added} de plus qu’avant.`,
  )
}

async function importRows(
  setting: Setting,
  wanted: { kind: Kind; sis: string; file: string; dryRun: boolean },
): Promise<void> {
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
  const { rows, faults, warnings } = await importFile({ client, ...wanted, progress }).finally(() =>
    bar.stop(),
  )
  if (faults.length > 0) throw new Error(describeFaults(faults))
  for (const warning of warnings) say(`Attention : ${describe(warning)}`)
  say(
    wanted.dryRun
      ? `${counted(rows, 'ligne', 'vérifiée')} : tout est en ordre.`
      : `${counted(rows, 'ligne', 'importée')}.`,
  )
}

function describeFaults(faults: ImportFault[]): string {
  const more = faults.length >= 100 ? ['…'] : []
  return [...faults.slice(0, 100).map(describe), ...more, 'Rien n’a été importé.'].join('\n')
}

function describe({ line, field, value, sentence, more }: ImportFault): string {
  const what = [field, value === null ? null : `« ${value} »`].filter((each) => each !== null).join(' ')
  const others = more === 0 ? '' : ` (et ${counted(more, 'autre', 'ligne')})`
  return `Ligne ${line}${what === '' ? '' : `, ${what}`} : ${sentence}${others}`
}
