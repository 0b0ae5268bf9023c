import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { inject } from 'vitest'
import { openKeyRing } from '../../src/auth/keys.ts'
import { runProgram } from './program.ts'
import type { RunningServers, ServersSetting } from './start_servers.ts'

// As an operator sets them behind a pooler in transaction mode (docs/reference/configuration.md).
const behindPooler = { DATABASE_NAMED_STATEMENTS: 'false' }

/**
 * Starts two data servers, or one alone, and one authentication server of an installation, each in a process of its own.
 * Their requests reach the database through PgBouncer, unless the test asks for a direct way or has put a door between.
 * @param checkout the directory of the installation
 */
export function startInstalled(checkout: string) {
  return async ({
    urls,
    env,
    keyFile,
    write,
    started,
    alone,
    direct,
  }: ServersSetting): Promise<RunningServers> => {
    const ring = started.add(await openKeyRing(keyFile, pino({ level: 'silent' })), async (each) =>
      each.close(),
    )
    const address = direct ? (url: string) => url : throughPooler
    const settings = {
      ...env,
      ...(!direct && behindPooler),
      METRICS_PORT: '0',
      DATA_DIR: `${tmpdir()}/caserne-no-data-directory`,
      AUTH_KEY_FILE: keyFile,
      AUTH_DATABASE_URL: address(urls.auth),
      API_DATABASE_URL: address(urls.api),
      ...(urls.read && { READ_DATABASE_URL: urls.read }),
    }
    const serve = async (which: 'auth' | 'data') => {
      const program = runProgram(['serve', which], settings, { checkout, cwd: checkout })
      started.add(program, (each) => each.kill('SIGTERM'))
      program.child.stdout?.on('data', (text: string) => write(text))
      const [, metrics] = await program.says(/"port":(\d+),"msg":"metrics served"/)
      const [, port] = await program.says(/"port":(\d+),"msg":"listening"/)
      return { url: `http://127.0.0.1:${port}`, metrics: `http://127.0.0.1:${metrics}/metrics` }
    }
    const [auth, ...data] = await Promise.all([
      serve('auth'),
      serve('data'),
      ...(alone ? [] : [serve('data')]),
    ])
    let turn = 0
    const figures = async ({ metrics }: { metrics: string }) => await (await fetch(metrics)).text()
    return {
      auth: auth.url,
      data: () => data[turn++ % data.length]?.url ?? '',
      ring,
      figures: async () => (await Promise.all([auth, ...data].map(figures))).join('\n'),
    }
  }
}

// The address of a door, which a test shuts and opens, stays.
function throughPooler(url: string): string {
  const there = new URL(url)
  if (there.port === new URL(inject('adminUrl')).port) there.port = String(inject('poolerPort'))
  return there.href
}
