import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { listen } from '../../src/db/listen.ts'
import { asSomeone, useDatabase } from '../support/database.ts'
import { beginInHs } from '../support/waiting.ts'

const database = useDatabase('template_demo')

interface Read {
  complet: boolean
  apres: string
  alarmes: { id: string; adresse: string }[]
}

const writer = ['intervention.lecture', 'intervention.modification']
const insert = `insert into app.alarmes (date, type, adresse, intervention_voulue)
  values ('2026-03-14 13:29:45Z', 'Alarme réelle', $1, false) returning id`

async function read(apres: string | null, sis = 'hs', permissions = ['intervention.lecture']): Promise<Read> {
  const api = await database.as('api')
  return await asSomeone(api, { sis, permissions }, async () => {
    const { rows } = await api.query('select api.watch_alarmes($1) as read', [apres])
    return rows[0].read
  })
}

const places = ({ alarmes }: Read) => alarmes.map(({ adresse }) => adresse)

async function store(adresse: string): Promise<string> {
  const client = await beginInHs(database, writer)
  const { rows } = await client.query(insert, [adresse])
  await client.query('commit')
  await client.end()
  return rows[0].id
}

describe('reading on from a place', () => {
  it('shows alarms written earlier but committed later, and each change once', async () => {
    const start = await read(null)
    const early = await beginInHs(database, writer)
    await early.query(insert, ['tôt, tard'])
    await store('entre')
    const between = await read(start.apres)
    expect([between.complet, places(between)]).toEqual([false, ['entre']])
    expect(places(await read(between.apres))).toEqual([])
    await early.query('commit')
    await early.end()
    const after = await read(between.apres)
    expect(places(after)).toEqual(['tôt, tard'])
    expect(places(await read(after.apres))).toEqual([])
    expect(places(await read(start.apres)).sort()).toEqual(['entre', 'tôt, tard'])
  })

  it('shows an alarm again when it changes, also in a savepoint, but not after an update without a change', async () => {
    const id = await store('changée')
    const changes = async (text: string) => {
      const { apres } = await read(null)
      const client = await beginInHs(database, writer)
      await client.query('savepoint before')
      await client.query(text, [id])
      await client.query('release before')
      await client.query('commit')
      await client.end()
      return places(await read(apres))
    }
    expect(await changes('update app.alarmes set validated = validated where id = $1')).toEqual([])
    expect(await changes("update app.alarmes set description = 'autre' where id = $1")).toEqual(['changée'])
    expect(await changes('update app.alarmes set validated = true where id = $1')).toEqual(['changée'])
  })

  it('starts over at a place of another timeline, and reads on from one without a timeline', async () => {
    const { apres } = await read(null)
    expect(apres).toMatch(/^1\.\d+-\d+-/)
    await store('après')
    const old = await read(apres.slice(2))
    expect([old.complet, places(old)]).toEqual([false, ['après']])
    const elsewhere = await read(`2.${apres.slice(2)}`)
    expect(elsewhere.complet).toBe(true)
    expect(places(elsewhere)).toContain('après')
  })

  it('treats the alarms of a restored database as old', async () => {
    const id = await store('restaurée')
    const admin = await database.as('admin')
    await admin.query('alter table app.alarmes disable trigger _010_change')
    await admin.query("update app.alarmes set changed_in = '18000000000000000000' where id = $1", [id])
    await admin.query('alter table app.alarmes enable trigger _010_change')
    const all = await read(null)
    expect(places(all)).toContain('restaurée')
    expect(places(await read(all.apres))).not.toContain('restaurée')
    const unknown = await read('9-17000000000000000000-')
    expect([unknown.complet, places(unknown)]).toEqual([true, places(all)])
  })

  it('shows alarms of the request’s SIS only, and only to those who may read alarms', async () => {
    await store('d’ici')
    expect(places(await read('3-3-'))).toContain('d’ici')
    expect(places(await read('3-3-', 'test'))).not.toContain('d’ici')
    for (const apres of [null, '3-3-'])
      expect(places(await read(apres, 'hs', ['sapeur.lecture']))).toEqual([])
  })
})

describe('a listener', () => {
  it('hears the SIS of an alarm, once for each committed transaction, and nothing else', async () => {
    const heard: unknown[] = []
    const client = new pg.Client(database.urls.api)
    client.on('notification', ({ channel, payload }) => heard.push([channel, payload]))
    await client.connect()
    const name = await listen(client, 'caserne_alarmes')
    const undone = await beginInHs(database, writer)
    await undone.query(insert, ['défaite'])
    await undone.query('rollback')
    await undone.query('begin')
    await undone.query("select request.open(null, 'hs', $1, null)", [writer])
    const { rows } = await undone.query(insert, ['faite'])
    await undone.query(insert, ['et une autre'])
    await undone.query('update app.alarmes set validated = true where id = $1', [rows[0].id])
    await undone.query('commit')
    await undone.end()
    await client.query("select pg_notify(request.channel('caserne_alarmes'), 'fin')")
    await expect
      .poll(() => heard)
      .toEqual([
        [name, 'hs'],
        [name, 'fin'],
      ])
    await client.end()
  })

  it('must be a server: an analyst, for one, does not know the channel', async () => {
    const admin = await database.as('admin')
    const heard: unknown[] = []
    const client = new pg.Client(database.urls.admin)
    client.on('notification', ({ payload }) => heard.push(payload))
    await client.connect()
    await client.query('set role caserne_analyst')
    for (const channel of ['caserne_alarmes', 'caserne_releve', 'caserne_releve_finie'])
      await client.query(`listen ${channel}`)
    await client.query('listen apart')
    await admin.query("begin; select request.open(null, 'hs', null, null)")
    await admin.query(insert, ['inaudible'])
    await admin.query('update jobs.releves set finished_at = now()')
    await admin.query("select jobs.pass_releve('hs', 1); select pg_notify('apart', 'fin'); commit")
    await expect.poll(() => heard).toEqual(['fin'])
    await expect(client.query("select request.channel('caserne_alarmes')")).rejects.toThrow(
      'permission denied',
    )
    await expect(client.query('select * from request.channels')).rejects.toThrow('permission denied')
    await client.end()
  })
})
