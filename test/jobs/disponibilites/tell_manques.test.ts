import { beforeEach, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { plant } from '../../support/table.ts'
import { makeAccount } from '../../support/users.ts'

const database = useDatabase()

const tell = async () =>
  (await (await database.as('worker')).query('select jobs.tell_manques() as n')).rows[0].n as number
const told = async () =>
  (
    await (
      await database.as('admin')
    ).query(
      `select r.designation, m.disponibles, round(extract(epoch from m.fin - m.debut) / 3600)::integer as heures
         from app.manques_annonces m join app.effectif_requis r on r.sis_key = m.sis_key and r.id = m.effectif_requis_id
        where m.sis_key = 'hs' order by m.id`,
    )
  ).rows
/** Makes everybody of each SIS absent from an hour on, for some hours. */
const absent = (from: number, hours: number) =>
  plant(
    database,
    `insert into app.indisponibilites (sapeur_id, debut, fin)
     select id, date_trunc('hour', now()) + interval '${from} hours', date_trunc('hour', now()) + interval '${from + hours} hours'
       from app.sapeurs`,
  )

beforeEach(() =>
  plant(
    database,
    `delete from app.indisponibilites; delete from app.effectif_requis;
     insert into app.effectif_requis (designation, minimum) values ('Jour', 1)`,
  ),
)

it('tells a shortfall that begins within a day, once, in each SIS', async () => {
  expect(await tell()).toBe(0)
  await absent(5, 3)
  expect(await tell()).toBe(2)
  expect(await told()).toEqual([{ designation: 'Jour', disponibles: 0, heures: 3 }])
  expect(await tell()).toBe(0)
})

it('tells nothing again when the shortfall begins earlier or ends later, but another one', async () => {
  await absent(5, 3)
  await tell()
  await absent(3, 6)
  expect(await tell()).toBe(0)
  expect(await told()).toMatchObject([{ heures: 4 }])
  await absent(12, 2)
  expect(await tell()).toBe(2)
  expect(await told()).toHaveLength(2)
})

it('leaves for later what begins in more than a day', async () => {
  await absent(26, 3)
  expect(await tell()).toBe(0)
})

/** An account of hs with these permissions, and its mail among the devices. */
const addDevice = async (email: string, permissions: string[]) => {
  const user = await makeAccount(database, { email, permissions: { hs: permissions } })
  const admin = await database.as('admin')
  await admin.query('update auth.users set email_verified_at = now() where id = $1', [user])
  await admin.query("insert into app.appareils (sis_key, user_id, type) values ('hs', $1, 'email')", [user])
  return user
}

it('tells the devices of those who write people, and the webhooks, as much as the SIS chose', async () => {
  const admin = await database.as('admin')
  const officer = await addDevice('officier@example.org', ['sapeur.modification'])
  await addDevice('lectrice@example.org', ['sapeur.lecture'])
  await plant(
    database,
    "insert into app.webhooks (url, secret, evenements) values ('https://sms.example.org', '\\x00', '{effectif}')",
  )
  const envois = async () =>
    (
      await admin.query(
        `select e.canal, e.etat, a.user_id::int, e.contenu
           from app.envois e left join app.appareils a on a.sis_key = e.sis_key and a.id = e.appareil_id
          where e.sis_key = 'hs' and e.evenement = 'effectif' order by e.id`,
      )
    ).rows
  await absent(5, 3)
  await tell()
  const numbers = {
    effectif_requis_id: expect.any(Number),
    minimum: 1,
    disponibles: 0,
    debut: expect.stringMatching(/^\d{4}-.+Z$/),
    fin: expect.stringMatching(/^\d{4}-.+Z$/),
  }
  const shown = { titre: 'Effectif insuffisant', texte: '', lien: '/tableau/equipe' }
  expect(await envois()).toEqual([
    { canal: 'email', etat: 'attente', user_id: officer, contenu: shown },
    { canal: 'webhook', etat: 'attente', user_id: null, contenu: numbers },
  ])
  await tell()
  expect(await envois()).toHaveLength(2)

  await admin.query("update app.sis set contenu_alerte = 'complet' where sis_key = 'hs'")
  await absent(12, 2)
  await tell()
  await admin.query("update app.sis set contenu_alerte = 'minimal' where sis_key = 'hs'")
  const day = String.raw`\d\d\.\d\d\.\d{4} \d\d:00`
  expect((await envois()).slice(2).map(({ contenu }) => contenu)).toEqual([
    { ...shown, texte: expect.stringMatching(new RegExp(`^Jour : 0 sur 1, du ${day} au ${day}$`)) },
    { ...numbers, designation: 'Jour' },
  ])
})
