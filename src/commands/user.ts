import type { Command } from 'commander'
import { z } from 'zod'
import { hashToken, newToken } from '../auth/opaque_token.ts'
import { linkOf, linksOf } from '../mail/mail_link.ts'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { reinitialisationLifetime } from '../text/token_lifetimes.ts'
import { askOwner } from './owner.ts'
import { readPassword } from './read_password.ts'
import { table } from './table.ts'

interface Account {
  email: string
  name: string
  admin: boolean
  disabled: boolean
  /** Names of roles by SIS. */
  roles: Record<string, string[]>
}

interface NewAccount {
  name: string
  admin?: boolean
  passwordStdin?: boolean
}

interface Right {
  sis?: string
  role?: string
  admin?: boolean
}

const MAX_LENGTH = 255
const Name = z.string().trim().min(1, 'Le nom est vide.').max(MAX_LENGTH, 'Le nom est trop long.')
const Email = z
  .email('L’adresse e-mail n’est pas valable.')
  .max(MAX_LENGTH, 'L’adresse e-mail est trop longue.')

/** Adds the commands that make, list, open and close accounts, and give them rights. */
export function addUserCommands(program: Command): void {
  const user = program.command('user').description('Les comptes et leurs droits')

  user
    .command('create')
    .description('Crée un compte, à l’adresse vérifiée, et donne un lien pour choisir le mot de passe')
    .argument('<email>')
    .requiredOption('--name <nom>', 'le nom affiché')
    .option('--admin', 'tous les droits dans tous les SIS')
    .option('--password-stdin', 'plutôt que le lien : le mot de passe est la première ligne de l’entrée')
    .action((email: string, options: NewAccount) => runOnce((setting) => createUser(setting, email, options)))

  user
    .command('list')
    .description('Liste les comptes : adresse, nom, état, rôles par SIS')
    .option('--sis <clé>', 'ceux qui ont affaire à ce SIS')
    .action((options: { sis?: string }) => runOnce((setting) => listUsers(setting, options.sis)))

  addRightCommand(user, 'grant', 'Donne à un compte un rôle dans un SIS, ou tous les droits')
  addRightCommand(user, 'revoke', 'Retire à un compte un rôle dans un SIS, ou l’administration')
  addStateCommand(user, 'disable', 'Ferme un compte, avec effet immédiat')
  addStateCommand(user, 'enable', 'Rouvre un compte')
}

function addRightCommand(user: Command, name: 'grant' | 'revoke', description: string): void {
  user
    .command(name)
    .description(description)
    .argument('<email>')
    .option('--sis <clé>', 'avec --role')
    .option('--role <nom>', 'par exemple Consultation')
    .option('--admin', 'l’administration : tous les droits dans tous les SIS')
    .action((email: string, right: Right) =>
      runOnce((setting) => setRight(setting, email, right, name === 'grant')),
    )
}

function addStateCommand(user: Command, name: 'disable' | 'enable', description: string): void {
  user
    .command(name)
    .description(description)
    .argument('<email>')
    .action((email: string) => runOnce((setting) => setDisabled(setting, email, name === 'disable')))
}

async function createUser(setting: Setting, address: string, options: NewAccount): Promise<void> {
  const { config } = setting
  const email = check(Email, address.trim())
  const name = check(Name, options.name)
  const password = options.passwordStdin ? await readPassword(process.stdin) : null
  const token = newToken()
  await askOwner(setting, 'auth.create_user($1, $2, $3, $4, $5, $6, $7)', [
    name,
    email,
    password,
    options.admin ?? false,
    password === null ? hashToken(token) : null,
    config.PASSWORD_MIN_LENGTH,
    config.PASSWORD_COST,
  ])
  say(`Compte ${email} créé.`)
  if (password !== null) return
  const link = linkOf('reinitialisation', linksOf(config), token)
  say(`Lien pour choisir le mot de passe, valable ${reinitialisationLifetime}, une seule fois :\n${link}`)
}

async function listUsers(setting: Setting, sis: string | undefined): Promise<void> {
  const accounts = (await askOwner<Account[]>(setting, 'auth.describe_users($1)', [sis ?? null])) ?? []
  const rows = accounts.map(({ email, name, admin, disabled, roles }) => [
    email,
    name,
    [admin ? 'administrateur' : '', disabled ? 'désactivé' : ''].filter(Boolean).join(', '),
    Object.entries(roles)
      .map(([key, names]) => `${key} : ${names.join(', ')}`)
      .join(' ; '),
  ])
  say(rows.length === 0 ? 'Aucun compte.' : table(rows))
}

async function setRight(setting: Setting, email: string, right: Right, given: boolean): Promise<void> {
  const { sis, role, admin = false } = right
  if (admin && sis === undefined && role === undefined) {
    await askOwner(setting, 'auth.set_admin($1, $2)', [email, given])
    return say(`${email} ${given ? 'est' : 'n’est plus'} administrateur.`)
  }
  if (admin || sis === undefined || role === undefined)
    throw new Error('Indiquez --sis et --role, ou --admin.')
  const call = given ? 'auth.grant_role($1, $2, $3)' : 'auth.revoke_role($1, $2, $3)'
  await askOwner(setting, call, [email, sis, role])
  say(`${email} ${given ? 'a' : 'n’a plus'} le rôle ${role} dans ${sis}.`)
}

async function setDisabled(setting: Setting, email: string, disabled: boolean): Promise<void> {
  await askOwner(setting, 'auth.set_disabled($1, $2)', [email, disabled])
  say(disabled ? `Compte ${email} désactivé.` : `Compte ${email} activé.`)
}

function check(kind: z.ZodType<string>, text: string): string {
  const parsed = kind.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues[0]?.message)
}
