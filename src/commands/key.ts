import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { keyFile } from '../config.ts'
import { runOnce, say } from '../process/run.ts'
import { readMailboxKey } from '../process/secrets.ts'
import type { Setting } from '../process/setting.ts'

/** Adds the commands that change keys. `key rotate` needs no database. */
export function addKeyCommands(program: Command): void {
  const key = program
    .command('key')
    .description('Les clés : celle qui signe les jetons d’accès, et MAILBOX_KEY')
  key
    .command('rotate')
    .description('Fait signer la clé suivante ; les jetons déjà signés restent valables')
    .option('--revoke-current', 'pour une clé divulguée : aussitôt, et les jetons déjà signés ne valent plus')
    .action((options: { revokeCurrent?: boolean }) =>
      runOnce(async ({ config }) => {
        const file = keyFile(config)
        say(options.revokeCurrent ? await revoke(file) : await rotate(file))
      }),
    )
  key
    .command('reseal')
    .description('Chiffre par MAILBOX_KEY ce que la MAILBOX_KEY d’avant a chiffré')
    .argument('<fichier>', 'la MAILBOX_KEY d’avant')
    .action((file: string) => runOnce((setting) => reseal(setting, file)))
}

async function reseal(setting: Setting, file: string): Promise<void> {
  const { resealInstance } = await import('../db/archive/reseal_instance.ts')
  const { workAsOwner } = await import('./owner.ts')
  const keys = { here: readMailboxKey(setting.config), before: readFileSync(file, 'utf8').trim() }
  const closed = await workAsOwner(setting, (owner) => resealInstance(owner, keys))
  say(
    [
      'Tout est chiffré par MAILBOX_KEY. Relancez les serveurs et les workers.',
      ...closed.map(
        ({ utilisateur, host }) =>
          `Messagerie ${utilisateur} (${host}) : aucune des deux clés n’ouvre son mot de passe. Entrez-le à nouveau.`,
      ),
    ].join('\n'),
  )
}

async function rotate(file: string): Promise<string> {
  const { rotateKeys } = await import('../auth/keys.ts')
  const { kid, signsFrom, changed } = await rotateKeys(file)
  const instant = new Intl.DateTimeFormat('fr-CH', { dateStyle: 'long', timeStyle: 'long' })
  const plan = `La clé ${kid} signe dès le ${instant.format(signsFrom)}.`
  return changed ? plan : `Une rotation est déjà prévue : rien n’a été changé. ${plan}`
}

async function revoke(file: string): Promise<string> {
  const { revokeCurrentKey } = await import('../auth/keys.ts')
  const { kid } = await revokeCurrentKey(file)
  return `La clé qui signait est révoquée, avec ses jetons (en cinq minutes au plus). La clé ${kid} signe dès maintenant.`
}
