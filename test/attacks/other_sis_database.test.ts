import { beforeAll, describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../support/database.ts'
import { allPermissions, plant } from '../support/table.ts'
import { idOf } from '../support/users.ts'

// Definer functions see more than their caller. In a request of test, with every permission and as a sapeur there, they
// must neither show nor change anything of hs, whatever ids and tokens of hs one knows.
const database = useDatabase()
const ids: Record<string, number> = {}
const token = (name: string) => `sha256('${name}')`

beforeAll(async () => {
  await plant(
    database,
    `insert into app.piquets (sapeur_id, debut, fin)
     select min(id), now() + interval '1 day', now() + interval '2 days' from app.sapeurs;
     insert into app.murs (designation, token_hash) values ('Garage', sha256(convert_to('mur ' || request.sis_key(), 'UTF8')));
     insert into app.alarmes (date, type, adresse, intervention_voulue) values (now(), 'Alarme', 'Rue ' || request.sis_key(), false);
     insert into app.envois (lot, evenement, alarme_id, canal, sapeur_id, token_hash)
     select 'lien', 'alarme', max(a.id), 'email', (select min(m.sapeur_id) from auth.memberships m where m.sis_key = request.sis_key()),
            sha256(convert_to('lien ' || request.sis_key(), 'UTF8')) from app.alarmes a;
     insert into app.indisponibilites (sapeur_id, debut, fin) select min(id), now(), now() + interval '1 day' from app.sapeurs`,
  )
  const admin = await database.as('admin')
  await admin.query(
    `insert into app.calendriers (sis_key, user_id, sapeur_id, rang, token_hash)
     select m.sis_key, m.user_id, m.sapeur_id, 5, sha256(convert_to('ics ' || m.sis_key, 'UTF8'))
       from auth.memberships m join auth.users u on u.id = m.user_id
      where u.email = 'commandant@example.org' and m.sapeur_id is not null`,
  )
  await admin.query(
    `insert into app.appareils (sis_key, user_id, type) select 'hs', id, 'email' from auth.users where email = 'commandant@example.org'`,
  )
  for (const [name, query] of [
    ['piquet', "select max(id) from app.piquets where sis_key = 'hs'"],
    ['alarme', "select max(id) from app.alarmes where sis_key = 'hs'"],
    ['sapeur', "select min(id) from app.sapeurs where sis_key = 'hs'"],
    ['mien', "select min(id) from app.sapeurs where sis_key = 'test'"],
  ] as const)
    ids[name] = Number((await admin.query({ text: query, rowMode: 'array' })).rows[0]?.[0])
  ids.compte = await idOf(database, 'commandant@example.org')
})

const inTest = async <T>(text: string): Promise<T[]> =>
  asSomeone(
    await database.as('api'),
    { sis: 'test', permissions: allPermissions, sapeur: Number(ids.mien) },
    async (client) => (await client.query({ text, rowMode: 'array' })).rows.flat() as T[],
  )
const inHs = async <T>(text: string): Promise<T[]> =>
  asSomeone(
    await database.as('api'),
    { sis: 'hs', permissions: allPermissions, sapeur: Number(ids.sapeur) },
    async (client) => (await client.query({ text, rowMode: 'array' })).rows.flat() as T[],
  )

describe('in a request of test', () => {
  it.each([
    ['app.nom_prenom', () => `select app.nom_prenom(${ids.sapeur})`],
    ['app.date_alarme', () => `select app.date_alarme(${ids.alarme})`],
    ['api.list_repreneurs', () => `select api.list_repreneurs(${ids.piquet})`],
    ['app.describe_lien', () => `select app.describe_lien(${token('lien hs')})`],
    ['app.open_lien', () => `select app.open_lien(${token('lien hs')})`],
    ['api.get_calendrier', () => `select api.get_calendrier(${token('ics hs')})`],
    ['api.get_mur', () => `select api.get_mur(${token('mur hs')})`],
  ])('%s shows nothing of hs', async (_, statement) => {
    expect(await inTest(statement())).toEqual([null])
    expect(await inHs(statement())).not.toEqual([null])
  })

  it.each([
    ['app.knows_mur', () => `select app.knows_mur(${token('mur hs')})`, false],
    ['app.open_calendrier', () => `select app.open_calendrier(${token('ics hs')})`, false],
    ['app.repondre_lien', () => `select app.repondre_lien(${token('lien hs')}, 'vient')`, false],
    [
      'app.tell_users',
      () => `select app.tell_users(array[${ids.compte}], 'vol', 'effectif', '{"titre": "Vol", "texte": ""}')`,
      0,
    ],
  ] as [string, () => string, unknown][])('%s does nothing in hs', async (_, statement, nothing) => {
    expect(await inTest(statement())).toEqual([nothing])
    expect(await inHs(statement())).not.toEqual([nothing])
  })

  it.each([
    ['api.accepter_piquet', () => `select api.accepter_piquet(${ids.piquet})`],
    ['api.echanger_piquet', () => `select api.echanger_piquet(${ids.piquet}, '{"sapeur_id": ${ids.mien}}')`],
    ['api.delete_piquet_echange', () => `select api.delete_piquet_echange(${ids.piquet})`],
    [
      'app.repondre_alarme',
      () => `select app.repondre_alarme(${ids.alarme}, ${ids.mien}, 'vient', null, '', 'officier')`,
    ],
  ])('%s knows nothing of hs', async (_, statement) => {
    await expect(inTest(statement())).rejects.toMatchObject({ code: 'PT404' })
  })

  it('an answer, a standby and an absence of hs are not written', async () => {
    for (const statement of [
      `insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, source) values (${ids.alarme}, ${ids.mien}, 'vient', 'officier')`,
      `insert into app.piquets (sapeur_id, debut, fin) values (${ids.sapeur}, now(), now() + interval '1 hour')`,
      `insert into app.indisponibilites (sapeur_id, debut, fin) values (${ids.sapeur}, now(), now() + interval '1 hour')`,
    ])
      await expect(inTest(statement)).rejects.toMatchObject({ code: '23503' })
    for (const table of [
      'murs',
      'webhooks',
      'appareils',
      'calendriers',
      'indisponibilites',
      'piquets',
      'reponses_alarmes',
    ])
      await expect(inTest(`insert into app.${table} (sis_key) values ('hs')`)).rejects.toMatchObject({
        code: '42501',
      })
  })

  it('absences are those of test', async () => {
    const query = `select sapeur_id from app.absences(now() - interval '1 day', now() + interval '3 days')`
    expect(await inTest(query)).toEqual([String(ids.mien)])
    expect(await inHs(query)).toContain(String(ids.sapeur))
  })
})
