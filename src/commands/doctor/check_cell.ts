import type pg from 'pg'
import type { Config } from '../../config.ts'
import { otherCells, stateOf, UNREACHABLE, UP_TO_DATE } from '../../db/cells/list_cells.ts'
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
  examine: async ({ config, database }) => {
    const { rows } = await database.query<CellState>(own + cellState)
    const [cell] = rows
    if (cell === undefined) return [ok('aucune : cette base sert seule')]
    return [...judgeCell(cell), ...(cell.comptes ? await examineOthers(config, database) : [])]
  },
}

// Each cell is asked, as `caserne cell list` does.
async function examineOthers({ DATABASE_URL, CELLS = {} }: Config, database: pg.Client): Promise<Finding[]> {
  const { rows } = await database.query<{ beat: string }>('select numero as beat from auth.battements')
  const others = DATABASE_URL === undefined ? [] : await otherCells(DATABASE_URL, CELLS)
  return await Promise.all(
    others.map(async ({ nom, url }) => judgeOther(nom, await stateOf(url, Number(rows[0]?.beat)))),
  )
}

// Judges another cell by its state, as `caserne cell list` prints it.
function judgeOther(nom: string, etat: string): Finding {
  const sentence = `${nom} : ${etat}`
  if (etat === UP_TO_DATE) return ok(sentence)
  if (etat === UNREACHABLE)
    return fault(`${sentence}, ses SIS sont refusés (503)`, 'Relancez sa base, ou corrigez CELLS.')
  return fault(sentence, `Attendez une minute. Si cela dure, lancez caserne cell refresh ${nom}.`)
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
