import type { Directory } from './cell.ts'
import { cleanSis } from './clean_sis.ts'
import { endStream } from './end_move.ts'
import { unfenceSis } from './fence_sis.ts'
import { findFollower, withCell } from './move_sides.ts'
import { moveName } from './moved_tables.ts'
import type { Side } from './replicate.ts'

/**
 * Ends a move that has not happened yet: the SIS takes writes where it lives, and what was copied is removed.
 * @returns where it was copied to; undefined when nothing was copied yet
 */
export async function cancelMove(
  accounts: Side,
  source: Side,
  sis: string,
  directory: Directory,
): Promise<string | undefined> {
  await unfenceSis({ sis, accounts, source })
  const follower = await findFollower(accounts, directory, moveName(sis))
  if (follower === undefined) {
    await endStream(null, source, sis)
    return undefined
  }
  await withCell(accounts, follower, async (target) => {
    await endStream(target, source, sis)
    await cleanSis(target, sis, () => undefined)
  })
  return follower.nom
}
