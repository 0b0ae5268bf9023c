import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { patience } from '../../commands/command_fixture.ts'
import type { OwnPostgres } from '../../faults/own_postgres.ts'
import { inOrder } from '../../support/in_order.ts'
import { fillSis } from '../archive/whole_sis.ts'
import { eventually, useAsDatabase, useTwoCells } from './cells_fixture.ts'
import { ACCOUNTS, expectSame, jobs, readMoved, useMoves, write } from './moves_fixture.ts'

const cells = useTwoCells()
const first = useAsDatabase(cells.first)
const second = useAsDatabase(cells.second)
const { move, clean, expectServed } = useMoves(cells)

beforeAll(async () => {
  await fillSis(first)
  const admin = await first.as('admin')
  await admin.query(
    `set session_replication_role = replica;
     with box as (
       insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe) values ('*', 'imap.example.org', 993, '*', '\\x00')
       returning id
     ), mail as (
       insert into app.messages (sis_key, messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille, etat)
       select '*', id, 7, 1, md5('x'), 'cta@example.org', 'Alarme', 12, 'alarm' from box returning id
     )
     update app.alarmes a set message_sis_key = '*', message_id = mail.id from mail
      where a.sis_key = 'hs' and a.id = (select max(id) from app.alarmes where sis_key = 'hs');
     set session_replication_role = origin;
     delete from graphile_worker._private_jobs;
     select graphile_worker.add_job('send_mail', '{"genre":"convocation","sis_key":"hs","exercice_id":1,"sapeur_id":2}');
     select graphile_worker.add_job('send_mail', '{"genre":"invitation","sis_key":"hs","invitation_id":1}');
     select graphile_worker.add_job('send_mail', '{"genre":"convocation","sis_key":"test","exercice_id":1,"sapeur_id":2}');
     select graphile_worker.add_job('tell_appareils', '{"sis_key":"hs","lot":"alarme-1","alarme_id":1}', job_key => 'envois:hs:alarme-1');
     select graphile_worker.add_job('send_webhook', '{"sis_key":"hs","envoi_id":1}', queue_name => 'webhook:hs:1', max_attempts => 7);
     select jobs.ask_releve(sis_key, messagerie_id, null) from jobs.releves where sis_key = 'hs'`,
  )
}, 60_000)

// The SIS moves, leaves rows behind, which are removed, and moves back: each step begins where the one before ended.
describe('one SIS', inOrder, () => {
  describe('a SIS that moves', () => {
    it('has every row in its new cell, and is served there', patience, async () => {
      const before = await readMoved(first)
      expect(Object.keys(before).filter((name) => before[name]?.length === 0)).toEqual([])
      const moved = await move('sud')
      expect(moved).toMatchObject({
        code: 0,
        said: expect.stringContaining('déménagé de principale dans sud'),
      })
      expectSame(await readMoved(second), before)
      await expectServed('second', 'Au sud')
    })

    it('has its people in both, and tells the accounts of them', patience, async () => {
      const people =
        "select id, nom_prenom, email, service from auth.sapeurs where sis_key = 'hs' order by id"
      expect(await cells.second().rows(people)).toEqual(await cells.first().rows(people))
      const [{ id } = {}] = await cells.second().rows(people)
      await cells.second().rows(
        `select request.open(null, 'hs', array(select identifiant from auth.permissions), null);
       update app.sapeurs set prenom = 'Nouveau' where sis_key = 'hs' and id = ${id}`,
      )
      await eventually(
        cells.first(),
        `select nom_prenom like '%Nouveau' as new from auth.sapeurs where sis_key = 'hs' and id = ${id}`,
        [{ new: true }],
      )
    })

    it('takes its jobs along, each once, and leaves the accounts theirs', async () => {
      const mailbox = await cells.second().rows("select id::text from app.messageries where sis_key = 'hs'")
      expect(await jobs(cells.second())).toMatchObject([
        { task: 'read_messagerie', key: `releve:hs:${mailbox[0]?.id}`, free: true },
        { task: 'send_mail', key: null, payload: { genre: 'convocation' }, free: true },
        { task: 'send_webhook', key: null, queue: 'webhook:hs:1', max_attempts: 7, free: true },
        { task: 'tell_appareils', key: 'envois:hs:alarme-1', free: true },
      ])
      expect(await jobs(cells.first())).toMatchObject([
        { task: 'send_mail', payload: { genre: 'invitation' } },
      ])
    })

    it('names mails of the instance by the cell that has them', async () => {
      const named =
        "select distinct message_sis_key as name from app.alarmes where sis_key = 'hs' and message_sis_key like '*%'"
      expect(await cells.second().rows(named)).toEqual([{ name: '*principale' }])
    })

    it('is counted for analysts where it lives only, though its rows are still in both', async () => {
      const seen = async (cell: OwnPostgres, login: string) => {
        const url = Object.assign(new URL(cell.urls.admin), { username: login, password: 'essai' }).href
        const client = new pg.Client(url)
        await client.connect()
        const { rows } = await client.query('select distinct sis_key from stats.sapeurs order by 1')
        await client.end()
        return rows.map(({ sis_key }) => sis_key)
      }
      for (const [login, role] of [
        ['nationale', 'caserne_national'],
        ['cantonale', 'caserne_analyst'],
      ]) {
        for (const cell of [cells.first(), cells.second()])
          await cell.rows(`create role ${login} login password 'essai' in role ${role}`)
        if (role === 'caserne_analyst') {
          await cells
            .first()
            .rows(`insert into auth.analystes (sis_key, login) select api_key, '${login}' from auth.sis`)
          await eventually(cells.second(), 'select count(*)::int as n from auth.analystes', [{ n: 2 }])
        }
        expect(await seen(cells.first(), String(login))).toEqual(['test'])
        expect(await seen(cells.second(), String(login))).toEqual(['hs'])
      }
      await cells.first().rows('delete from auth.analystes')
    })

    it('says in the journal of the instance where it lives', async () => {
      expect(
        await cells
          .first()
          .rows("select avant, apres from audit.journal where sis_key = '*' and ressource = 'sis'"),
      ).toEqual([
        { avant: { api_key: 'hs', cellule: 'principale' }, apres: { api_key: 'hs', cellule: 'sud' } },
      ])
    })

    it('is open for the accounts, which write its journal where they are', async () => {
      await cells
        .first()
        .rows("update auth.roles set nom = nom || ' 2' where sis_key = 'hs' and nom = 'Lecteur'")
      await cells
        .first()
        .rows("update auth.roles set nom = 'Lecteur' where sis_key = 'hs' and nom = 'Lecteur 2'")
    })

    it('stays where it is while its rows are still in the other cell', patience, async () => {
      expect(await move('principale')).toMatchObject({
        code: 1,
        said: expect.stringContaining('La cellule principale a encore des lignes du SIS hs'),
      })
      await expectServed('second', 'Encore au sud')
    })
  })

  describe('the rows that it left', () => {
    it('are not removed where it lives', async () => {
      expect(await clean('sud')).toMatchObject({
        code: 1,
        said: expect.stringContaining('Le SIS hs vit dans la cellule sud : rien n’est supprimé.'),
      })
    })

    it('are removed when told, but for those of the accounts', patience, async () => {
      const kept = [
        'auth.sapeurs',
        'auth.memberships',
        'auth.user_roles',
        `audit.journal where ressource in ('${ACCOUNTS.join("', '")}')`,
      ].map((table) => `select count(*)::int as rows from ${table}`)
      const counts = async () => {
        const found: unknown[] = []
        for (const query of kept) found.push(await cells.first().rows(query))
        return found
      }
      const before = await counts()
      expect(await clean('principale')).toMatchObject({ code: 0 })
      expect(await counts()).toEqual(before)
      const left = Object.entries(await readMoved(first)).filter(([, rows]) => rows.length > 0)
      expect(left).toEqual([])
      await write(cells.second(), 'Après')
    })
  })

  describe('the way back', () => {
    it('brings every row, though the accounts took ids of the journal meanwhile', patience, async () => {
      const [{ id } = {}] = await cells
        .second()
        .rows(
          "select max(id) as id from audit.journal where sis_key = 'hs' and ressource = 'telephones_utiles'",
        )
      await cells
        .first()
        .rows(
          `insert into audit.journal (sis_key, id, ressource, action) overriding system value values ('hs', ${id}, 'roles', 'ajout')`,
        )
      const before = await readMoved(second)
      expect(await move('principale')).toMatchObject({ code: 0 })
      expectSame(await readMoved(first), before)
      expect(
        await cells
          .first()
          .rows(
            "select message_sis_key as name from app.alarmes where sis_key = 'hs' and message_sis_key like '*%'",
          ),
      ).toEqual([{ name: '*' }])
      await expectServed('first', 'De retour')
      expect(await jobs(cells.second())).toEqual([])
    })

    it('leaves the accounts their people when the other cell is cleaned', patience, async () => {
      const people = "select count(*)::int as rows from auth.sapeurs where sis_key = 'hs'"
      const before = await cells.first().rows(people)
      expect(await clean('sud')).toMatchObject({ code: 0 })
      expect(await cells.second().rows(people)).toEqual([{ rows: 0 }])
      const [{ beat } = {}] = await cells.first().rows('select auth.beat() as beat')
      await eventually(cells.second(), `select battement >= ${beat} as heard from request.cellule`, [
        { heard: true },
      ])
      const [{ place } = {}] = await cells.second().rows('select pg_current_wal_lsn()::text as place')
      await eventually(
        cells.second(),
        `select confirmed_flush_lsn >= '${place}' as told from pg_replication_slots where slot_name like 'caserne_personnes_%'`,
        [{ told: true }],
      )
      expect(await cells.first().rows(people)).toEqual(before)
    })
  })
})
