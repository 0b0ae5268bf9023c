import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// From the second start on, the program is loaded without being compiled. The cache lies in the checkout: in a
// directory that others may write to, they could replace the program.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/caserne'))
const { environment } = await import('./config.ts')
// An account without a name, as containers and systemd have it, has no home. The library of the queue asks for one as
// soon as it is loaded.
try {
  homedir()
} catch {
  environment().HOME = '/nonexistent'
}
const { commandLine } = await import('./command_line.ts')
await commandLine().parseAsync()
