import { generateKeyPairSync, sign } from 'node:crypto'
import { Agent, request } from 'node:http'
import pg from 'pg'
import { fastestTenth, median } from './median.ts'

const account = { email: 'banc1@example.org', password: 'caserne-demo' }

/**
 * Compares a whole sign-in with the hash it needs, and a whole refresh with the signature it needs. The two of a pair
 * take turns, one request at a time.
 * @param admin the superuser's address of the database, in which the account `banc1@example.org` exists.
 */
export async function compareSignIn(port: number, admin: string, tries: number): Promise<string[]> {
  const client = new pg.Client(admin)
  await client.connect()
  const agent = new Agent({ keepAlive: true })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let { refreshToken } = await post(agent, port, '/api/v1/login', account)
  const { rows } = await client.query('select password_hash from auth.users where email = $1', [
    account.email,
  ])
  const hashed = {
    name: 'crypt',
    text: 'select ext.crypt($1, $2)',
    values: [account.password, rows[0]?.password_hash],
  }
  const text = Buffer.alloc(600, 'a')
  const login = () => post(agent, port, '/api/v1/login', account)
  const crypt = () => client.query(hashed)
  const refresh = async () => {
    ;({ refreshToken } = await post(agent, port, '/api/v1/refresh-token', { token: refreshToken }))
  }
  const signature = async () => sign('sha256', text, privateKey)
  const lines = [
    row('login / crypt()', await takeTurns(tries, login, crypt)),
    row('refresh / RS256 signature', await takeTurns(10 * tries, refresh, signature)),
  ]
  agent.destroy()
  await client.end()
  return [
    '',
    `### What a sign-in and a refresh take (ms, medians and fastest tenth of ${tries} and ${10 * tries})`,
    '',
    '| | whole | alone | ratio | fastest: whole | alone | ratio |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ]
}

async function takeTurns(
  tries: number,
  whole: () => Promise<unknown>,
  alone: () => Promise<unknown>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let n = -5; n < tries; n++) {
    for (const [side, work] of [whole, alone].entries()) {
      const began = performance.now()
      await work()
      if (n >= 0) times[side === 0 ? 0 : 1].push(performance.now() - began)
    }
  }
  return times
}

function row(name: string, [whole, alone]: [number[], number[]]): string {
  const cells = [median, fastestTenth].flatMap((measure) => {
    const [one, other] = [measure(whole), measure(alone)]
    return [one.toFixed(2), other.toFixed(2), `**${(one / other).toFixed(2)}**`]
  })
  return `| ${name} | ${cells.join(' | ')} |`
}

function post(agent: Agent, port: number, path: string, body: object): Promise<{ refreshToken: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const asking = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent })
    asking.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${path}: ${response.statusCode} ${text}`))
      })
    })
    asking.on('error', reject).end(JSON.stringify(body))
  })
}
