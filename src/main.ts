import { commandLine } from './command_line.ts'

await commandLine().parseAsync()
