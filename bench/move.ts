import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../src/config.ts'

const run = promisify(execFile)

/** Moves a SIS to another cell, by the command. @param accounts the address of a superuser of the accounts' database */
export async function move(accounts: string, sis: string, to: string): Promise<void> {
  await run(process.execPath, [join(root, 'src/main.ts'), 'sis', 'move', sis, '--to', to], {
    env: { ...process.env, DATABASE_URL: accounts },
  })
}
