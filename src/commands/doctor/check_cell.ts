import type { Check } from './check.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

interface CellState {
  nom: string
  comptes: boolean
  /** Whether changes of accounts are known to be missing. */
  rompue: boolean
  /** Whether the subscription to the accounts is enabled; null when there is none. */
  abonnee: boolean | null
  /** In the accounts' database: the cells whose people do not arrive, because a subscription is missing or disabled. */
  unsubscribed: string[]
  /** The publications and subscriptions of moves. */
  moves: string[]
}

const cellState = `
  select c.nom, c.comptes, c.rompue_at is not null as rompue,
         (select bool_and(s.subenabled) from own s where starts_with(s.subname, 'caserne_comptes_')) as abonnee,
         array(select k.nom from auth.cellules k
                where c.comptes and not k.comptes
                  and not exists (select from own s
                                   where s.subname = replace(format('caserne_personnes_%s_%s', k.nom, c.nom), '-', '_') and s.subenabled)
                order by 1) as unsubscribed,
         array(select pubname::text from pg_catalog.pg_publication where starts_with(pubname, 'caserne_move_')
               union select subname::text from own where starts_with(subname, 'caserne_move_') order by 1) as moves
    from request.cellule c`
const own = `
  with own as (
    select s.subname, s.subenabled from pg_catalog.pg_subscription s
     where s.subdbid = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
  )`

/** Checks the cells: whether each receives the accounts, and whether a SIS is moving. */
export const checkCell: Check = {
  name: 'cellule',
  needs: 'owner',
  examine: async ({ database }) => {
    const { rows } = await database.query<CellState>(own + cellState)
    return rows[0] === undefined ? [ok('aucune : cette base sert seule')] : judgeCell(rows[0])
  },
}

/** Findings about a cell. */
export function judgeCell({ nom, comptes, rompue, abonnee, unsubscribed, moves }: CellState): Finding[] {
  const remedy = (cell: string) =>
    `Lancez caserne cell refresh ${cell}, avec la base des comptes dans DATABASE_URL.`
  const refresh = remedy(nom)
  const state = () => {
    if (comptes) return ok(`${nom}, qui tient les comptes`)
    if (abonnee === null)
      return fault(`${nom} n’est pas abonnée aux comptes : ses SIS sont refusés (503)`, refresh)
    if (!abonnee)
      return fault(`l’abonnement de ${nom} aux comptes est désactivé : ses SIS sont refusés (503)`, refresh)
    if (rompue)
      return fault(`des changements des comptes manquent dans ${nom} : ses SIS sont refusés (503)`, refresh)
    return ok(`${nom}, qui reçoit les comptes`)
  }
  return [
    state(),
    ...unsubscribed.map((cell) =>
      fault(`les comptes n’apprennent plus rien des sapeurs de la cellule ${cell}`, remedy(cell)),
    ),
    ...moves.map((name) =>
      warning(
        `un SIS est en train de déménager, ou son déménagement s’est arrêté (${name})`,
        'Finissez-le ou abandonnez-le : caserne sis move <clé> --to <cellule>.',
      ),
    ),
  ]
}
