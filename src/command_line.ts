import { Command, InvalidArgumentError } from 'commander'
import { addAnalystCommands } from './commands/analyst.ts'
import { addArchiveCommands } from './commands/archive.ts'
import { addCellCommands } from './commands/cell_commands.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addEraseCommand } from './commands/erase.ts'
import { addImportCommand } from './commands/import.ts'
import { addKeyCommands } from './commands/key.ts'
import { addMailCommands } from './commands/mail.ts'
import { addMigrateCommands } from './commands/migrations.ts'
import { addReportingCommands } from './commands/reporting.ts'
import type { SchemaOptions } from './commands/schema.ts'
import { addConfigCommand } from './commands/settings.ts'
import { addSisCommands } from './commands/sis.ts'
import type { StartOptions } from './commands/start.ts'
import { speakFrench } from './commands/usage.ts'
import { addUserCommands } from './commands/user.ts'
import { databaseUrls } from './db/urls.ts'
import type { DemoAlarme } from './demo/demo_alarme.ts'
import { showProgress } from './process/progress.ts'
import { runOnce, runUntilStopped, say } from './process/run.ts'

// Actions import what only they need: loading the servers, the worker and the demo takes longer than a small command
// runs.

/** The command line with all its commands. A command that fails or is stopped ends the program (process/run.ts). */
export function commandLine(): Command {
  const program = new Command('caserne').description(
    'Gestion de services du feu : alarmes, interventions, personnel.',
  )
  speakFrench(program)
  addServices(program)
  addDatabaseCommands(program)
  addDoctorCommand(program)
  addConfigCommand(program)
  addSisCommands(program)
  addCellCommands(program)
  addUserCommands(program)
  addAnalystCommands(program)
  addReportingCommands(program)
  addKeyCommands(program)
  addImportCommand(program)
  addMailCommands(program)
  addEraseCommand(program)
  addArchiveCommands(program)
  addAlarmCommand(program)
  addSchemaCommand(program)
  return program
}

function addServices(program: Command): void {
  program
    .command('start')
    .description('Lance tout : base, serveurs, worker, et sans DATABASE_URL la démo avec sa messagerie')
    .option('--follow', 'pour qui développe : la base de la démo suit ce qui change dans sql/')
    .action((options: StartOptions) =>
      runUntilStopped(async (setting) => (await import('./commands/start.ts')).start(setting, options)),
    )

  program
    .command('serve')
    .description('Lance un des serveurs, sur une base à jour')
    .argument('<which>', 'auth ou data', (text) => {
      if (text === 'auth' || text === 'data') return text
      throw new InvalidArgumentError('auth ou data')
    })
    .action((which: 'auth' | 'data') =>
      runUntilStopped(async (setting) => (await import('./commands/serve.ts')).serve(setting, which)),
    )

  program
    .command('worker')
    .description('Lance un worker : lit les messageries et fait les tâches en attente')
    .action(() => runUntilStopped(async (setting) => (await import('./commands/work.ts')).work(setting)))
}

function addDatabaseCommands(program: Command): void {
  addMigrateCommands(program)

  program
    .command('demo')
    .description('Charge la démo dans la base DATABASE_URL, si elle ne contient encore aucun SIS')
    .action(() =>
      runOnce(async (setting) => {
        const { demoSteps, loadDemo } = await import('./demo/load.ts')
        const { refuseDemo } = await import('./demo/refuse_demo.ts')
        refuseDemo(setting.config)
        const { admin } = databaseUrls(setting.config)
        const history = setting.config.DEMO_HISTORY
        const loaded = await showProgress(demoSteps(history), (step) => loadDemo(admin, { history, step }))
        say(loaded ? 'La démo est chargée.' : 'La base contient déjà des SIS : rien n’a été changé.')
      }),
    )
}

function addAlarmCommand(program: Command): void {
  program
    .command('alarm')
    .description('Envoie un rapport d’alarme à la messagerie de la démo, par SMTP')
    .option(
      '--sis <keys>',
      'clés des SIS alertés, séparées par des virgules (hs)',
      (text, before: string[] = []) => [...before, ...text.split(',').map((key) => key.trim())],
    )
    .option('--code <code>', 'par exemple "FEU BAT", AA, INOND')
    .option('--couleur <couleur>', 'ROUGE, JAUNE, BLEU ou GRIS')
    .option('--adresse <adresse>')
    .option('--complement <texte>')
    .option('--description <texte>')
    .option('--type <type>', 'par exemple "Alarme test" : alors sans intervention')
    .action((alarm: DemoAlarme) =>
      runOnce(async ({ config }) => {
        const { sendAlarme } = await import('./demo/send_alarme.ts')
        await sendAlarme(alarm, config.MAILBOX_SMTP_PORT)
        say(`Rapport envoyé pour ${(alarm.sis ?? ['hs']).join(', ')}.`)
      }),
    )
}

function addSchemaCommand(program: Command): void {
  program
    .command('schema')
    .description('Pour qui développe : réécrit à partir de sql/ l’inventaire de la base et le schéma GraphQL')
    .option('--check', 'vérifie seulement qu’ils correspondent')
    .option('--next', 'montre seulement la migration de la prochaine version')
    .option('--release <version>', 'fige la migration comme celle de cette version (.ci/release)')
    .action((options: SchemaOptions) =>
      runOnce(async () => {
        const { schemaCommand } = await import('./commands/schema.ts')
        const said = await schemaCommand(options)
        if (said !== '') say(said)
      }),
    )
}
