import { beforeAll, describe, expect, it } from 'vitest'
import { patience, useCommands } from '../../commands/command_fixture.ts'
import type { OwnPostgres } from '../../faults/own_postgres.ts'
import { fillSis, readSis } from '../archive/whole_sis.ts'
import { eventually, useAsDatabase, useTwoCells } from './cells_fixture.ts'

const cells = useTwoCells()
const run = useCommands(() => ({ DATABASE_URL: cells.operator() }))
const first = useAsDatabase(cells.first)
const second = useAsDatabase(cells.second)

const move = (to: string) => run(['sis', 'move', 'hs', '--to', to])
const clean = (cell: string) => run(['sis', 'clean', 'hs', '--cell', cell, '--yes'])
const ACCOUNTS = [
  'fermetures',
  'invitation_roles',
  'invitations',
  'memberships',
  'role_permissions',
  'roles',
  'user_roles',
]

// The rows of the SIS that move, by table. Each cell has its own name for the ledger of the instance.
async function readMoved(database: typeof first): Promise<Record<string, string[]>> {
  const all = await readSis(database, 'hs')
  const isKept = (row: string) => ACCOUNTS.some((name) => row.includes(`"ressource": "${name}"`))
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !name.startsWith('auth.'))
      .map(([name, rows]) => [
        name,
        name === 'audit.journal'
          ? rows.filter((row) => !isKept(row))
          : rows.map((row) => row.replace(/"message_sis_key": "\*\w*"/, '"message_sis_key": "*"')),
      ]),
  )
}

function expectSame(after: Record<string, string[]>, before: Record<string, string[]>): void {
  expect(Object.keys(after)).toEqual(Object.keys(before))
  for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]])
}

const write = (cell: OwnPostgres, nom: string) =>
  cell.rows(
    `select request.open(null, 'hs', array(select identifiant from auth.permissions), null);
     insert into app.telephones_utiles (sis_key, nom, numero) values ('hs', '${nom}', '118')`,
  )

const jobs = (cell: OwnPostgres) =>
  cell.rows(
    `select t.identifier as task, j.key, j.payload, j.run_at < now() + interval '1 year' as free, j.max_attempts, q.queue_name as queue
       from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where j.payload ->> 'sis_key' = 'hs'
      order by t.identifier, j.key, j.id`,
  )

const traces = `select pubname::text as name from pg_publication where pubname like 'caserne_move%'
  union all select subname from pg_subscription where subname like 'caserne_move%'
  union all select slot_name from pg_replication_slots where slot_name !~ '^caserne_(comptes|personnes)_'
  union all select rolname from pg_roles where rolname like 'caserne_move%'
  union all select roname from pg_replication_origin where roname like 'caserne_move%'`

async function expectServed(cell: 'first' | 'second', nom: string): Promise<void> {
  const other = cell === 'first' ? 'second' : 'first'
  await write(cells[cell](), nom)
  await expect(write(cells[other](), nom)).rejects.toThrow('Ce SIS est servi par une autre base de données')
  expect(await cells[other]().rows(`select from app.telephones_utiles where nom = '${nom}'`)).toEqual([])
  for (const each of [cells.first(), cells.second()]) expect(await each.rows(traces)).toEqual([])
}

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

describe('a SIS that moves', () => {
  it('has every row in its new cell, and is served there', patience, async () => {
    const before = await readMoved(first)
    expect(Object.keys(before).filter((name) => before[name]?.length === 0)).toEqual([])
    const moved = await move('sud')
    expect(moved).toMatchObject({ code: 0, said: expect.stringContaining('déménagé de principale dans sud') })
    expectSame(await readMoved(second), before)
    await expectServed('second', 'Au sud')
  })

  it('has its people in both, and tells the accounts of them', patience, async () => {
    const people = "select id, nom_prenom, email, service from auth.sapeurs where sis_key = 'hs' order by id"
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
    expect(await jobs(cells.first())).toMatchObject([{ task: 'send_mail', payload: { genre: 'invitation' } }])
  })

  it('names mails of the instance by the cell that has them', async () => {
    const named =
      "select distinct message_sis_key as name from app.alarmes where sis_key = 'hs' and message_sis_key like '*%'"
    expect(await cells.second().rows(named)).toEqual([{ name: '*principale' }])
  })

  it('says in the journal of the instance where it lives', async () => {
    expect(
      await cells
        .first()
        .rows("select avant, apres from audit.journal where sis_key = '*' and ressource = 'sis'"),
    ).toEqual([{ avant: { api_key: 'hs', cellule: 'principale' }, apres: { api_key: 'hs', cellule: 'sud' } }])
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
    // What is written after the removal arrives after it.
    const [{ beat } = {}] = await cells.first().rows('select auth.beat() as beat')
    await eventually(cells.second(), `select battement >= ${beat} as heard from request.cellule`, [
      { heard: true },
    ])
    await cells.second().rows("insert into request.nettoyages values ('val')")
    await eventually(cells.first(), 'select sis_key from request.nettoyages', [{ sis_key: 'val' }])
    await cells.second().rows("delete from request.nettoyages where sis_key = 'val'")
    expect(await cells.first().rows(people)).toEqual(before)
  })
})

describe('a move that cannot go on', () => {
  it('says so, leaves the SIS served, and goes on once it can', patience, async () => {
    await cells
      .second()
      .rows("alter table app.telephones_utiles add constraint plein check (numero <> '145')")
    expect(await move('sud')).toMatchObject({
      code: 1,
      said: expect.stringContaining('La cellule sud refuse les lignes de app.telephones_utiles : '),
    })
    await write(cells.first(), 'Pendant')
    await cells.second().rows('alter table app.telephones_utiles drop constraint plein')
    const before = await readMoved(first)
    expect(await move('sud')).toMatchObject({ code: 0 })
    expectSame(await readMoved(second), before)
    await expectServed('second', 'Enfin')
    expect(await clean('principale')).toMatchObject({ code: 0 })
  })

  it('opens the SIS again when a row differs, and says in which table', patience, async () => {
    await cells.first().rows(
      `create function public.change() returns trigger language plpgsql as $$ begin new.designation := 'autre'; return new; end $$;
       create trigger change before insert on app.vehicules for each row execute function public.change();
       alter table app.vehicules enable always trigger change`,
    )
    expect(await move('principale')).toMatchObject({
      code: 1,
      said: expect.stringContaining('app.vehicules : la cellule principale n’a pas les mêmes lignes que sud'),
    })
    await cells.first().rows('drop trigger change on app.vehicules; drop function public.change()')
    await write(cells.second(), 'Rouvert')
    await cells.first().rows("update auth.roles set nom = nom where sis_key = 'hs'")
  })

  it('ends when told that the SIS stays, and leaves nothing', patience, async () => {
    expect(await clean('principale')).toMatchObject({ code: 1, said: expect.stringContaining('en cours') })
    expect(await move('sud')).toMatchObject({ code: 0, said: expect.stringContaining('Déménagement annulé') })
    await expectServed('second', 'Resté')
    expect(Object.entries(await readMoved(first)).filter(([, rows]) => rows.length > 0)).toEqual([])
    expect(await move('sud')).toMatchObject({ code: 0, said: expect.stringContaining('rien à faire') })
  })

  it.each([
    [['sis', 'move', 'nulle', '--to', 'sud'], 'SIS inconnu : nulle'],
    [['sis', 'move', 'hs', '--to', 'nord'], 'Cellule inconnue : nord. Il y a : principale, sud.'],
  ])('is not begun by %j', async (args, message) => {
    expect(await run(args)).toMatchObject({ code: 1, said: expect.stringContaining(message) })
  })
})
