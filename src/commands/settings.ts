import type { Command } from 'commander'
import { type Config, environment, gather, secretNames, settingNames, type Variables } from '../config.ts'
import { runOnce, say } from '../process/run.ts'
import { unknownSettings } from '../process/unknown_settings.ts'
import { table } from './table.ts'

/** A setting as it is in force. */
export interface SettingInForce {
  name: string
  /** Secrets are masked; null if the setting is absent. */
  value: string | null
  /** `environnement`, `fichier <path>`, `défaut`, `déduit de …` or `absent`. */
  source: string
}

// Settings that follow from others when they are not given.
const derived: Record<string, string> = {
  DATA_PORT: 'PORT',
  AUTH_PORT: 'PORT',
  MAILBOX_SMTP_PORT: 'PORT',
  MAILBOX_IMAP_PORT: 'PORT',
  MAILBOX_PRIVATE_HOSTS: 'DATABASE_URL',
  GRAPHQL_INTROSPECTION: 'NODE_ENV',
  GRAPHIQL: 'NODE_ENV',
}

/** Adds the command that shows the settings in force. */
export function addConfigCommand(program: Command): void {
  program
    .command('config')
    .description('Montre les réglages en vigueur et d’où vient chacun, sans les secrets')
    .option('--json', 'en JSON')
    .action((options: { json?: boolean }) =>
      runOnce(async ({ config }) => {
        const settings = settingsInForce(config, environment())
        const warnings = unknownSettings(environment())
        if (options.json) return say(JSON.stringify({ settings, warnings }, null, 2))
        say(table(settings.map(({ name, value, source }) => [name, value ?? '–', source])))
        for (const warning of warnings) process.stderr.write(`${warning}\n`)
      }),
    )
}

/** All settings as a program with these variables uses them, in the order of src/config.ts. */
export function settingsInForce(config: Config, env: Variables): SettingInForce[] {
  const { values } = gather(env)
  return settingNames.map((name) => {
    const given = values[name]
    if (given !== undefined) return { name, value: mask(name, given), source: sourceOf(name, env) }
    const value = (config as Record<string, unknown>)[name]
    if (value === undefined) return { name, value: null, source: 'absent' }
    const source = name in derived ? `déduit de ${derived[name]}` : 'défaut'
    return { name, value: Array.isArray(value) ? value.join(',') : String(value), source }
  })
}

function sourceOf(name: string, env: Variables): string {
  return env[name] ? 'environnement' : `fichier ${env[`${name}_FILE`]}`
}

const secrets: readonly string[] = secretNames

// Of an address everything but the password stays readable.
function mask(name: string, value: string): string {
  if (!secrets.includes(name)) return value
  if (!URL.canParse(value)) return '***'
  const url = new URL(value)
  if (url.password !== '') url.password = '***'
  for (const key of url.searchParams.keys()) if (/pass|secret/i.test(key)) url.searchParams.set(key, '***')
  return url.href
}
