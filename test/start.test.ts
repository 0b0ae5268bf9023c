import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, makeDirectory } from './db/embedded_fixture.ts'
import { inOrder } from './support/in_order.ts'
import { isReady, isWhole, killPrograms, type Program, postgresPid, runProgram } from './support/program.ts'

const run = promisify(execFile)
const dataDir = dirname(makeDirectory())
const env = { DATA_DIR: dataDir, PORT: '0', DEMO_HISTORY: 'true', DEMO_ANSWERS: 'true' }

/** The data server's answer to a demo account. */
async function get(data: string, path: string, email = 'commandant@example.org', sis = 'hs') {
  const login = await fetch(`${data}/../v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ email, password: 'caserne-demo' }),
  })
  const { accessToken } = (await login.json()) as { accessToken: string }
  const headers = { 'sis-key': sis, authorization: `Bearer ${accessToken}`, connection: 'close' }
  const answer = await fetch(data + path, { headers })
  return (await answer.json()) as { data: Record<string, unknown>[] }
}

afterAll(async () => {
  await killPrograms()
  cleanUp()
})

describe('the start command, in a fresh directory', { ...inOrder, timeout: 60_000 }, () => {
  let program: Program
  let at: Awaited<ReturnType<typeof isReady>>

  beforeAll(async () => {
    program = runProgram(['start'], env)
    at = await isReady(program)
  }, 60_000)

  it('prints the addresses that it really listens on', async () => {
    expect(at.data).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2$/)
    expect(at.auth).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    expect((await fetch(at.data.replace('/api/v2', '/ready'))).status).toBe(200)
    expect((await fetch(at.auth.replace('/api/v1', '/ready'))).status).toBe(200)
    const [, , , port] = readFileSync(`${dataDir}/postgres/data/postmaster.pid`, 'utf8').split('\n')
    expect(at.database).toBe(`postgresql://127.0.0.1:${port}/postgres`)
    expect(at.imap).toBeGreaterThan(0)
    expect(at.smtp).toBeGreaterThan(0)
  })

  it('prints the address of the board first', async () => {
    const [, first = ''] = /Caserne est prête\.\n +(.*)\n/.exec(program.output()) ?? []
    const [, address = ''] = /^Tableau +(http:\S+)$/.exec(first) ?? []
    const page = await fetch(address, { headers: { connection: 'close' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Caserne</title>')])
  })

  it('prints a curl line that shows the alarms received by IMAP', async () => {
    const { stdout } = await run('bash', ['-c', `${at.curl} -w '\\n%{http_code}'`])
    const [, body = '', status] = /^(.*)\n(.*)$/s.exec(stdout) ?? []
    const codes = JSON.parse(body).data.map((each: { code: string }) => each.code)
    expect([status, codes]).toEqual(['200', ['FEU BAT', 'INOND']])
  })

  it('makes the interventions of these alarms', async () => {
    const open = (await get(at.data, '/alarmes')).data.map(({ id }) => id)
    const { data } = await get(at.data, '/interventions')
    const made = data.filter(({ alarme_id }) => open.includes(alarme_id))
    expect(made.map(({ objet, degre, statut }) => ({ objet, degre, statut }))).toEqual([
      { objet: 'Feu bâtiment', degre: 4, statut: 0 },
      { objet: 'Inondation', degre: 2, statut: 0 },
    ])
    const other = await get(at.data, '/alarmes', 'autre@example.org', 'test')
    expect(other.data.map(({ code }) => code)).toEqual(['FEU BAT', 'AA'])
  })

  it('numbers these interventions after those of the demo’s past', async () => {
    await isWhole(at.data)
    const { data } = await get(at.data, '/interventions')
    const numbers = data.map(({ numero }) => Number(String(numero).slice(5)))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
    const past = await get(at.data, '/interventions?du=1900-01-01')
    expect(past.data.length).toBeGreaterThan(130)
  })

  it('shows the alarm of the alarm command within 5 seconds', async () => {
    const adresse = '2854 Bassecourt, Commande 1'
    const alarm = runProgram(['alarm', '--sis', 'hs', '--adresse', adresse, '--code', 'AA'], {
      MAILBOX_SMTP_PORT: String(at.smtp),
    })
    expect(await alarm.ended).toEqual({ code: 0, signal: null })
    expect(alarm.output()).toBe('Rapport envoyé pour hs.\n')
    const listed = async () => {
      const { data } = await get(at.data, '/alarmes')
      return data.filter((each) => each.adresse === adresse).map(({ code }) => code)
    }
    await expect.poll(listed, { timeout: 25_000, interval: 50 }).toEqual(['AA'])
  })

  it('has people of the demo answer its newest alarms, and leaves older ones as they were reported', async () => {
    const answered = async () => {
      const { data } = await get(at.data, '/alarmes')
      const sources = (each: Record<string, unknown>) =>
        (each.reponses as { source: string }[]).map(({ source }) => source)
      return data.filter((each) => sources(each).includes('officier')).map(({ code }) => code)
    }
    await expect.poll(answered, { timeout: 25_000, interval: 50 }).toEqual(['AA', 'FEU BAT'])
  })

  it('is refused a second time on the same directory', async () => {
    const second = runProgram(['start'], env)
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.output()).toContain(`Un autre programme (pid ${program.child.pid}) utilise la base de`)
    expect((await fetch(at.data.replace('/api/v2', '/ready'))).status).toBe(200)
  })

  it('stops everything at SIGTERM', async () => {
    const pid = postgresPid(dataDir)
    expect(pid).toBeGreaterThan(0)
    expect(await program.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(postgresPid(dataDir)).toBeUndefined()
    await expect(fetch(at.data)).rejects.toThrow('fetch failed')
  })

  it('keeps its data over a second start, and reads no mail twice', async () => {
    program = runProgram(['start'], env)
    at = await isReady(program)
    const answer = await get(at.data, '/alarmes?force=true')
    expect(answer.data.map(({ code }) => code)).toEqual(['AA', 'FEU BAT', 'INOND'])
  })

  it('stops everything at SIGINT', async () => {
    expect(await program.kill('SIGINT')).toEqual({ code: 0, signal: null })
    expect(postgresPid(dataDir)).toBeUndefined()
  })
})
