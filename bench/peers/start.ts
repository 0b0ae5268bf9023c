import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { withConnection } from '../connection.ts'
import { as, type Server, started } from '../setting.ts'

const PATIENCE_SECONDS = 120

/**
 * Makes a login with a schema of its own, in which it finds its tables, until the bench ends.
 * @returns its address of the database
 */
export async function makeSchema(admin: string, name: string): Promise<string> {
  await execute(
    admin,
    `create role ${name} login password 'bench';
     create schema ${name} authorization ${name};
     do $$
     begin
       execute format('grant connect on database %I to ${name}', current_database());
       execute format('alter role ${name} in database %I set search_path = ${name}', current_database());
     end;
     $$`,
  )
  started.add(name, () => execute(admin, `drop owned by ${name} cascade; drop role ${name}`))
  return as(admin, name)
}

/** Runs statements. */
export async function execute(url: string, text: string): Promise<void> {
  await withConnection(url, (client) => client.query(text))
}

/** Runs a program in a peer's folder to its end. @throws with what it said, if it fails */
export async function runPeer(folder: string, args: string[], env: Record<string, string>): Promise<void> {
  const { child, said } = spawnPeer(folder, args, env)
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} in ${folder}: ${said()}`)
}

/**
 * Starts a peer's server in its folder, its log thrown away as ours is.
 * @param args the program and its arguments, with the port it is to listen on
 * @param ready a path that answers once the server is up, whatever the status
 */
export async function startPeer(
  folder: string,
  args: (port: string) => string[],
  ready: string,
  env: (port: string) => Record<string, string> = () => ({}),
): Promise<Server> {
  const port = await freePort()
  const { child, said } = spawnPeer(folder, args(String(port)), env(String(port)))
  const ended = new Promise((resolve) => child.once('close', resolve))
  started.add(child, () => {
    child.kill()
    return ended
  })
  const until = Date.now() + PATIENCE_SECONDS * 1_000
  while (!(await answers(`http://127.0.0.1:${port}${ready}`))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${folder} does not answer: ${said()}`)
    await wait(200)
  }
  return { port, pid: child.pid ?? 0 }
}

function spawnPeer(folder: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-4_000)
  })
  return { child, said: () => said }
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => null)
  await response?.text()
  return response !== null
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
