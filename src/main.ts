import { Command, InvalidArgumentError } from 'commander'
import pino from 'pino'
import { readConfig } from './config.ts'
import { bootstrap, migrate } from './db/migrate.ts'
import { staleFiles, writeMigration } from './db/schema.ts'
import { type DatabaseUrls, databaseUrls, rolePasswords } from './db/urls.ts'
import type { DemoAlarm } from './demo/alarm.ts'
import type { Mailbox } from './demo/mailbox.ts'
import { errorText } from './error_text.ts'
import { configureMailbox, type Setting, startMailWorker, startServers } from './instance.ts'
import { Started } from './started.ts'
import { welcome } from './welcome.ts'

const program = new Command('caserne').description(
  'Gestion de services du feu : alarmes, interventions, personnel.',
)

program
  .command('start')
  .description('Lance tout : base, serveurs, worker, et sans DATABASE_URL la démo avec sa messagerie')
  .action(() =>
    runUntilStopped(async (setting) => {
      const { urls, mailbox } = await openInstance(setting)
      const listening = await startServers(setting, urls, ['data', 'auth'])
      await startMailWorker(setting, urls)
      process.stdout.write(welcome(setting.config, listening, mailbox))
    }),
  )

program
  .command('serve')
  .description('Lance un des serveurs, sur une base à jour')
  .argument('<which>', 'auth ou data', (text) => {
    if (text === 'auth' || text === 'data') return text
    throw new InvalidArgumentError('auth ou data')
  })
  .action((which: 'auth' | 'data') =>
    runUntilStopped(async (setting) => {
      await startServers(setting, databaseUrls(setting.config), [which])
    }),
  )

program
  .command('worker')
  .description('Lance un worker : lit les messageries et fait les tâches en attente')
  .action(() =>
    runUntilStopped(async (setting) => {
      const urls = databaseUrls(setting.config)
      await configureMailbox(setting, urls)
      await startMailWorker(setting, urls)
    }),
  )

program
  .command('migrate')
  .description('Met la base DATABASE_URL à jour')
  .option('--bootstrap', 'crée aussi les rôles, leurs mots de passe et les extensions (superutilisateur)')
  .action((options: { bootstrap?: boolean }) =>
    runOnce(async (setting) => {
      const urls = databaseUrls(setting.config)
      if (options.bootstrap) await bootstrap(urls.admin, rolePasswords(urls))
      await migrate(urls.admin, setting.log)
      say('La base est à jour.')
    }),
  )

program
  .command('demo')
  .description('Charge la démo dans la base DATABASE_URL, si elle ne contient encore aucun SIS')
  .action(() =>
    runOnce(async (setting) => {
      const { loadDemo } = await import('./demo/load.ts')
      const loaded = await loadDemo(databaseUrls(setting.config).admin)
      say(loaded ? 'La démo est chargée.' : 'La base contient déjà des SIS : rien n’a été changé.')
    }),
  )

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
  .action((alarm: DemoAlarm) =>
    runOnce(async ({ config }) => {
      const { sendAlarm } = await import('./demo/send_alarm.ts')
      await sendAlarm(alarm, config.MAILBOX_SMTP_PORT)
      say(`Rapport envoyé pour ${(alarm.sis ?? ['hs']).join(', ')}.`)
    }),
  )

program
  .command('schema')
  .description('Pour qui développe : réécrit la migration et migrations/schema.txt à partir de sql/')
  .option('--check', 'vérifie seulement qu’ils correspondent')
  .action((options: { check?: boolean }) =>
    runOnce(async () => {
      if (!options.check) return await writeMigration()
      const stale = await staleFiles()
      if (stale.length > 0) throw new Error(`À régénérer (npm run caserne -- schema) : ${stale.join(', ')}`)
    }),
  )

// The demo is loaded when it is wanted only: it brings a mail server and a PDF writer.
async function openInstance(setting: Setting): Promise<{ urls: DatabaseUrls; mailbox: Mailbox | null }> {
  const { config } = setting
  const embedded = config.DATABASE_URL === undefined
  const urls = embedded
    ? await (await import('./demo/open_database.ts')).openDemoDatabase(setting)
    : databaseUrls(config)
  if (embedded && config.IMAP_URL === undefined) {
    const { openDemoMailbox } = await import('./demo/open_mailbox.ts')
    return { urls, mailbox: await openDemoMailbox(setting, urls) }
  }
  await configureMailbox(setting, urls)
  return { urls, mailbox: null }
}

async function runUntilStopped(start: (setting: Setting) => Promise<void>): Promise<void> {
  const started = new Started()
  // What is half started cannot be stopped: a signal that comes that early waits for the rest. A second one ends at once.
  const starting = run(start, started)
  const stop = (signal: NodeJS.Signals) => {
    say(`${signal} : arrêt…`)
    starting
      .then(() => started.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      )
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  await starting
}

async function runOnce(work: (setting: Setting) => Promise<void>): Promise<void> {
  const started = new Started()
  await run(work, started)
  await started.stop()
}

async function run(work: (setting: Setting) => Promise<void>, started: Started): Promise<void> {
  try {
    const config = readConfig()
    await work({ config, log: pino({ level: config.LOG_LEVEL }), started })
  } catch (error) {
    await started.stop().catch(() => undefined)
    fail(error)
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function fail(error: unknown): never {
  process.stderr.write(`${errorText(error)}\n`)
  process.exit(1)
}

await program.parseAsync()
