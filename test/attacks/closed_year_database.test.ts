import { beforeAll, describe, expect, it } from 'vitest'
import { useDemo } from '../demo/history_fixture.ts'
import { asSomeone } from '../support/database.ts'
import { allPermissions, outcome } from '../support/table.ts'

const { database, rows } = useDemo({ today: '2026-11-23' })

/** A table of which rows belong to a year, which rows those are, and what the data server may write in it. */
interface Table {
  name: string
  /** SQL of its rows of the closed year. */
  closed: string
  updated: { column: string; value: string }[]
  inserted: string[]
  deleted: boolean
}

// Tables are found over foreign keys, beginning with the year. An alarm refers to its intervention and belongs to no year.
const findTables = `
  with recursive belonging as (
    select 'app.exercices_comptables'::regclass as rel, 'annee = 2024 and sis_key = ''hs''' as closed, 0 as depth
    union all
    select c.conrelid::regclass, format('%I in (select id from %s where %s)', a.attname, b.rel, b.closed) collate "default", b.depth + 1
      from belonging b
      join pg_constraint c on c.contype = 'f' and c.confrelid = b.rel and c.conrelid <> c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname <> 'sis_key'
     where b.depth < 3
       and c.conrelid::regclass::text not in ('app.alarmes', 'app.messages')
  ),
  tables as (
    select distinct on (rel) rel, format('sis_key = ''hs'' and %s', closed) as closed from belonging where depth > 0 order by rel, depth, closed
  )
  select t.rel::text as name, t.closed, has_table_privilege('caserne_api', t.rel, 'delete') as deleted,
         array(select a.attname::text from pg_attribute a
                where a.attrelid = t.rel and a.attnum > 0 and not a.attisdropped and has_column_privilege('caserne_api', t.rel, a.attnum, 'insert')) as inserted,
         coalesce((
           select json_agg(json_build_object('column', a.attname, 'value', format(
                    case
                      when a.atttypid = 'boolean'::regtype then 'not coalesce(%I, false)'
                      when a.atttypid in ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype) then 'coalesce(%I, 0) + 1'
                      when a.atttypid = 'date'::regtype then 'coalesce(%I, current_date) + 1'
                      when a.atttypid = 'time'::regtype then 'coalesce(%I, ''08:00'') + interval ''1 minute'''
                      when a.atttypid = 'timestamptz'::regtype then 'coalesce(%I, now()) + interval ''1 minute'''
                      when a.atttypid = 'text'::regtype then 'coalesce(%I, '''') || ''x'''
                    end, a.attname)))
             from pg_attribute a
            where a.attrelid = t.rel and a.attnum > 0 and not a.attisdropped and has_column_privilege('caserne_api', t.rel, a.attnum, 'update')
         ), '[]') as updated
    from tables t
   order by 1`

/** Every write to the rows of the closed year that the rights of the data server allow. */
function writesTo({ name, closed, updated, inserted, deleted }: Table): string[] {
  const copied = `insert into ${name} (${inserted}) select ${inserted} from ${name} where ${closed} limit 1`
  return [
    ...updated.map(({ column, value }) => `update ${name} set ${column} = ${value} where ${closed}`),
    ...(inserted.length > 0 ? [copied] : []),
    ...(deleted ? [`delete from ${name} where ${closed}`] : []),
  ]
}

// The demo has no acknowledgement and no report of a tablet that is so old.
beforeAll(async () => {
  await rows('set session_replication_role = replica')
  await rows(
    `insert into app.intervention_quittances (sis_key, intervention_id, sapeur_id)
     select i.sis_key, i.id, i.sapeur_id from app.interventions i where i.sis_key = 'hs' and i.statut = 3`,
  )
  await rows(
    `insert into app.rapports_tablette (sis_key, intervention_id, local_uuid, avertissements, corps)
     select i.sis_key, i.id, gen_random_uuid(), '{}', '{}' from app.interventions i where i.sis_key = 'hs' and i.statut = 3`,
  )
  await rows('set session_replication_role = origin')
})

describe('the data server, with every permission', () => {
  it('changes, adds and removes no row of a closed year', async () => {
    const tables = ((await rows(findTables)) as unknown as Table[]).filter(
      (each) => writesTo(each).length > 0,
    )
    expect(tables.length).toBeGreaterThan(15)
    for (const table of tables) {
      const [found] = await rows(`select count(*)::int as nb from ${table.name} where ${table.closed}`)
      expect([table.name, found?.nb]).not.toEqual([table.name, 0])
      const outcomes: (string | number)[] = []
      for (const statement of writesTo(table))
        await asSomeone(
          await database.as('api'),
          { sis: 'hs', permissions: allPermissions },
          async (client) => {
            const result = await outcome(client, statement)
            // A value that breaks another rule is refused before the year is asked.
            expect([statement, result]).toEqual([
              statement,
              expect.toBeOneOf(['PT409', '23503', '23505', '23514']),
            ])
            outcomes.push(result)
          },
        )
      expect([table.name, outcomes]).toEqual([table.name, expect.arrayContaining(['PT409'])])
    }
  })
})
