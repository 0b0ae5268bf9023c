import type { Step } from '../../process/progress.ts'
import { counted } from '../../text/counted.ts'
import { countBroken, readReferences } from '../archive/check_references.ts'
import { alignSequences, renumberEntries } from './align_sequences.ts'
import { awaitApplied } from './await_changes.ts'
import { checkMove } from './check_move.ts'
import { copyAndFollow } from './copy_rows.ts'
import { endMove, endStream } from './end_move.ts'
import { fenceSis, reopen, stopFollowing } from './fence_sis.ts'
import { awaitRest } from './move_jobs.ts'
import { movePersonnes } from './move_personnes.ts'
import { type MoveSides, publishesMove } from './move_sides.ts'
import { type MovedTable, movedTables, moveName, moveStream, personnesTable } from './moved_tables.ts'
import { hasSubscription } from './replicate.ts'
import { awaitHome, prepareHome, switchHome } from './switch_home.ts'
import { type Comparison, compareUntilSame, openComparison } from './verify_move.ts'

/** The steps of a move, in their order. */
export const MOVE_STEPS = [
  'contrôle',
  'identités',
  'copie',
  'rattrapage',
  'fermeture',
  'vérification',
  'préparation',
  'bascule',
  'reprise',
] as const

/** Callbacks that follow a move. */
interface MoveWatch {
  /** A step begins. */
  begin(step: (typeof MOVE_STEPS)[number]): void
  /** A table is copied. */
  copied: Step
}

/** Result of a move. */
export interface Moved {
  rows: number
  tables: number
  jobs: number
  /** Milliseconds for which the SIS took no writes. */
  gap: number
}

const CLOSE_ENOUGH_MS = 200
const CATCH_UP_TRIES = 50
const REST_MS = 5_000

/**
 * Moves a SIS to another cell. May be killed anywhere and called again: each step finds what stands. A failure before
 * the switch leaves the SIS served where it lives.
 * @throws in French
 */
export async function moveSis(sides: MoveSides, watch: MoveWatch): Promise<Moved> {
  const { sis, accounts, source, target } = sides
  const name = moveName(sis)
  // A run that was killed may have closed the SIS. It need not wait for what can be done while it is open.
  if (await publishesMove(source.client, name)) await reopen(sides)
  watch.begin('contrôle')
  const tables = await movedTables(source.client, sis)
  const people = await personnesTable(source.client, sis)
  const comparisons: Comparison[] = []
  try {
    await checkMove(sides, tables)
    await bring(sides, tables, watch)
    watch.begin('rattrapage')
    await catchUp(sides, name)
    const comparison = await openComparison(source, target)
    comparisons.push(comparison)
    const told = await openComparison(source, accounts)
    comparisons.push(told)
    await comparison.survey(tables)
    await catchUp(sides, name)
    await awaitRest(source.client, sis, REST_MS)
    watch.begin('fermeture')
    const closed = performance.now()
    const rows = await leaving(sides, async () => {
      await fenceSis(sides)
      watch.begin('vérification')
      const [all] = await Promise.all([
        verify(sides, comparison, tables),
        source === accounts ? undefined : verify({ ...sides, target: accounts }, told, [people]),
      ])
      watch.begin('préparation')
      await checkAccounts(sides, tables)
      await movePersonnes(sides, people)
      await alignSequences(sides, tables, false)
      await stopFollowing(target, name)
      await prepareHome(sides)
      watch.begin('bascule')
      await switchHome(sides)
      return all
    })
    await awaitHome(target, sis)
    const gap = performance.now() - closed
    watch.begin('reprise')
    return { rows, tables: tables.length, jobs: await endMove(sides), gap }
  } finally {
    await Promise.all(comparisons.map((each) => each.end()))
  }
}

// While there is a subscription, there is a whole copy.
async function bring(sides: MoveSides, tables: MovedTable[], watch: MoveWatch): Promise<void> {
  const { sis, accounts, target } = sides
  const name = moveName(sis)
  if (await hasSubscription(target.client, name)) {
    await target.client.query(`alter subscription ${name} enable`)
    return
  }
  watch.begin('identités')
  await alignSequences(sides, tables, true)
  if (target === accounts) await renumberEntries(sides)
  watch.begin('copie')
  await copy(sides, tables, watch.copied)
}

async function copy({ sis, source, target }: MoveSides, tables: MovedTable[], copied: Step): Promise<void> {
  await copyAndFollow(target, source, moveStream(sis, tables), tables, copied).catch(
    async (error: unknown) => {
      // The first error says why.
      await endStream(target, source, sis).catch(() => undefined)
      throw error
    },
  )
}

// The fence waits for what is on its way, so little should be.
async function catchUp({ source, target }: MoveSides, name: string): Promise<void> {
  for (let tries = 1; (await awaitApplied(source.client, target, name)) > CLOSE_ENOUGH_MS; tries += 1)
    if (tries === CATCH_UP_TRIES)
      throw new Error(
        `La cellule ${target.cell.nom} ne rattrape pas ${source.cell.nom} : relancez la commande à une heure plus calme.`,
      )
}

async function leaving<T>(sides: MoveSides, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await reopen(sides).catch(() => undefined)
    throw error
  }
}

async function verify(
  { sis, source, target }: MoveSides,
  comparison: Comparison,
  tables: MovedTable[],
): Promise<number> {
  const { different, rows } = await compareUntilSame(comparison, tables, 20)
  if (different.length === 0) return rows
  throw new Error(
    `${different.join(', ')} : la cellule ${target.cell.nom} n’a pas les mêmes lignes que ${source.cell.nom}. Le SIS ${sis} reste dans ${source.cell.nom}.`,
  )
}

// The rows refer to each other as in the source. Other rows that they refer to must be here too.
async function checkAccounts({ sis, source, target }: MoveSides, tables: MovedTable[]): Promise<void> {
  const names = tables.map(({ name }) => name)
  for (const reference of await readReferences(target.client, names)) {
    if (names.includes(reference.to) || reference.to === 'auth.sis') continue
    const broken = await countBroken(target.client, reference, sis)
    if (broken > 0 && broken > (await countBroken(source.client, reference, sis)))
      throw new Error(
        `${counted(broken, 'ligne')} de ${reference.from} ${broken > 1 ? 'renvoient' : 'renvoie'} à ${reference.to}, que la cellule ${target.cell.nom} n’a pas (${reference.name}) : le SIS ${sis} reste dans ${source.cell.nom}.`,
      )
  }
}
