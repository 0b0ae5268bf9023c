import type { Command } from 'commander'
import type pg from 'pg'
import { openOwner } from '../db/open_owner.ts'
import { explainWalls, missingLimits, missingWalls } from '../db/walls.ts'
import { runOnce, say } from '../process/run.ts'
import type { Setting } from '../process/setting.ts'

interface UnreadMessagerie {
  sis: string
  id: number
  host: string
  since_success: number
  unread: boolean
}

/** Adds the command that lists what an operator should attend to. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Examine la base : ce qu’un superutilisateur devrait y interdire ou y limiter, les messageries que personne ne lit',
    )
    .action(() => runOnce(examine))
}

// A database that is missing or not up to date already fails to open.
async function examine(setting: Setting): Promise<void> {
  const owner = await openOwner(setting)
  const walls = [...(await missingWalls(owner)), ...(await missingLimits(owner))]
  const unread = await listUnread(owner)
  // Sentences beside SQL become SQL comments, so that the whole output can be passed to psql.
  const tell = walls.length === 0 ? say : (sentence: string) => say(`-- ${sentence}`)
  tell('La base est à jour.')
  say(walls.length === 0 ? 'Rien ne reste à interdire par un superutilisateur.' : explainWalls(walls))
  for (const { id, sis, host, since_success } of unread)
    tell(
      `Messagerie ${id} (${sis}, ${host}) : personne ne la lit depuis ${Math.floor(since_success / 60)} minutes.`,
    )
  if (unread.length > 0) process.exitCode = 1
}

async function listUnread(owner: pg.Client): Promise<UnreadMessagerie[]> {
  const { rows } = await owner.query<{ figures: { messageries: UnreadMessagerie[] } }>(
    'select jobs.messagerie_metrics() as figures',
  )
  return rows[0]?.figures.messageries.filter((each) => each.unread) ?? []
}
