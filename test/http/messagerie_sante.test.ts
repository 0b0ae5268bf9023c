import { describe, expect, it } from 'vitest'
import { look } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'

const { database, told, sql } = useDataApi()

const utc = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
let n = 0

async function add(): Promise<{ id: number }> {
  n += 1
  const insert = `insert into app.messageries (host, port, utilisateur, mot_de_passe)
                  values ('mail.example.org', 993, $1, '') returning id`
  const [row] = await sql(insert, [`alarmes-${n}`])
  return { id: Number(row?.id) }
}

async function message(id: number, etat: string): Promise<void> {
  n += 1
  await sql(
    `insert into app.messages (messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille, etat)
     values ($1, 1, $2, $3, 'x@example.org', 'x', 1, $4)`,
    [id, n, `x${n}`, etat],
  )
}

describe('the health of a mailbox', () => {
  it('shows how its relèves go, and how many messages were read, refused and failed', async () => {
    const { id } = await add()
    const { id: other } = await add()
    for (const etat of ['alarm', 'alarm', 'ignored', 'received', 'refused', 'refused', 'failed'])
      await message(id, etat)
    await message(other, 'failed')
    const admin = await database.as('admin')
    await admin.query(
      `update jobs.releves
          set last_success_at = '2026-03-14 13:29:45.123456Z', last_error = 'Le serveur ne répond pas.',
              last_error_at = '2026-03-14 13:28:45Z'
        where messagerie_id = $1`,
      [id],
    )
    const [, { data }] = await told('GET /messageries')
    expect(data.find((each: { id: number }) => each.id === id).health).toEqual({
      state: 'waiting',
      failures: 0,
      last_success: '2026-03-14T13:29:45.123456Z',
      last_error: 'Le serveur ne répond pas.',
      last_error_at: '2026-03-14T13:28:45.000000Z',
      next_try: utc,
      unread_since: null,
      read: 4,
      refused: 2,
      failed: 1,
    })
  })

  it('shows since when nobody could read it, after three minutes', async () => {
    const { id } = await add()
    const admin = await database.as('admin')
    const unread = async (minutes: number, more = '') => {
      await admin.query(
        `update jobs.releves set active_since = '2026-03-14 13:00Z', last_success_at = now() - make_interval(mins => $1) ${more}
          where messagerie_id = $2`,
        [minutes, id],
      )
      const [, { data }] = await told('GET /messageries')
      return data.find((each: { id: number }) => each.id === id).health.unread_since
    }
    expect(await unread(2)).toBeNull()
    expect(await unread(4)).toEqual(utc)
    expect(await unread(4, ', advanced_at = now()')).toBeNull()
    await told(`PUT /messageries/${id}`, { active: false })
    expect(await unread(4, ', advanced_at = null')).toBeNull()
    await told(`PUT /messageries/${id}`, { active: true })
    const [, { data }] = await told('GET /messageries')
    expect(data.find((each: { id: number }) => each.id === id).health.unread_since).toBeNull()
  })

  const waits = "next_try_at = now() + interval '30 s', failures = 2"
  it.each([
    ['waiting', 0, 'last_success_at = null', ''],
    ['waiting', 0, "last_success_at = now() - interval '4 minutes'", ''],
    ['connected', 0, 'last_success_at = now()', ''],
    ['connected', 0, "last_success_at = now(), last_error_at = now() - interval '1 s', failures = 1", ''],
    ['retrying', 2, `last_success_at = now(), ${waits}`, ''],
    ['blocked', 2, `${waits}, bloquee = true`, ''],
    ['inactive', 2, waits, 'active = false'],
  ])('is %s with %i failures when %s %s', async (state, failures, releve, messagerie) => {
    const { id } = await add()
    const admin = await database.as('admin')
    if (messagerie) await admin.query(`update app.messageries set ${messagerie} where id = $1`, [id])
    await admin.query(`update jobs.releves set ${releve} where messagerie_id = $1`, [id])
    const planned = await look(database, 'select next_try_at from jobs.releves where messagerie_id = $1', [
      id,
    ])
    const [, { data }] = await told('GET /messageries')
    const { health } = data.find((each: { id: number }) => each.id === id)
    expect(health).toMatchObject({ state, failures })
    if (state === 'inactive') expect(health.next_try).toBeNull()
    else if (planned) expect(Date.parse(health.next_try)).toBe((planned as Date).getTime())
    else expect(Date.parse(health.next_try) - Date.now()).toBeLessThanOrEqual(60_000)
  })
})
