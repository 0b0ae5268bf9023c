import type pg from 'pg'
import type { Step } from '../../process/progress.ts'
import type { CarriedTable } from './carried_tables.ts'

interface Reference {
  name: string
  from: string
  to: string
  columns: string[]
  targets: string[]
}

/** Checks every foreign key of the imported rows, which were written without. @throws for the first that is broken */
export async function checkReferences(
  client: pg.Client,
  tables: CarriedTable[],
  sis: string,
  step: Step,
): Promise<void> {
  const { rows } = await client.query<Reference>(
    `select k.conname::text as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
            array(select a.attname::text from unnest(k.conkey) with ordinality u (no, at)
                    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.no order by u.at) as columns,
            array(select a.attname::text from unnest(k.confkey) with ordinality u (no, at)
                    join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.no order by u.at) as targets
       from pg_constraint k
      where k.contype = 'f' and k.conrelid::regclass::text = any ($1)
      order by 2, 1`,
    [tables.map(({ name }) => name)],
  )
  for (const { name, from, to, columns, targets } of rows) {
    step(name)
    const same = columns.map((column, at) => `t."${targets[at]}" = r."${column}"`)
    const given = columns.map((column) => `r."${column}" is not null`)
    const broken = await client.query<{ n: number }>(
      `select count(*)::integer as n from ${from} r
        where r.sis_key = $1 and ${given.join(' and ')} and not exists (select from ${to} t where ${same.join(' and ')})`,
      [sis],
    )
    const count = broken.rows[0]?.n ?? 0
    if (count > 0)
      throw new Error(
        `${count} lignes de ${from} renvoient à ${to}, qui ne les a pas (${name}) : rien n’est importé.`,
      )
  }
}
