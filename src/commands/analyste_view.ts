import type pg from 'pg'
import { Directory, readDirectory } from '../db/cells/cell.ts'
import { REPORTING } from '../db/cells/reporting_tables.ts'

/** View of a login on its database: only SIS that live there, unless it is the reporting database. */
interface View {
  /** Scope of a national login. */
  national: string
  /** Says where the figures of SIS are that live elsewhere, a sentence each. */
  elsewhere(sis: string[]): string[]
}

/**
 * Reads in a database what its logins can see.
 * @param keepsGrants whether what they may see is to be written there too
 * @throws in French when it is, and the database is a cell that only receives it
 */
export async function readView(owner: pg.Client, keepsGrants: boolean): Promise<View> {
  const { rows } = await owner.query<{ directory: unknown }>(readDirectory)
  const { cellules, ici, sis: homes } = Directory.parse(rows[0]?.directory)
  if (ici === null || ici === REPORTING) return { national: 'tous les SIS', elsewhere: () => [] }
  if (keepsGrants && cellules.find(({ nom }) => nom === ici)?.comptes !== true)
    throw new Error(
      `Cette base est la cellule ${ici} : indiquez dans DATABASE_URL la base qui tient les comptes, et celle-ci par --url.`,
    )
  return {
    national: `les SIS de la cellule ${ici}`,
    elsewhere: (sis) =>
      sis.flatMap((key) => {
        const home = homes[key]
        return home == null || home === ici
          ? []
          : [
              `Les chiffres du SIS ${key} sont dans la cellule ${home} : il ne les voit que là, ou dans la base des chiffres (--url).`,
            ]
      }),
  }
}
