import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { inject } from 'vitest'
import { openKeyRing } from '../../src/auth/keys.ts'
import { type Program, runProgram } from './program.ts'
import type { RunningServers, ServersSetting } from './start_servers.ts'

// As an operator sets them behind a pooler in transaction mode (docs/reference/configuration.md).
const behindPooler = { DATABASE_NAMED_STATEMENTS: 'false' }

/**
 * Starts two data servers and one authentication server of an installation, each in a process of its own. Their
 * requests reach the database through PgBouncer.
 * @param checkout the directory of the installation
 */
export function startInstalled(checkout: string) {
  return async ({ urls, env, keyFile, write, started }: ServersSetting): Promise<RunningServers> => {
    const ring = started.add(await openKeyRing(keyFile, pino({ level: 'silent' })), async (each) =>
      each.close(),
    )
    const settings = {
      ...env,
      ...behindPooler,
      DATA_DIR: `${tmpdir()}/caserne-no-data-directory`,
      AUTH_KEY_FILE: keyFile,
      AUTH_DATABASE_URL: throughPooler(urls.auth),
      API_DATABASE_URL: throughPooler(urls.api),
      ...(urls.read && { READ_DATABASE_URL: urls.read }),
    }
    const serve = async (which: 'auth' | 'data') => {
      const program = runProgram(['serve', which], settings, { checkout, cwd: checkout })
      started.add(program, (each) => each.kill('SIGTERM'))
      program.child.stdout?.on('data', (text: string) => write(text))
      return addressOf(program)
    }
    const [auth, ...data] = await Promise.all([serve('auth'), serve('data'), serve('data')])
    let turn = 0
    return { auth, data: () => data[turn++ % data.length] ?? '', ring }
  }
}

async function addressOf(program: Program): Promise<string> {
  const [, port] = await program.says(/"port":(\d+),"msg":"listening"/)
  return `http://127.0.0.1:${port}`
}

function throughPooler(url: string): string {
  return Object.assign(new URL(url), { port: String(inject('poolerPort')) }).href
}
