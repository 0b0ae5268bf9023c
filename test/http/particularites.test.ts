import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../src/http/document/document.ts'
import { asSomeone, type Identity } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'

const { database, ask, sql } = useDataApi()

const salaire = { no_avs: '756.9217.0769.85', iban: 'CH5604835012345678009' }
const particularites = {
  date_naissance: '1961-08-13',
  rue: 'Chemin Caché',
  no_rue: '4711x',
  email: 'tres.prive@example.org',
  profession: 'Horloger secret',
  employeur: 'Discrète SA',
  lieu_de_travail: 'Lieu-dit inconnu',
  remarque: 'Ne pas divulguer',
}
const telephone = { numero: '079 555 99 98', e164: '+41795559998' }
const ofSalaire = Object.values(salaire)
const ofParticularites = Object.values(particularites)
const everything = [...ofSalaire, ...ofParticularites, ...Object.values(telephone)].sort()

let id = 0
beforeAll(async () => {
  const body = { nom: 'Zwahlen', prenom: 'Léa', incorporation: '2020-01-01', ...salaire, ...particularites }
  id = (await ask('POST /sapeurs', body)).body.data.id
  await ask(`POST /sapeurs/${id}/telephones`, { numero: telephone.numero })
  // After one change, so that the journal has two entries.
  await sql("update app.particularites set remarque = 'rien' where sapeur_id = $1", [id])
  await sql("update app.particularites set remarque = 'Ne pas divulguer' where sapeur_id = $1", [id])
})

const found = (text: string) => everything.filter((secret) => text.includes(secret))

/** Her private data that the tables show to a caller. */
async function inTables(who: Identity): Promise<string[]> {
  const api = await database.as('api')
  const { rows } = await api.query(
    `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ') as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and has_column_privilege(c.oid, a.attnum, 'select')
      where c.relnamespace in ('app'::regnamespace, 'audit'::regnamespace, 'stats'::regnamespace)
        and c.relkind in ('r', 'p', 'v')
      group by c.oid`,
  )
  expect(rows.length).toBeGreaterThan(40)
  const texts = await asSomeone(api, who, async () => {
    const all: string[] = []
    for (const { name, columns } of rows)
      all.push(await textOf(api, `select string_agg(concat_ws(' ', ${columns}), ' ') as text from ${name}`))
    return all
  })
  return found(texts.join(' '))
}

/** Her private data that the reading functions show to a caller who asks for her. */
async function inFunctions(who: Identity): Promise<string[]> {
  const api = await database.as('api')
  const { rows } = await api.query(
    `select p.oid::regproc::text as name, array_to_json(p.proargtypes::regtype[]) as types, p.pronargs - p.pronargdefaults as needed
       from pg_proc p
      where p.pronamespace = 'api'::regnamespace
        and p.proname ~ '^(list|get)_'
        and has_function_privilege(p.oid, 'execute')`,
  )
  expect(rows.length).toBeGreaterThan(8)
  const texts = await asSomeone(api, who, async () => {
    const all: string[] = []
    for (const { name, types, needed } of rows) {
      const args = Object.values<string>(types).slice(0, needed)
      if (args.some((type) => type !== 'bigint')) continue
      const call = `select ${name}(${args.map(() => id).join(', ')})::text as text`
      await api.query('savepoint call')
      all.push(await textOf(api, call).catch(() => ''))
      await api.query('rollback to savepoint call')
    }
    return all
  })
  return found(texts.join(' '))
}

async function textOf(client: pg.Client, query: string): Promise<string> {
  return (await client.query(query)).rows[0].text ?? ''
}

describe('the private data of a sapeur are shown, by tables and functions,', () => {
  it('to those in charge of people, in full', async () => {
    for (const permission of ['sapeur.lecture', 'sapeur.modification']) {
      expect(await inTables({ sis: 'hs', permissions: [permission] })).toEqual(everything)
      expect(await inFunctions({ sis: 'hs', permissions: [permission] })).toEqual(everything)
    }
  })

  it('to themselves', async () => {
    expect(await inTables({ sis: 'hs', sapeur: id })).toEqual(everything)
    expect(await inFunctions({ sis: 'hs', sapeur: id })).toEqual(everything)
    expect(await inTables({ sis: 'hs', sapeur: id + 1 })).toEqual([])
    expect(await inTables({ sis: 'test', sapeur: id })).toEqual([])
  })

  it('to those in charge of accounts of pay: AVS number and IBAN only', async () => {
    const accountant = { sis: 'hs', permissions: ['comptabilite.lecture'] }
    expect(await inTables(accountant)).toEqual(ofSalaire.toSorted())
    expect(await inFunctions(accountant)).toEqual(ofSalaire.toSorted())
  })

  it('to nobody else, even with every other permission', async () => {
    const others = allPermissions.filter(
      (each) => !['sapeur.lecture', 'sapeur.modification', 'comptabilite.lecture'].includes(each),
    )
    for (const permissions of [['intervention.lecture'], others, []])
      for (const who of [
        { sis: 'hs', permissions },
        { sis: 'test', permissions: allPermissions },
      ]) {
        expect(await inTables(who)).toEqual([])
        expect(await inFunctions(who)).toEqual([])
      }
  })
})

describe('over HTTP', () => {
  const doors = readDocument('data')
    // Not the stream, which has no end: its events are the records of GET /alarmes.
    .operations.filter(({ method, id }) => method === 'get' && id !== 'watch_alarmes')
    .map(({ path }) => path)

  it('no operation shows them to readers of interventions, and those on people are closed', async () => {
    expect(doors.length).toBeGreaterThan(8)
    for (const door of doors) {
      const path = door.replaceAll(/\{\w+\}/g, String(id))
      const { status, body } = await ask(`GET ${path}`, undefined, { as: 'lecteur@example.org' })
      expect([path, found(JSON.stringify(body))]).toEqual([path, []])
      if (path.startsWith('/sapeurs')) expect([path, status]).toEqual([path, 403])
    }
  })

  it('with permission to change people they are shown too; with permission on pay alone people stay closed', async () => {
    for (const [permission, status] of [
      ['sapeur.lecture', 200],
      ['sapeur.modification', 200],
      ['comptabilite.lecture', 403],
    ] as const) {
      const email = `${permission}@example.org`
      await makeAccount(database, { email, permissions: { hs: [permission] } })
      const answer = await ask(`GET /sapeurs/${id}`, undefined, { as: email })
      expect([permission, answer.status]).toEqual([permission, status])
      if (status === 200) expect(answer.body.data).toMatchObject({ ...salaire, ...particularites })
    }
  })

  it('the list shows to nobody the fields of the full record', async () => {
    const { body } = await ask('GET /sapeurs')
    expect(found(JSON.stringify(body))).toEqual([particularites.remarque, particularites.email].sort())
  })
})
