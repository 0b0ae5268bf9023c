import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// From the second start on, the program is loaded without being compiled. The cache lies in the checkout: in a
// directory that others may write to, they could replace the program.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/caserne'))
const { commandLine } = await import('./command_line.ts')
await commandLine().parseAsync()
