import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Command } from 'commander'
import { runOnce, say } from '../process/run.ts'
import { addLedgerCommands } from './mail_ledger.ts'
import { reportText } from './report_text.ts'
import { table } from './table.ts'

/** Adds the commands about mails of the alarm centre. */
export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('Les messages de la centrale d’alarme')

  mail
    .command('parse')
    .description('Dit ce que deviendrait un message, sans rien enregistrer : pour qui écrit un lecteur')
    .argument('<fichier>', 'le message tel qu’il est arrivé (.eml), ou - pour l’entrée')
    .option('--json', 'pour une machine')
    .action((file: string, options: { json?: boolean }) =>
      runOnce(() => parseFile(file, options.json ?? false)),
    )
  addLedgerCommands(mail)
}

// Reads no database, so names of SIS stay as the message has them: only the database knows which SIS they mean.
async function parseFile(file: string, json: boolean): Promise<void> {
  const { MessageReader } = await import('../mail/reading/message_reader.ts')
  const { readEnvelope } = await import('../mail/mime/read_envelope.ts')
  const { MESSAGE_LIMIT } = await import('../mail/reading/reading_limits.ts')
  const raw = await readSome(file, MESSAGE_LIMIT + 1)
  const reader = new MessageReader()
  const parsed = await reader.read(raw).finally(() => reader.close())
  const { from, subject, date, messageId } = await readEnvelope(raw)
  const { etat, format } = parsed
  const raison = 'raison' in parsed ? parsed.raison : ''
  const report = 'report' in parsed ? parsed.report : null
  const message = { expediteur: from, sujet: subject, date, message_id: messageId }
  if (etat === 'failed') process.exitCode = 1
  if (json) return say(JSON.stringify({ etat, raison, format, message, report }, null, 2))
  const rows = [
    ['État', etat],
    ['Raison', raison],
    ['Format', format ?? ''],
    ['Expéditeur', from ?? ''],
    ['Sujet', subject],
    ['Date', date ?? ''],
    ['Message-ID', messageId ?? ''],
  ]
  say(table(rows.filter(([, value]) => value !== '')))
  if (report !== null) say(`\n${reportText(report)}`)
}

// Reads a file, or standard input for `-`, no further than shows that it exceeds the limit.
async function readSome(file: string, limit: number): Promise<Buffer> {
  const stream: Readable = file === '-' ? process.stdin : createReadStream(file)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= limit) break
    }
  } catch {
    throw new Error(`Le fichier ${file} ne peut être lu.`)
  }
  return Buffer.concat(chunks).subarray(0, limit)
}
