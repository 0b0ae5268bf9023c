import type pg from 'pg'
import type { Step } from '../../process/progress.ts'

/** A foreign key. */
interface Reference {
  name: string
  from: string
  to: string
  columns: string[]
  targets: string[]
}

/** Checks foreign keys of the imported rows, which were written without. @throws for the first that is broken */
export async function checkReferences(
  client: pg.Client,
  references: Reference[],
  sis: string,
  step: Step,
): Promise<void> {
  for (const reference of references) {
    step(reference.name)
    const count = await countBroken(client, reference, sis)
    if (count > 0)
      throw new Error(
        `${count} lignes de ${reference.from} renvoient à ${reference.to}, qui ne les a pas (${reference.name}) : rien n’est importé.`,
      )
  }
}

/** The foreign keys of tables. @param names e.g. `app.sapeurs` */
export async function readReferences(client: pg.Client, names: string[]): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select k.conname::text as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
            array(select a.attname::text from unnest(k.conkey) with ordinality u (no, at)
                    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.no order by u.at) as columns,
            array(select a.attname::text from unnest(k.confkey) with ordinality u (no, at)
                    join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.no order by u.at) as targets
       from pg_constraint k
      where k.contype = 'f' and k.conrelid::regclass::text = any ($1)
      order by 2, 1`,
    [names],
  )
  return rows
}

/** How many rows of a SIS a foreign key finds no other row for. */
export async function countBroken(
  client: pg.Client,
  { from, to, columns, targets }: Reference,
  sis: string,
): Promise<number> {
  const same = columns.map((column, at) => `t."${targets[at]}" = r."${column}"`)
  const given = columns.map((column) => `r."${column}" is not null`)
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::integer as n from ${from} r
      where r.sis_key = $1 and ${given.join(' and ')} and not exists (select from ${to} t where ${same.join(' and ')})`,
    [sis],
  )
  return rows[0]?.n ?? 0
}
