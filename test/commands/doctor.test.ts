import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../faults/own_postgres.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

// Roles and rights concern the whole cluster: no other test may change them meanwhile.
let postgres: OwnPostgres
const data = mkdtempSync(join(tmpdir(), 'caserne-doctor-'))
beforeAll(async () => {
  postgres = await startOwnPostgres()
  await postgres.rows("update auth.users set password_hash = ext.crypt('un autre', ext.gen_salt('bf', 4))")
}, 120_000)
afterAll(async () => {
  await postgres.remove()
  rmSync(data, { recursive: true })
})

const settings = () => ({
  DATABASE_URL: postgres.urls.admin,
  AUTH_DATABASE_URL: postgres.urls.auth,
  API_DATABASE_URL: postgres.urls.api,
  WORKER_DATABASE_URL: postgres.urls.worker,
  DATA_DIR: data,
})
const run = useCommands(settings)
const byProgram = usePrograms(settings)

interface Found {
  check: string
  level: string
  sentence: string
  remedy?: string
}

// All findings that are no good news, and the exit code. What is known of this minor of PostgreSQL changes with the time.
async function examine(env: Record<string, string> = {}): Promise<{ code: number | null; found: string[] }> {
  const { code, said } = await run(['doctor', '--json'], { env })
  const { findings } = JSON.parse(said) as { findings: Found[] }
  return {
    code,
    found: findings
      .filter(({ level, check }) => (level === 'fault' || level === 'warning') && check !== 'PostgreSQL')
      .map(({ level, check, sentence }) => `${level} ${check}: ${sentence}`),
  }
}

// As sql/app/sapeurs/sapeurs.sql has it.
const lecture = 'create policy lecture on app.sapeurs for select using (sis_key = request.sis_with_any())'
const well = { code: 0, found: [] }

// Breaks the database, finds exactly the fault, repairs it, and finds nothing any more.
async function shows(broken: string, repaired: string, ...faults: string[]): Promise<void> {
  await postgres.rows(broken)
  const seen = await examine()
  // First of all, so that the next test finds a sound database.
  await postgres.rows(repaired)
  expect(seen).toEqual({ code: 1, found: faults })
  expect(await examine()).toEqual(well)
}

it('says line by line that all is well, and what it could not see, and ends', patience, async () => {
  const { code, said } = await byProgram(['doctor'])
  expect(code).toBe(0)
  expect(said).toMatch(/^(ok|attention) +PostgreSQL +PostgreSQL \d+\.\d+/m)
  expect(said).toContain('politiques, fonctions, tables et droits comme livrés')
  expect(said).toMatch(/^non vu +envoi \(SMTP\)/m)
  expect(said).toMatch(/^0 faute, [01] point d’attention, \d+ points? non vus?$/m)
  expect(said).not.toContain('FAUTE')
})

describe('the schema', () => {
  it('is at fault without a policy', patience, () =>
    shows(
      'drop policy lecture on app.sapeurs',
      lecture,
      'fault schéma: politique app.sapeurs lecture manque',
    ),
  )

  it('is at fault with a policy that was altered by hand', patience, () =>
    shows(
      'alter policy lecture on app.sapeurs using (true)',
      `drop policy lecture on app.sapeurs; ${lecture}`,
      'fault schéma: politique app.sapeurs lecture est différent de ce qui a été livré',
    ),
  )

  it('is at fault if row security is not forced, also for servers', patience, () =>
    shows(
      'alter table app.sapeurs no force row level security',
      'alter table app.sapeurs enable row level security, force row level security',
      'fault schéma: la table app.sapeurs n’a pas de politiques forcées',
      'fault adresses: AUTH_DATABASE_URL : la table app.sapeurs n’a pas de politiques forcées',
      'fault adresses: API_DATABASE_URL : la table app.sapeurs n’a pas de politiques forcées',
    ),
  )

  it('is at fault with a right that was added, with the SQL that takes it away', patience, async () => {
    await postgres.rows(
      'grant delete on app.sis to caserne_api; grant update (email) on auth.users to public',
    )
    const { said } = await run(['doctor', '--sql'])
    expect(said).toContain('\nrevoke delete on app.sis from caserne_api;\n')
    expect(said).toContain('\nrevoke update (email) on auth.users from public;\n')
    expect((await examine()).found).toEqual([
      'fault schéma: le droit DELETE to caserne_api on app.sis a été ajouté',
      'fault schéma: le droit UPDATE to public on auth.users.email a été ajouté',
    ])
    await postgres.rows(said)
    expect(await examine()).toEqual(well)
  })

  it('only draws attention to an index that was added', patience, async () => {
    await postgres.rows('create index trop on app.sapeurs (sis_key, nom)')
    expect(await examine()).toEqual({
      code: 0,
      found: ['warning schéma: index trop ON app.sapeurs a été ajouté'],
    })
    await postgres.rows('drop index app.trop')
  })
})

describe('roles', () => {
  it('are at fault with attributes that pass the policies, or memberships', patience, () =>
    shows(
      'alter role caserne_api bypassrls; create role groupe; grant groupe to caserne_auth',
      'alter role caserne_api nobypassrls; drop role groupe',
      'fault rôles: le rôle caserne_api contourne les politiques (bypassrls)',
      'fault rôles: le rôle caserne_auth est membre de groupe',
      'fault adresses: API_DATABASE_URL : le rôle caserne_api contourne les politiques (bypassrls)',
    ),
  )

  it('are at fault if a login has another password than its address', patience, () =>
    shows(
      "alter role caserne_worker password 'autre'",
      `alter role caserne_worker password '${new URL(postgres.urls.worker).password}'`,
      'fault adresses: WORKER_DATABASE_URL : password authentication failed for user "caserne_worker"',
    ),
  )
})

it('prints SQL that a superuser can run against every missing guard', patience, async () => {
  await postgres.rows(
    'grant execute on function pg_catalog.lo_create(oid), pg_catalog.lo_creat(integer) to public; create role sans_limite login in role caserne_analyst',
  )
  expect((await examine()).code).toBe(0)
  const { code, said } = await run(['doctor', '--sql'])
  expect([code, said]).toEqual([
    0,
    expect.stringContaining('-- Tout login peut créer de grands objets (lo_create)\n'),
  ])
  expect(said).toContain("alter role sans_limite set log_min_messages = 'fatal';\n")
  await postgres.rows(said)
  expect(await run(['doctor', '--sql'])).toEqual({
    code: 0,
    said: '-- Rien ne reste à faire par un superutilisateur.\n',
  })
})

it('finds extensions that are gone or elsewhere', patience, () =>
  shows(
    'alter extension btree_gist set schema public',
    'alter extension btree_gist set schema ext',
    'fault extensions: l’extension btree_gist est dans le schéma public au lieu de ext',
  ),
)

it('finds accounts of the demo with the password that everybody knows', patience, () => {
  const give = (password: string) =>
    `update auth.users set password_hash = ext.crypt('${password}', ext.gen_salt('bf', 4)) where email = 'chef@example.org'`
  return shows(
    give('caserne-demo'),
    give('un autre'),
    'fault comptes de démo: le mot de passe de 1 comptes est connu de tous : chef@example.org',
  )
})

it('finds a database that waits for a standby which is not there', patience, async () => {
  const reload = async (to: string) => {
    await postgres.rows('select pg_reload_conf()')
    await vi.waitFor(async () =>
      expect(await postgres.rows('show synchronous_standby_names')).toEqual([
        { synchronous_standby_names: to },
      ]),
    )
  }
  await postgres.rows("alter system set synchronous_standby_names = 'ailleurs'")
  await reload('ailleurs')
  const seen = await examine()
  await postgres.rows('alter system reset synchronous_standby_names')
  await reload('')
  expect(seen).toEqual({
    code: 1,
    found: [
      'fault réplication: synchronous_standby_names est « ailleurs », mais aucun standby n’est là : les écritures attendent',
    ],
  })
  expect(await examine()).toEqual(well)
})

it('names the mailboxes that no worker reads, and those whose server does not answer', patience, async () => {
  const rows = await postgres.rows(
    `insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe, created_at)
     values ('hs', '192.0.2.1', 993, 'x', '', now() - interval '1 day') returning id`,
  )
  const id = rows[0]?.id
  await postgres.rows(
    "update jobs.releves set active_since = now() - interval '1 day', last_success_at = now() - interval '5 minutes' where messagerie_id = $1",
    [id],
  )
  const { code, found } = await examine({ MAILBOX_KEY: Buffer.alloc(32).toString('base64') })
  await postgres.rows('delete from app.messageries where id = $1', [id])
  expect(code).toBe(1)
  expect(found[0]).toBe('fault file: Aucune messagerie n’est relevée')
  expect(found[1]).toBe(
    `fault messageries: Messagerie ${id} (hs, 192.0.2.1) : personne ne la lit depuis 5 minutes.`,
  )
  expect(found[2]).toContain('MAILBOX_KEY a-t-elle changé ?')
})

it('says what it can see with the address of a server alone', patience, async () => {
  const { code, said } = await run(['doctor', '--json'], { env: { DATABASE_URL: '' } })
  const { findings } = JSON.parse(said) as { findings: Found[] }
  expect(code).toBe(0)
  expect(findings).toContainEqual(expect.objectContaining({ check: 'schéma', level: 'ok' }))
  expect(findings).toContainEqual(expect.objectContaining({ check: 'comptes de démo', level: 'unchecked' }))
})

it('tells that the database is away, and examines the rest', patience, async () => {
  const { code, said } = await run(['doctor', '--json'], {
    env: { DATABASE_URL: 'postgres://x:geheim@127.0.0.1:1/caserne' },
  })
  const { level, findings } = JSON.parse(said) as { level: string; findings: Found[] }
  expect([code, level, findings[0]?.check]).toEqual([1, 'fault', 'base'])
  expect(findings).toContainEqual(expect.objectContaining({ check: 'disque', level: 'ok' }))
  expect(said).not.toContain('geheim')
})
