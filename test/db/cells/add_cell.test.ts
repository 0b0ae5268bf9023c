import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { addCell } from '../../../src/db/cells/add_cell.ts'
import { unwatched } from '../../../src/process/progress.ts'
import { passwords } from '../../support/cluster_templates.ts'
import { inOrder } from '../../support/in_order.ts'
import { eventually, useTwoCells } from './cells_fixture.ts'

const cells = useTwoCells()
const count = (table: string) => `select count(*)::int as rows from ${table}`

// A cell is new only until a SIS is made in it.
describe('a cell beside that of the accounts', inOrder, () => {
  describe('a new cell', () => {
    it('has the accounts, their rights and the shared lists, and no password', async () => {
      for (const table of [
        'auth.users',
        'auth.memberships',
        'auth.role_permissions',
        'app.localites',
        'auth.sis',
      ])
        expect([table, await cells.second().rows(count(table))]).toEqual([
          table,
          await cells.first().rows(count(table)),
        ])
      expect(await cells.second().rows('select distinct password_hash as hash from auth.users')).toEqual([
        { hash: '!' },
      ])
    })

    it('is in the directory, in every cell, and no SIS lives there yet', async () => {
      const directory = 'select nom, comptes from auth.cellules order by nom'
      const all = [
        { nom: 'principale', comptes: true },
        { nom: 'sud', comptes: false },
      ]
      expect(await cells.first().rows(directory)).toEqual(all)
      await eventually(cells.second(), directory, all)
      expect(await cells.second().rows('select sis_key from request.homes')).toEqual([])
      expect(await cells.first().rows('select sis_key from request.homes order by 1')).toEqual([
        { sis_key: 'hs' },
        { sis_key: 'test' },
      ])
    })

    it('runs nothing of caserne_owner as a superuser when rows arrive, from PostgreSQL 16 on', async () => {
      const receives = cells.second()
      const [{ version } = {}] = await receives.rows(
        "select current_setting('server_version_num')::int as version",
      )
      const who = Number(version) >= 160_000 ? 'caserne_reception' : 'postgres'
      const owners =
        'select distinct r.rolname as name from pg_subscription s join pg_roles r on r.oid = s.subowner'
      for (const server of [receives, cells.first()])
        expect(await server.rows(owners)).toEqual([{ name: who }])
      // As the owner of the tables could, who must not become a superuser by it.
      await receives.rows(`create table public.seen (who text, super text);
        grant all on public.seen to public;
        create function public.look() returns trigger language plpgsql as $$
          begin insert into public.seen values (current_user, current_setting('is_superuser')); return null; end $$;
        create trigger _999_look after insert or update on auth.users for each row execute function public.look();
        alter table auth.users enable always trigger _999_look`)
      await cells.first().rows("update auth.users set name = name where email = 'lecteur@example.org'")
      await eventually(receives, 'select distinct who, super from public.seen', [
        { who, super: who === 'postgres' ? 'on' : 'off' },
      ])
      await receives.rows(
        'drop trigger _999_look on auth.users; drop function public.look(); drop table public.seen',
      )
    })

    it('hears the beat of the accounts', async () => {
      const [{ beat: first } = {}] = await cells.first().rows('select auth.beat() as beat')
      expect(Number(first)).toBeGreaterThan(0)
      await eventually(cells.second(), 'select auth.heard_beat() as heard', [
        { heard: { numero: Number(first), rompue: false } },
      ])
    })

    it('learns of a revocation within a second', async () => {
      await cells
        .first()
        .rows("update auth.users set disabled_at = now() where email = 'lecteur@example.org'")
      const began = performance.now()
      await eventually(
        cells.second(),
        "select disabled_at is not null as out from auth.users where email = 'lecteur@example.org'",
        [{ out: true }],
      )
      expect(performance.now() - began).toBeLessThan(1_000)
    })

    it('refuses to change what it receives', async () => {
      const message = 'Les comptes et les listes communes sont tenus dans une autre base de données'
      for (const change of [
        "update auth.users set name = 'x'",
        'delete from auth.memberships',
        "insert into app.localites (npa, nom, canton) values ('1', 'x', 'NE')",
        "update auth.sis set cellule = 'sud'",
      ])
        await expect(cells.second().rows(change)).rejects.toThrow(message)
    })
  })

  describe('a cell', () => {
    it('may not bear the name of the reporting database', async () => {
      const added = addCell(
        cells.first().urls.admin,
        { nom: 'rapport', url: cells.second().urls.admin, passwords },
        pino({ level: 'silent' }),
        unwatched,
      )
      await expect(added).rejects.toThrow('La base des chiffres s’appelle ainsi')
    })
  })

  describe('a SIS that is made in a cell', () => {
    it('gets its lists there, and its roles with the accounts', async () => {
      await cells.first().rows("select auth.add_sis('val', 'SIS du Val', null, false, 'sud')")
      await eventually(cells.second(), 'select sis_key from request.homes', [{ sis_key: 'val' }])
      await eventually(cells.second(), "select count(*)::int as rows from app.grades where sis_key = 'val'", [
        { rows: 11 },
      ])
      await eventually(cells.second(), "select count(*)::int as rows from auth.roles where sis_key = 'val'", [
        { rows: 5 },
      ])
      expect(await cells.first().rows("select from app.sis where sis_key = 'val'")).toEqual([])
      expect(await cells.first().rows("select from request.homes where sis_key = 'val'")).toEqual([])
    })

    it('has its people known to the accounts, which link them', async () => {
      await cells.second().rows(
        `select request.open(null, 'val', array['sapeur.modification', 'sapeur.lecture', 'utilisateur.tout'], null);
       insert into app.sapeurs (sis_key, nom, prenom) values ('val', 'Grosjean', 'Anne');`,
      )
      await eventually(cells.first(), "select nom_prenom from auth.sapeurs where sis_key = 'val'", [
        { nom_prenom: 'Grosjean Anne' },
      ])
    })
  })
})
