import { expect } from 'vitest'
import { useCommands } from '../../commands/command_fixture.ts'
import type { OwnPostgres } from '../../faults/own_postgres.ts'
import type { Outcome } from '../../support/command_line.ts'
import type { TestDatabase } from '../../support/database.ts'
import { readSis } from '../archive/whole_sis.ts'
import type { TwoCells } from './cells_fixture.ts'

/** Resources of the journal that stay with the accounts. */
export const ACCOUNTS = [
  'analystes',
  'fermetures',
  'invitation_roles',
  'invitations',
  'memberships',
  'role_permissions',
  'roles',
  'user_roles',
]

/**
 * The rows of the SIS that move, by table. Each cell has its own name for the ledger of the
 * instance.
 */
export async function readMoved(database: TestDatabase): Promise<Record<string, string[]>> {
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

/** Compares one table after the other: a difference of all at once could not be read. */
export function expectSame(after: Record<string, string[]>, before: Record<string, string[]>): void {
  expect(Object.keys(after)).toEqual(Object.keys(before))
  for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]])
}

/** Writes in hs, as a request does. */
export const write = (cell: OwnPostgres, nom: string) =>
  cell.rows(
    `select request.open(null, 'hs', array(select identifiant from auth.permissions), null);
     insert into app.telephones_utiles (sis_key, nom, numero) values ('hs', '${nom}', '118')`,
  )

/** The jobs of hs. */
export const jobs = (cell: OwnPostgres) =>
  cell.rows(
    `select t.identifier as task, j.key, j.payload, j.run_at < now() + interval '1 year' as free, j.max_attempts, q.queue_name as queue
       from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where j.payload ->> 'sis_key' = 'hs'
      order by t.identifier, j.key, j.id`,
  )

// Objects that a move makes, and removes at its end.
const traces = `select pubname::text as name from pg_publication where pubname like 'caserne_move%'
  union all select subname from pg_subscription where subname like 'caserne_move%'
  union all select slot_name from pg_replication_slots where slot_name !~ '^caserne_(comptes|personnes)_'
  union all select rolname from pg_roles where rolname like 'caserne_move%'
  union all select roname from pg_replication_origin where roname like 'caserne_move%'`

/** Moves hs between two cells, by the commands of an operator. */
export function useMoves(cells: TwoCells) {
  const run = useCommands(() => ({ DATABASE_URL: cells.operator() }))
  const move = (to: string): Promise<Outcome> => run(['sis', 'move', 'hs', '--to', to])
  const clean = (cell: string): Promise<Outcome> => run(['sis', 'clean', 'hs', '--cell', cell, '--yes'])

  /** One cell takes writes, the other refuses them, and nothing of the move is left. */
  async function expectServed(cell: 'first' | 'second', nom: string): Promise<void> {
    const other = cell === 'first' ? 'second' : 'first'
    await write(cells[cell](), nom)
    await expect(write(cells[other](), nom)).rejects.toThrow('Ce SIS est servi par une autre base de données')
    expect(await cells[other]().rows(`select from app.telephones_utiles where nom = '${nom}'`)).toEqual([])
    for (const each of [cells.first(), cells.second()]) expect(await each.rows(traces)).toEqual([])
  }
  return { run, move, clean, expectServed }
}
