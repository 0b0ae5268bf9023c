import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { Started } from '../../src/process/started.ts'
import { passwords } from '../support/cluster_templates.ts'
import { readDocuments } from '../support/documents.ts'
import { type Dovecot, startDovecot } from '../support/dovecot.ts'
import { freePort } from '../support/free_port.ts'
import { startPooler } from '../support/pooler.ts'
import { binaries } from '../support/postgres15.ts'
import { type Program, runProgram } from '../support/program.ts'
import { shellBlocks } from '../support/shell_blocks.ts'
import { makeCertificate, type SmtpServer } from '../support/smtp.ts'
import { operatorSettings } from './operator_settings.ts'
import { startDatabase, startMailServer } from './surroundings.ts'

const run = promisify(execFile)

/** An instance as docs/how-to/install.md has it: an operator's servers around an installation. */
export interface Production {
  dovecot: Dovecot
  smtp: SmtpServer
  /** The address of the authentication server, and those of the two data servers. */
  auth: string
  data: string[]
  /** The log of all processes, line by line. */
  log(): { level: number; msg: string }[]
  /** Runs the block of commands below a heading of a page of docs/how-to, and returns what it printed. */
  follow(page: string, heading: string): Promise<string>
  /** Runs a command of the installation with the operator's settings. */
  caserne(...args: string[]): Promise<{ code: number; said: string }>
  /** Directory of the backups (BACKUP_DIR). */
  backups: string
  /** The names of the archived parts of the database's log. */
  archived(): string[]
  /** The rows of a superuser's query. */
  rows(query: string): Promise<Record<string, unknown>[]>
}

/**
 * Follows the pages of an operator with an installation: Debian's PostgreSQL 15 that archives its log, PgBouncer in
 * front of it, Dovecot and an SMTP server under TLS, one authentication server, two data servers, two workers. No
 * server or worker has DATABASE_URL.
 * @param checkout the directory of the installation
 * @param started stops all of it, also what was started before a failure
 */
export async function startProduction(checkout: string, started: Started): Promise<Production> {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-production-'))
  started.add(directory, async () => rmSync(directory, { recursive: true, force: true }))
  chmodSync(directory, 0o755)
  const place = (name: string) => join(directory, name)
  for (const each of ['archive', 'backup']) mkdirSync(place(each))
  // PostgreSQL writes there as a user of its own.
  chmodSync(place('archive'), 0o777)

  const [database, dovecot] = await Promise.all([
    startDatabase(place('postgres')),
    startDovecot({ tls: true }),
  ])
  started.add(database, (each) => each.stop())
  started.add(dovecot, (each) => each.remove())
  const pooler = started.add(await startPooler(database.url(), passwords), (each) => each.stop())
  const certificate = makeCertificate()
  const smtp = started.add(await startMailServer(certificate), (each) => each.stop())
  // A mail server within the fire service, whose certificate no public authority has signed.
  writeFileSync(place('authorities.pem'), `${dovecot.tls?.certificate}\n${certificate.cert}`)

  const ports = {
    database: database.port,
    pooler: pooler.port,
    smtp: smtp.port,
    imap: dovecot.tls?.port ?? 0,
    auth: await freePort(),
  }
  const settings = operatorSettings(directory, ports, dovecot)
  const admin = Object.assign(new URL(database.url()), { protocol: 'postgres:', pathname: 'caserne' })
  const operator = {
    DATABASE_URL: admin.href,
    ...settings.auth,
    ...settings.data,
    ...settings.worker,
    BACKUP_DIR: place('backup'),
  }

  const path = [dirname(process.execPath), binaries, process.env.PATH].join(delimiter)
  const shell = async (script: string, cwd: string) => {
    const env = { PATH: path, HOME: directory, ...operator }
    const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd, env })
    return stdout
  }
  const asHere = (script: string) =>
    script
      .replaceAll('postgres:password@', `postgres:${admin.password}@`)
      .replaceAll('db.example.org', `127.0.0.1:${database.port}`)
      .replaceAll('/srv/caserne', directory)
  const caserne: Production['caserne'] = (...args) =>
    shell(`npm run -s caserne -- ${args.join(' ')}`, checkout).then(
      (said) => ({ code: 0, said }),
      ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
    )
  const follow: Production['follow'] = (page, heading) =>
    shell(asHere(commandsOf(page, heading)), page === 'back-up-and-restore' ? place('backup') : checkout)

  await follow('install', '2. Prepare the database')
  await follow('back-up-and-restore', 'Back up')
  await follow('back-up-and-restore', 'Archive the log')
  await database.restart()

  const lines: { level: number; msg: string }[] = []
  const start = (args: string[], env: Record<string, string>): Program => {
    const program = runProgram(args, env, { checkout, cwd: checkout })
    started.add(program, (each) => each.kill('SIGTERM'))
    for (const stream of [program.child.stdout, program.child.stderr])
      createInterface({ input: stream ?? Readable.from([]) }).on('line', (line) => lines.push(read(line)))
    return program
  }
  const serve = async (which: 'auth' | 'data', port: number, env: Record<string, string>) => {
    await start(['serve', which], { ...env, [`${which.toUpperCase()}_PORT`]: String(port) }).says(
      /"listening"/,
    )
    return `http://127.0.0.1:${port}`
  }
  const [auth, ...data] = await Promise.all([
    serve('auth', ports.auth, settings.auth),
    serve('data', await freePort(), settings.data),
    serve('data', await freePort(), settings.data),
  ])
  const workers = [start(['worker'], settings.worker), start(['worker'], settings.worker)]
  await Promise.all(workers.map((each) => each.says(/"worker started"/)))
  return {
    dovecot,
    smtp,
    auth,
    data,
    log: () => lines,
    follow,
    caserne,
    rows: database.rows,
    backups: place('backup'),
    archived: () => readdirSync(place('archive')),
  }
}

// A line of a log; what is none counts as a fault.
function read(line: string): { level: number; msg: string } {
  return line.startsWith('{') ? JSON.parse(line) : { level: 60, msg: line }
}

// The commands of the first block of a section.
function commandsOf(page: string, heading: string): string {
  const path = `docs/how-to/${page}.md`
  const section = readDocuments().get(path)?.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const [block] = shellBlocks(new Map([[path, section]]))
  if (block === undefined) throw new Error(`${path} has no commands under "${heading}"`)
  return block.commands
}
