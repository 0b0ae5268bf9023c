import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'
import { askOwner } from './owner.ts'
import { table } from './table.ts'

// The answer of jobs.describe_message.
interface Message {
  id: number
  sis_key: string
  messagerie: string
  etat: string
  raison: string
  expediteur: string
  sujet: string
  date: string | null
  created_at: string
  taille: number
  tentatives: number
  message_id: string | null
  uid: number
  raw: boolean
}

const ofSis = 'du SIS qui l’a, * pour l’instance ; à donner si plusieurs ont ce numéro'
const ETATS = ['received', 'alarm', 'ignored', 'refused', 'failed']

/** Adds the commands about the ledger of messages of every mailbox, even the instance's own, which no user may see. */
export function addLedgerCommands(mail: Command): void {
  mail
    .command('list')
    .description('Liste les messages reçus, les plus récents d’abord')
    .option('--etat <état>', `ceux dans cet état : ${ETATS.join(', ')}`, readEtat)
    .option('--sis <clé>', 'ceux des messageries de ce SIS ; * pour celle de l’instance')
    .option('--limit <n>', 'combien au plus (100)', readId)
    .action((options: { etat?: string; sis?: string; limit?: number }) =>
      runOnce((setting) => listMessages(setting, options)),
    )

  mail
    .command('show')
    .description('Montre un message : ce qui en est devenu, et pourquoi')
    .argument('<id>', 'son numéro dans la liste', readId)
    .option('--sis <clé>', ofSis)
    .option('--raw', 'plutôt son texte brut, tel qu’il est arrivé')
    .action((id: number, { sis, raw }: { sis?: string; raw?: boolean }) =>
      runOnce((setting) => (raw ? showRaw(setting, id, sis) : showMessage(setting, id, sis))),
    )

  mail
    .command('relire')
    .description('Fait relire un message en échec, ignoré ou refusé')
    .argument('<id>', 'son numéro dans la liste', readId)
    .option('--sis <clé>', ofSis)
    .action((id: number, { sis }: { sis?: string }) =>
      runOnce(async (setting) => {
        await askOwner(setting, 'jobs.relire_message($1, $2)', [id, sis ?? null])
        say(`Le message ${id} sera relu dès qu’un worker est libre.`)
      }),
    )
}

function readEtat(text: string): string {
  if (ETATS.includes(text)) return text
  throw new InvalidArgumentError(`l’un de : ${ETATS.join(', ')}`)
}

function readId(text: string): number {
  const id = Number(text)
  if (/^\d{1,15}$/.test(text) && id > 0) return id
  throw new InvalidArgumentError('un nombre entier, à partir de 1')
}

async function listMessages(
  setting: Setting,
  { sis, etat, limit = 100 }: { sis?: string; etat?: string; limit?: number },
): Promise<void> {
  const values = [sis ?? null, etat ?? null, limit]
  const found = (await askOwner<Message[]>(setting, 'jobs.list_messages($1, $2, $3)', values)) ?? []
  if (found.length === 0) return say('Aucun message.')
  const head = ['Id', 'SIS', 'État', 'Reçu', 'Tent.', 'Expéditeur', 'Sujet', 'Raison']
  const rows = found.map((each) => [
    String(each.id),
    each.sis_key,
    each.etat,
    each.created_at,
    String(each.tentatives),
    shortened(each.expediteur),
    shortened(each.sujet),
    each.raison,
  ])
  say(table([head, ...rows]))
}

// Keeps one odd mail from pushing the columns of all others off the screen. `show` prints the whole text.
function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

async function showMessage(setting: Setting, id: number, sis?: string): Promise<void> {
  const found = await askOwner<Message>(setting, 'jobs.get_message($1, $2)', [id, sis ?? null])
  if (found === undefined) return
  const rows = [
    ['Message', String(found.id)],
    ['SIS', found.sis_key],
    ['Messagerie', found.messagerie],
    ['État', found.etat],
    ['Raison', found.raison],
    ['Expéditeur', found.expediteur],
    ['Sujet', found.sujet],
    ['Date', found.date ?? ''],
    ['Reçu', found.created_at],
    ['Taille', `${found.taille} octets`],
    ['Tentatives', String(found.tentatives)],
    ['Message-ID', found.message_id ?? ''],
    ['UID', String(found.uid)],
    ['Texte brut', found.raw ? 'conservé (--raw)' : 'non conservé'],
  ]
  say(table(rows.filter(([, value]) => value !== '')))
}

async function showRaw(setting: Setting, id: number, sis?: string): Promise<void> {
  const raw = await askOwner<Buffer | null>(setting, 'jobs.get_message_raw($1, $2)', [id, sis ?? null])
  if (!raw) throw new Error(`Le texte du message ${id} n’est pas conservé.`)
  process.stdout.write(raw)
}
