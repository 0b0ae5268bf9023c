import { randomBytes } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import type pg from 'pg'
import { createAnalystLogin, dropAnalystLogin, setAnalystPassword } from '../db/analyste_login.ts'
import { type Guard, missingLoginGuards } from '../db/guards.ts'
import { newClient } from '../db/new_client.ts'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { readView } from './analyste_view.ts'
import { askOwner, workAsOwner } from './owner.ts'
import { readPassword } from './read_password.ts'
import { table } from './table.ts'

interface NewAnalyst extends Elsewhere {
  sis?: string[]
  national?: boolean
  passwordStdin?: boolean
}

/** Address of the login if it is not in the accounts' database, which keeps the grants of analysts. */
interface Elsewhere {
  url?: string
}

interface Analyst {
  login: string
  national: boolean
  sis: string[]
}

function keys(text: string): string[] {
  const named = [...new Set(text.split(',').map((key) => key.trim()))].filter((key) => key !== '')
  if (named.length === 0) throw new InvalidArgumentError('une clé de SIS au moins, par exemple hs,test.')
  return named
}

/**
 * Adds the commands that make, list and remove the database logins of analysts, choose the SIS they see, and replace a
 * lost password.
 */
export function addAnalystCommands(program: Command): void {
  const analyst = program.command('analyst').description('Les analystes : qui lit les chiffres en SQL')

  elsewhere(analyst.command('create'))
    .description('Crée un accès à la base, en lecture, et donne son mot de passe')
    .argument('<nom>', 'du rôle dans la base : minuscules, chiffres et _')
    .option('--sis <clés>', 'les SIS qu’il voit, séparés par des virgules', keys)
    .option('--national', 'plutôt que --sis : il voit tous les SIS')
    .option('--password-stdin', 'le mot de passe est la première ligne de l’entrée')
    .action((name: string, options: NewAnalyst) =>
      runOnce((setting) => createAnalyst(setting, name, options)),
    )

  elsewhere(analyst.command('list'))
    .description('Liste les analystes, et les SIS que chacun voit')
    .action(({ url }: Elsewhere) => runOnce((setting) => listAnalysts(settingAt(setting, url))))

  addGrantCommand(analyst, 'grant', 'Donne à un analyste la vue d’autres SIS')
  addGrantCommand(analyst, 'revoke', 'Retire à un analyste la vue de SIS, avec effet immédiat')

  elsewhere(analyst.command('password'))
    .description('Remplace le mot de passe perdu d’un analyste')
    .argument('<nom>')
    .option('--password-stdin', 'le mot de passe est la première ligne de l’entrée')
    .action((name: string, { passwordStdin = false, url }: NewAnalyst) =>
      runOnce((setting) => replacePassword(settingAt(setting, url), name, passwordStdin)),
    )

  elsewhere(analyst.command('remove'))
    .description('Supprime un analyste, avec son accès à la base')
    .argument('<nom>')
    .action((name: string, { url }: Elsewhere) => runOnce((setting) => removeAnalyst(setting, name, url)))
}

function addGrantCommand(analyst: Command, name: 'grant' | 'revoke', description: string): void {
  elsewhere(analyst.command(name))
    .description(description)
    .argument('<nom>')
    .requiredOption('--sis <clés>', 'séparés par des virgules', keys)
    .action((login: string, { sis, url }: { sis: string[] } & Elsewhere) =>
      runOnce((setting) => setGrant(setting, login, sis, name === 'grant', url)),
    )
}

async function createAnalyst(setting: Setting, name: string, options: NewAnalyst): Promise<void> {
  const { sis = [], national = false, passwordStdin = false } = options
  if (sis.length > 0 === national) throw new Error('Indiquez --sis ou --national.')
  requireName(name)
  const password = await choosePassword(setting, passwordStdin)
  const there = settingAt(setting, options.url)
  const { address, missing, view } = await workAsOwner(there, async (owner) => {
    const view = await readView(owner, there === setting)
    await owner.query('select auth.add_analyste($1, $2)', [name, there === setting ? sis : []])
    await becomeLogin(owner)
    await createAnalystLogin(owner, { name, password, national })
    if (there !== setting && !national) await share(setting, name, sis)
    return {
      address: psqlLine(addressFor(there, owner), name),
      missing: await listMissingLimits(owner, name),
      view,
    }
  })
  say(`Analyste ${name} créé : il voit ${national ? view.national : sis.join(', ')}.`)
  for (const sentence of view.elsewhere(sis)) say(sentence)
  showPassword(password, passwordStdin)
  say(address)
  for (const { sentence, sql } of missing)
    say(`Attention : ${sentence}. Un superutilisateur y met fin : ${sql}`)
}

function share(setting: Setting, name: string, sis: string[]): Promise<unknown> {
  return workAsOwner(setting, (owner) => owner.query('select auth.share_analyste($1, $2)', [name, sis]))
}

// Lists the limits that the login lacks because the command's role may not set them.
async function listMissingLimits(owner: pg.Client, name: string): Promise<Guard[]> {
  await owner.query('set local role caserne_owner')
  return (await missingLoginGuards(owner)).filter(({ login }) => login === name)
}

async function replacePassword(setting: Setting, name: string, given: boolean): Promise<void> {
  const password = await choosePassword(setting, given)
  await workAsOwner(setting, async (owner) => {
    await owner.query('select auth.require_analyste($1, true)', [name])
    await becomeLogin(owner)
    await setAnalystPassword(owner, name, password)
  })
  say(`Le mot de passe de ${name} est remplacé.`)
  showPassword(password, given)
}

async function choosePassword({ config }: Setting, given: boolean): Promise<string> {
  return given ? await givenPassword(config.PASSWORD_MIN_LENGTH) : randomBytes(18).toString('base64url')
}

function showPassword(password: string, given: boolean): void {
  if (!given) say(`Mot de passe, montré cette seule fois : ${password}`)
}

function requireName(name: string): void {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name))
    throw new Error(`Le nom ${name} ne convient pas : 1 à 63 minuscules, chiffres ou _, une lettre au début.`)
  if (/^(pg_|caserne_)/.test(name)) throw new Error(`Le nom ${name} est réservé.`)
}

async function givenPassword(least: number): Promise<string> {
  const password = await readPassword(process.stdin)
  if (password.length < least) throw new Error(`Le mot de passe doit compter au moins ${least} caractères.`)
  // Programs that connect encode other characters differently.
  if (!/^[ -~]*$/.test(password))
    throw new Error('Le mot de passe ne peut contenir que des lettres sans accent, chiffres et signes ASCII.')
  return password
}

async function listAnalysts(setting: Setting): Promise<void> {
  const all = (await askOwner<Analyst[]>(setting, 'auth.list_analystes()', [])) ?? []
  const view = await workAsOwner(setting, (owner) => readView(owner, false))
  const rows = all.map(({ login, national, sis }) => [
    login,
    national ? view.national : sis.join(', ') || 'aucun SIS',
  ])
  say(rows.length === 0 ? 'Aucun analyste.' : table(rows))
}

async function setGrant(
  setting: Setting,
  name: string,
  sis: string[],
  given: boolean,
  url: string | undefined,
): Promise<void> {
  await askOwner(settingAt(setting, url), 'auth.require_analyste($1, false)', [name])
  await workAsOwner(setting, async (owner) => {
    await owner.query(`select auth.${given ? 'grant' : 'revoke'}_analyste($1, $2)`, [name, sis])
  })
  say(`${name} ${given ? 'voit' : 'ne voit plus'} ${sis.join(', ')}.`)
}

async function removeAnalyst(setting: Setting, name: string, url: string | undefined): Promise<void> {
  const there = settingAt(setting, url)
  const left = await workAsOwner(there, async (owner) => {
    await owner.query('select auth.remove_analyste($1)', [name])
    await becomeLogin(owner)
    return await dropAnalystLogin(owner, name)
  })
  if (there !== setting && left === null) await askOwner(setting, 'auth.unshare_analyste($1)', [name])
  say(
    left === null
      ? `Analyste ${name} supprimé.`
      : `${name} n’entre plus et ne voit plus rien ; son rôle reste, car d’autres bases le connaissent (${left}).`,
  )
}

function elsewhere(command: Command): Command {
  return command.option(
    '--url <adresse>',
    'la base où il se connecte, si ce n’est pas celle de DATABASE_URL : celle des chiffres ou une cellule',
  )
}

// Commands that need no grants ask only the database where the login is.
function settingAt(setting: Setting, url: string | undefined): Setting {
  if (url === undefined) return setting
  const { READ_DATABASE_URL: _standby, ...config } = setting.config
  return { ...setting, config: { ...config, DATABASE_URL: url } }
}

// Returns to the login that the command connected with, until the transaction ends: caserne_owner may not make roles.
async function becomeLogin(owner: pg.Client): Promise<void> {
  await owner.query('set local role none')
}

type Address = Pick<pg.Client, 'host' | 'port' | 'database'>

// Analysts read, so they are sent to the standby, if there is one. Their logins are there too.
function addressFor({ config: { READ_DATABASE_URL: standby } }: Setting, owner: pg.Client): Address {
  return standby === undefined ? owner : newClient(standby)
}

function psqlLine({ host, port, database }: Address, name: string): string {
  return `psql -h ${host} -p ${port} -U ${name} -d ${database}`
}
