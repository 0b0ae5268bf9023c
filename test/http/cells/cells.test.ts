import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { listCells } from '../../../src/db/cells/list_cells.ts'
import { refreshCell } from '../../../src/db/cells/refresh_cell.ts'
import { removeCell } from '../../../src/db/cells/remove_cell.ts'
import { unwatched } from '../../../src/process/progress.ts'
import { eventually, useTwoCells } from '../../db/cells/cells_fixture.ts'
import { openStream } from '../../support/event_stream.ts'
import { inOrder } from '../../support/in_order.ts'
import { useServers } from '../../support/servers.ts'
import { upToDate } from '../live/streams_fixture.ts'

const cells = useTwoCells()
const admin = 'admin@example.org'

beforeAll(async () => {
  await cells.first().rows("select auth.add_sis('val', 'SIS du Val', null, false, 'sud')")
  await eventually(cells.second(), 'select sis_key from request.homes', [{ sis_key: 'val' }])
})

// One server begins with the database of the accounts, the other with the cell.
const lagSeconds = 4
const env = { CELL_LAG_SECONDS: `${lagSeconds}`, DATABASE_TIMEOUT_SECONDS: '3' }
const first = useServers(
  {
    get urls() {
      return cells.first().urls
    },
  },
  env,
)
const second = useServers(
  {
    get urls() {
      return { ...cells.second().urls, auth: cells.first().urls.auth }
    },
  },
  env,
)
const told = async (server: typeof first, door: string, sis: string, body?: unknown) => {
  const [method = '', path = ''] = door.split(' ')
  const answer = await server.data(`/api/v2${path}`, {
    method,
    as: admin,
    sis,
    ...(body !== undefined && { body }),
  })
  return answer
}
const fonctions = (server: typeof first, sis: string) => {
  const query = '{ fonctions { nodes { designation } } }'
  return server.data('/graphql', { method: 'POST', as: admin, sis, body: { query } })
}
const ready = async (server: typeof first) => (await server.data('/ready')).body

async function until(look: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; !(await look()); tries += 1) {
    if (tries === 600) throw new Error('it did not come')
    await pause(50)
  }
}

// Cells are stopped, frozen, cut off and brought back, under servers that go on or are restarted.
describe('two servers with two cells', inOrder, () => {
  describe('a server with cells', () => {
    it('serves the SIS of each, whatever its own database is', async () => {
      for (const server of [first, second])
        for (const sis of ['hs', 'test', 'val'])
          expect([sis, (await told(server, 'GET /grades', sis)).status]).toEqual([sis, 200])
      expect(await ready(first)).toMatchObject({ status: 'ok', cells: { principale: 'ok', sud: 'ok' } })
    })

    it('writes where the SIS lives, and nowhere else', async () => {
      const { status, body } = await told(first, 'POST /fonctions', 'val', { designation: 'Guide', rang: 3 })
      expect(status).toBe(201)
      const written = `select designation from app.fonctions where sis_key = 'val' and id = ${body.data.id}`
      expect(await cells.second().rows(written)).toEqual([{ designation: 'Guide' }])
      expect(await cells.first().rows("select from app.fonctions where sis_key = 'val'")).toEqual([])
      expect((await told(second, `GET /fonctions`, 'val')).body.data).toContainEqual(body.data)
    })

    it('answers GraphQL from the cell of the SIS', async () => {
      for (const server of [first, second]) {
        const { body } = await fonctions(server, 'val')
        expect(body.data.fonctions.nodes).toContainEqual({ designation: 'Guide' })
      }
    })

    it('tells streams of what happens in any cell', async () => {
      const { accessToken } = await first.signIn(admin)
      const headers = { 'sis-key': 'val', authorization: `Bearer ${accessToken}` }
      const stream = await openStream(`${first.urls().data}/api/v2/alarmes/flux`, headers)
      await upToDate(stream)
      await cells.second().rows(
        `select request.open(null, 'val', array['intervention.lecture', 'intervention.modification'], null);
       insert into app.alarmes (date, type, adresse, intervention_voulue)
         values ('2026-03-14 13:29:45Z', 'Alarme réelle', 'Rue Haute 1', false);`,
      )
      await until(async () => stream.data().some(({ adresse }) => adresse === 'Rue Haute 1'))
      stream.close()
    })

    it('refuses a revoked token in every cell within a second', async () => {
      const { accessToken } = (await first.logIn(admin)).body
      const status = async (sis: string) =>
        (await first.data('/api/v2/grades', { sis, headers: { authorization: `Bearer ${accessToken}` } }))
          .status
      expect(await status('val')).toBe(200)
      await cells
        .first()
        .rows(`update auth.users set tokens_valid_from = now() + interval '1 s' where email = '${admin}'`)
      const began = performance.now()
      await until(async () => (await status('val')) === 401)
      expect(performance.now() - began).toBeLessThan(1_000)
      expect(await status('hs')).toBe(401)
      await cells
        .first()
        .rows(`update auth.users set tokens_valid_from = '-infinity' where email = '${admin}'`)
      await until(async () => (await status('val')) === 200)
    })
  })

  describe('while a cell is stopped', () => {
    it('its SIS are answered 503, all others go on, and /ready tells which', async () => {
      // Its thread for GraphQL has not begun when its own database stops.
      await second.restart()
      await cells.second().stop()
      expect((await fonctions(second, 'hs')).status).toBe(200)
      await until(async () => (await ready(first)).cells.sud !== 'ok')
      expect((await told(first, 'GET /grades', 'val')).status).toBe(503)
      expect((await told(first, 'POST /fonctions', 'hs', { designation: 'Guide', rang: 3 })).status).toBe(201)
      const { status, body } = await first.data('/ready')
      expect([status, body.cells]).toEqual([200, { principale: 'ok', sud: 'Base de données injoignable' }])
    })

    it('a server starts, and serves the cell once it is there', async () => {
      await first.restart()
      expect((await told(first, 'GET /grades', 'hs')).status).toBe(200)
      expect((await told(first, 'GET /grades', 'val')).status).toBe(503)
      await cells.second().start()
      await until(async () => (await told(first, 'GET /grades', 'val')).status === 200)
      await until(async () => (await ready(first)).cells.sud === 'ok')
    })
  })

  it('a frozen cell keeps nobody else waiting', async () => {
    cells.second().signal('SIGSTOP')
    const slow = told(first, 'GET /grades', 'val')
    for (let n = 0; n < 20; n += 1) {
      const began = performance.now()
      expect((await told(first, 'GET /grades', 'hs')).status).toBe(200)
      expect(performance.now() - began).toBeLessThan(1_000)
    }
    expect((await slow).status).toBe(503)
    cells.second().signal('SIGCONT')
    await until(async () => (await told(first, 'GET /grades', 'val')).status === 200)
  })

  describe('while the accounts are away', () => {
    it('who is signed in goes on in the cells, and signing in is answered 503', async () => {
      const { accessToken, refreshToken } = (await second.logIn(admin)).body
      const authorization = `Bearer ${accessToken}`
      const answer = async () => {
        const { status, body } = await second.data('/api/v2/grades', {
          sis: 'val',
          headers: { authorization },
        })
        return status === 200 ? status : body
      }
      // Rights may still be late after the test before.
      await until(async () => (await answer()) === 200)
      await cells.first().stop()
      for (const end = Date.now() + 2 * lagSeconds * 1_000; Date.now() < end; await pause(200))
        expect(await answer()).toBe(200)
      expect((await second.logIn(admin)).status).toBe(503)
      expect((await second.post('/refresh-token', { token: refreshToken })).status).toBe(503)
      expect((await ready(second)).cells.sud).toBe('ok')
      await cells.first().start()
      await until(async () => (await second.logIn(admin)).status === 200)
      expect(await answer()).toBe(200)
    })
  })

  describe('a cell that accounts do not reach', () => {
    const refused = 'Les droits des comptes n’arrivent plus dans cette base : réessayez dans un instant'

    it('is refused once their changes are late, and served again once they arrive', async () => {
      await cells.second().rows('alter subscription caserne_comptes_principale_sud disable')
      await until(async () => (await told(first, 'GET /grades', 'val')).status === 503)
      expect((await told(first, 'GET /grades', 'val')).body).toEqual({ error: refused })
      expect((await told(first, 'GET /grades', 'hs')).status).toBe(200)
      await cells.second().rows('alter subscription caserne_comptes_principale_sud enable')
      await until(async () => (await told(first, 'GET /grades', 'val')).status === 200)
    })

    it('takes the homes of its SIS when it has missed changes, until it has received everything again', async () => {
      // As after a restore: the next beat is not the one that follows.
      await cells.second().rows('update request.cellule set battement = battement - 10')
      await until(async () => (await told(first, 'GET /grades', 'val')).status === 503)
      await eventually(cells.second(), 'select count(*)::int as homes from request.homes', [{ homes: 0 }])
      const { missing } = await refreshCell(cells.first().urls.admin, 'sud', cells.reach, unwatched)
      expect(missing).toEqual([])
      await until(async () => (await told(first, 'GET /grades', 'val')).status === 200)
    })
  })

  it('a cell whose subscription was dropped is refused, said to be so, and served again by a refresh', async () => {
    const name = 'caserne_comptes_principale_sud'
    for (const change of ['disable', 'set (slot_name = none)'])
      await cells.second().rows(`alter subscription ${name} ${change}`)
    await cells.second().rows(`drop subscription ${name}`)
    await until(async () => (await told(first, 'GET /grades', 'val')).status === 503)
    expect((await told(first, 'POST /fonctions', 'val', { designation: 'Guide', rang: 3 })).status).toBe(503)
    expect(await listCells(cells.first().urls.admin, cells.reach)).toMatchObject([
      { nom: 'principale' },
      { nom: 'sud', etat: 'sans abonnement aux comptes : lancez cell refresh' },
    ])
    await refreshCell(cells.first().urls.admin, 'sud', cells.reach, unwatched)
    await until(async () => (await told(first, 'GET /grades', 'val')).status === 200)
  })

  it('a cell where SIS live is not removed', async () => {
    await expect(removeCell(cells.first().urls.admin, 'sud', cells.reach)).rejects.toThrow(
      'Des SIS vivent dans la cellule sud : val. Déplacez-les d’abord : caserne sis move',
    )
  })
})
