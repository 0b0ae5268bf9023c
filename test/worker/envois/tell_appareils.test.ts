import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { soon, useEnvois } from './envois_fixture.ts'
import { usePushService } from './push_service.ts'

const database = useDatabase()
const service = usePushService()
const { sql, addGroup, addPerson, addBrowser, addBrowsers, addAlarme, work, ledger, ended } = useEnvois(
  database,
  service,
)

describe('an alarm', () => {
  it('tells the devices of its groups at once, and no more than that there is an alarm', async () => {
    const group = await addGroup()
    const one = await addPerson([group.id])
    const { browser } = await addBrowser(one.user)
    const { browser: tablet } = await addBrowser(one.user)
    const elsewhere = await addBrowser((await addPerson([(await addGroup()).id])).user)
    await work()
    const alarme = await addAlarme([group.no])
    await ended(alarme, 2)
    expect(service.faults).toEqual([])
    const [pushed] = service.toldOf(browser)
    expect(pushed).toMatchObject({
      message: { titre: 'Alarme', texte: '', tag: `alarme-${alarme}` },
      ttl: 1_800,
      urgency: 'high',
    })
    expect(pushed?.message.lien).toMatch(/^https:\/\/caserne\.example\.org\/r\/hs\.[\w-]{22}$/)
    expect(service.toldOf(tablet)).toHaveLength(1)
    expect(service.toldOf(tablet)[0]?.message.lien).not.toBe(pushed?.message.lien)
    expect(service.toldOf(elsewhere.browser)).toEqual([])
    const shown = { canal: 'webpush', etat: 'remis', tentatives: 1, code_http: 201, raison: '' }
    expect(await ledger(alarme)).toMatchObject([shown, shown])
  })

  it('says all of it where the SIS wants that, as text and not as markup', async () => {
    const group = await addGroup()
    const { browser } = await addBrowser((await addPerson([group.id])).user)
    await sql("update app.sis set contenu_alerte = 'complet'")
    await work()
    await ended(await addAlarme([group.no], { adresse: '<img src=x onerror=alert(1)>' }), 1)
    await sql("update app.sis set contenu_alerte = 'minimal'")
    expect(service.toldOf(browser)[0]?.message).toMatchObject({
      titre: 'Feu F1',
      texte: '<img src=x onerror=alert(1)>',
    })
  })

  it('tells nobody who is not linked for mobile alerts, whose device is off or silent, or who has left', async () => {
    const group = await addGroup()
    const one = await addPerson([group.id])
    const { browser } = await addBrowser(one.user)
    const silent = await addBrowser(one.user, {
      more: "silence_debut, silence_fin='00:00', '23:59:59.999999'",
    })
    const off = await addBrowser(one.user, { more: 'actif=false' })
    const others = [await addPerson([group.id]), await addPerson([group.id]), await addPerson([group.id])]
    const notMobile = await addPerson([group.id], { mobile: false })
    const untold = [off, await addBrowser(notMobile.user)]
    for (const each of others) untold.push(await addBrowser(each.user))
    const admin = await database.as('admin')
    const [left, disabled, unlinked] = others.map(({ user }) => user)
    await admin.query("update auth.memberships set parti_at = now() - interval '1 day' where user_id = $1", [
      left,
    ])
    await admin.query('update auth.users set disabled_at = now() where id = $1', [disabled])
    await admin.query('update auth.memberships set sapeur_id = null where user_id = $1', [unlinked])
    await work()
    const alarme = await addAlarme([group.no])
    await ended(alarme, 2)
    expect((await ledger(alarme)).map(({ appareil_id, etat }) => [Number(appareil_id), etat])).toContainEqual(
      [silent.device, 'silence'],
    )
    expect(service.toldOf(browser)).toHaveLength(1)
    for (const each of [silent, ...untold]) expect(service.toldOf(each.browser)).toEqual([])
  })

  it('tells every device, however many there are', async () => {
    const group = await addGroup()
    const { user } = await addPerson([group.id])
    // More than are read at once.
    const browsers = await addBrowsers(user, 520)
    await work()
    const alarme = await addAlarme([group.no])
    await ended(alarme, 520)
    expect(browsers.map((each) => service.toldOf(each).length)).toEqual(browsers.map(() => 1))
  })

  it('does not wait behind one that has many devices', async () => {
    const [many, few] = [await addGroup(), await addGroup()]
    const browsers = new Set(await addBrowsers((await addPerson([many.id])).user, 120))
    const { browser } = await addBrowser((await addPerson([few.id])).user)
    const answers: (() => void)[] = []
    service.onMessage = () => new Promise((resolve) => answers.push(resolve))
    await work()
    const first = await addAlarme([many.no])
    await expect.poll(() => answers.length, soon).toBe(64)
    const second = await addAlarme([few.no])
    await expect
      .poll(() => {
        answers.shift()?.()
        return service.toldOf(browser).length
      }, soon)
      .toBe(1)
    expect(service.received.filter(({ id }) => browsers.has(id)).length).toBeLessThan(120)
    service.onMessage = () => undefined
    for (const each of answers) each()
    await ended(second, 1)
    await ended(first, 120)
  })

  it('tells the people it names where no group matches', async () => {
    const group = await addGroup()
    const [named, other] = [await addPerson([]), await addPerson([group.id])]
    const { browser } = await addBrowser(named.user)
    const untold = await addBrowser(other.user)
    await work()
    await ended(await addAlarme(['inconnu'], { named: [named.sapeur] }), 1)
    expect(service.toldOf(browser)).toHaveLength(1)
    expect(service.toldOf(untold.browser)).toEqual([])
    const both = await addAlarme([group.no], { named: [named.sapeur] })
    await ended(both, 1)
    expect(service.toldOf(browser)).toHaveLength(1)
  })

  it('tells nobody when it is half an hour old, and each device once however often it is asked for', async () => {
    const group = await addGroup()
    const { browser } = await addBrowser((await addPerson([group.id])).user)
    await work()
    const old = await addAlarme([group.no], { age: '31 minutes' })
    const alarme = await addAlarme([group.no], { age: '29 minutes' })
    await ended(alarme, 1)
    await sql('select app.tell_alarme(a) from app.alarmes a where a.id = $1', [alarme])
    const after = await addAlarme([group.no])
    await ended(after, 1)
    expect(service.toldOf(browser)).toHaveLength(2)
    expect(await ledger(old)).toEqual([])
  })
})

it('a message of its own tells the devices of some accounts, once', async () => {
  const { user } = await addPerson([])
  const { browser } = await addBrowser(user)
  const contenu = { titre: 'Effectif insuffisant', texte: 'Samedi dès 18:00', lien: '/tableau/equipe' }
  await work()
  for (let n = 0; n < 2; n += 1)
    await sql("select app.tell_users($1, 'effectif-1', 'effectif', $2)", [[user], JSON.stringify(contenu)])
  await expect.poll(() => service.toldOf(browser).length, soon).toBe(1)
  expect(service.toldOf(browser)[0]?.message).toEqual({
    ...contenu,
    lien: 'https://caserne.example.org/tableau/equipe',
    tag: 'effectif-1',
  })
  const [row] = await sql("select count(*)::int as n from app.envois where lot = 'effectif-1'")
  expect(row.n).toBe(1)
})
