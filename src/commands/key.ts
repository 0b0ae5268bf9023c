import type { Command } from 'commander'
import { keyFile } from '../config.ts'
import { runOnce, say } from '../process/run.ts'

/** Adds the command that changes the key that signs access tokens. It needs no database. */
export function addKeyCommands(program: Command): void {
  program
    .command('key')
    .description('La clé qui signe les jetons d’accès')
    .command('rotate')
    .description('Fait signer la clé suivante ; les jetons déjà signés restent valables')
    .option('--revoke-current', 'pour une clé divulguée : aussitôt, et les jetons déjà signés ne valent plus')
    .action((options: { revokeCurrent?: boolean }) =>
      runOnce(async ({ config }) => {
        const file = keyFile(config)
        say(options.revokeCurrent ? await revoke(file) : await rotate(file))
      }),
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
