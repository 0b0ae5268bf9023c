import type { Command } from 'commander'
import { type Config, environment, gather, secretNames, settingNames, type Variables } from '../config.ts'
import { runOnce, say } from '../process/run.ts'
import { unknownSettings } from '../process/unknown_settings.ts'
import { derivedSetting } from './derived_setting.ts'
import { maskAddress } from './mask_address.ts'
import { table } from './table.ts'

/** A setting as it is in force. */
interface SettingInForce {
  name: string
  /** Secrets are masked; null if the setting is absent. */
  value: string | null
  /** `environnement`, `fichier <path>`, `défaut`, `déduit de …` or `absent`, the last perhaps with what that means. */
  source: string
}

// Settings that follow from others when they are not given, and that src/config.ts completes.
const completed: Record<string, string> = {
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

// All settings as a program with these variables uses them, in the order of src/config.ts.
function settingsInForce(config: Config, env: Variables): SettingInForce[] {
  const { values } = gather(env)
  return settingNames.map((name) => {
    const given = values[name]
    if (given !== undefined) return { name, value: mask(name, given), source: sourceOf(name, env) }
    const value = (config as Record<string, unknown>)[name]
    if (value === undefined) return { name, ...(derivedSetting(name, config) ?? absent) }
    const source = name in completed ? `déduit de ${completed[name]}` : 'défaut'
    return { name, value: Array.isArray(value) ? value.join(',') : String(value), source }
  })
}

function sourceOf(name: string, env: Variables): string {
  return env[name] ? 'environnement' : `fichier ${env[`${name}_FILE`]}`
}

const absent = { value: null, source: 'absent' }
const secrets: readonly string[] = secretNames

function mask(name: string, value: string): string {
  if (!secrets.includes(name)) return value
  return URL.canParse(value) ? maskAddress(new URL(value)) : '***'
}
