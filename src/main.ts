import { Command, InvalidArgumentError } from 'commander'
import pino from 'pino'
import { readConfig } from './config.ts'
import { bootstrap, migrate } from './db/migrate.ts'
import { staleFiles, writeMigration } from './db/schema.ts'
import { databaseUrls, rolePasswords } from './db/urls.ts'
import type { DemoAlarm } from './demo/alarm.ts'
import { loadDemo } from './demo/load.ts'
import { sendAlarm } from './demo/send_alarm.ts'
import { openDatabase, openMailbox, type Setting, startMailWorker, startServers } from './instance.ts'
import { readSecrets } from './secrets.ts'
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
      const urls = await openDatabase(setting)
      const mailbox = await openMailbox(setting, urls)
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
      await startServers(setting, realDatabase(setting), [which])
    }),
  )

program
  .command('worker')
  .description('Lance un worker : lit les messageries et fait les tâches en attente')
  .action(() =>
    runUntilStopped(async (setting) => {
      const urls = realDatabase(setting)
      await openMailbox(setting, urls)
      await startMailWorker(setting, urls)
    }),
  )

program
  .command('migrate')
  .description('Met la base DATABASE_URL à jour')
  .option('--bootstrap', 'crée aussi les rôles, leurs mots de passe et les extensions (superutilisateur)')
  .action((options: { bootstrap?: boolean }) =>
    runOnce(async (setting) => {
      const urls = realDatabase(setting)
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
      const loaded = await loadDemo(realDatabase(setting).admin)
      say(loaded ? 'La démo est chargée.' : 'La base contient déjà des SIS : rien n’a été changé.')
    }),
  )

program
  .command('alarm')
  .description('Envoie un rapport d’alarme à la messagerie de la démo, par SMTP')
  .option('--sis <keys>', 'clés des SIS alertés, séparées par des virgules', (text) => text.split(','), [
    'hs',
  ])
  .option('--code <code>', 'par exemple "FEU BAT", AA, INOND')
  .option('--couleur <couleur>', 'ROUGE, JAUNE, BLEU ou GRIS')
  .option('--adresse <adresse>')
  .option('--complement <texte>')
  .option('--description <texte>')
  .option('--type <type>', 'par exemple "Alarme test" : alors sans intervention')
  .action((alarm: DemoAlarm) =>
    runOnce(async ({ config }) => {
      await sendAlarm(alarm, config.MAILBOX_SMTP_PORT)
      say(`Rapport envoyé pour ${alarm.sis?.join(', ')}.`)
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

function realDatabase({ config }: Setting) {
  if (config.DATABASE_URL === undefined) throw new Error('DATABASE_URL est nécessaire pour cette commande.')
  return databaseUrls(config.DATABASE_URL, config, readSecrets(config.DATA_DIR))
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
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

await program.parseAsync()
