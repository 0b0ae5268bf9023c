import { generateKeyPairSync, sign } from 'node:crypto'
import { withConnection } from './connection.ts'
import { HttpClient } from './http_client.ts'
import { fastestTenth, median } from './median.ts'

const account = { email: 'banc1@example.org', password: 'caserne-demo' }

/**
 * Compares a whole sign-in with the hash it needs, and a whole refresh with the signature it needs. The two of a pair
 * take turns, one request at a time.
 * @param admin the superuser's address of the database, in which the account `banc1@example.org` exists.
 */
export async function compareSignIn(port: number, admin: string, tries: number): Promise<string[]> {
  const http = new HttpClient(1)
  const post = async (path: string, body: object): Promise<{ refreshToken: string }> =>
    JSON.parse((await http.ask(port, 'POST', `/api/v1${path}`, {}, body)).text)
  const login = () => post('/login', account)
  let { refreshToken } = await login()
  const refresh = async () => {
    ;({ refreshToken } = await post('/refresh-token', { token: refreshToken }))
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const text = Buffer.alloc(600, 'a')
  const signature = async () => sign('sha256', text, privateKey)
  const lines = await withConnection(admin, async (client) => {
    const asked = 'select password_hash from auth.users where email = $1'
    const { rows } = await client.query<{ password_hash: string }>(asked, [account.email])
    const values = [account.password, rows[0]?.password_hash]
    const crypt = () => client.query({ name: 'crypt', text: 'select ext.crypt($1, $2)', values })
    return [
      row('login / crypt()', await takeTurns(tries, login, crypt)),
      row('refresh / RS256 signature', await takeTurns(10 * tries, refresh, signature)),
    ]
  })
  http.close()
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
