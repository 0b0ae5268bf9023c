import type { Check } from './check.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

/** A hole of PostgreSQL that concerns Caserne, and the minor of each major version in which it is closed. */
interface Fix {
  closedIn: Record<number, number>
  hole: string
  source: string
  /** Whether it can be used only through a login that writes, which only the servers and workers of Caserne have. */
  needsWriter?: boolean
}

const OLDEST = 15
const NEWEST = 18

// To add one, put it at the end. A major version that is absent never had the hole.
const fixes: Fix[] = [
  {
    closedIn: { 15: 9, 16: 5, 17: 1 },
    hole: 'une politique peut être appliquée pour un autre rôle (CVE-2024-10976)',
    source: 'https://www.postgresql.org/support/security/CVE-2024-10976/',
  },
  {
    closedIn: { 15: 14, 16: 10, 17: 6 },
    hole: 'les statistiques du planificateur montrent des données que les politiques cachent (CVE-2025-8713)',
    source: 'https://www.postgresql.org/support/security/CVE-2025-8713/',
  },
  {
    closedIn: { 15: 16, 16: 12, 17: 8, 18: 2 },
    hole: 'pgcrypto écrit hors de sa mémoire (CVE-2026-2005)',
    source: 'https://www.postgresql.org/about/news/postgresql-182-178-1612-1516-and-1421-released-3235/',
  },
  {
    closedIn: { 15: 18, 16: 14, 17: 10, 18: 4 },
    hole: 'des requêtes écrivent hors de la mémoire du serveur (CVE-2026-6473)',
    source: 'https://www.postgresql.org/about/news/postgresql-184-1710-1614-1518-and-1423-released-3297/',
  },
  {
    closedIn: { 15: 20, 16: 16, 17: 12, 18: 7 },
    hole: 'INSERT … ON CONFLICT lit des lignes que les politiques cachent (CVE-2026-120154)',
    source: 'https://www.suse.com/security/cve/CVE-2026-120154.html',
    needsWriter: true,
  },
]

/** The version of PostgreSQL, and whether holes are known in it. */
export const checkVersion: Check = {
  name: 'PostgreSQL',
  needs: 'database',
  examine: async ({ database }) => {
    const { rows } = await database.query<{ version: number }>(
      "select pg_catalog.current_setting('server_version_num')::integer as version",
    )
    return [judgeVersion(rows[0]?.version ?? 0)]
  },
}

/** Judges a version of PostgreSQL. @param number as in server_version_num: 150020 is 15.20 */
export function judgeVersion(number: number): Finding {
  const major = Math.floor(number / 10_000)
  const minor = number % 10_000
  const version = `PostgreSQL ${major}.${minor}`
  if (major < OLDEST)
    return fault(`${version} n’est pas pris en charge`, `Passez à la version ${OLDEST} ou plus récente.`)
  const open = fixes.filter(({ closedIn }) => minor < (closedIn[major] ?? 0))
  const last = open.at(-1)
  if (last) {
    const report = open.every(({ needsWriter }) => needsWriter) ? warning : fault
    return report(
      `${version} : ${open.map(({ hole }) => hole).join(' ; ')}`,
      `Passez à ${major}.${last.closedIn[major]} ou plus récent : ${last.source}`,
    )
  }
  if (major > NEWEST)
    return warning(
      `${version} n’a pas été essayé avec cette version de Caserne`,
      `Les versions ${OLDEST} à ${NEWEST} le sont.`,
    )
  return ok(version)
}
