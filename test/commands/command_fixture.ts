import { afterAll } from 'vitest'
import { type Outcome, type Run, useCommandLine } from '../support/command_line.ts'
import { killPrograms, runProgram } from '../support/program.ts'

/** A program takes a second to start, several on a busy machine. */
export const patience = { timeout: 60_000 }

type Settings = () => Record<string, string>

// Cheap hashes, and the settings that every run of the file has.
const usual = (settings: Settings, env: Run['env']) => ({ PASSWORD_COST: '4', ...settings(), ...env })

/** The command line within the test process. */
export function useCommands(settings: Settings): (args: string[], how?: Run) => Promise<Outcome> {
  const run = useCommandLine()
  return (args, { env, ...how } = {}) => run(args, { ...how, env: usual(settings, env) })
}

/** The same as a program, once for each command, to see that the program ends by itself. */
export function usePrograms(settings: Settings): (args: string[], how?: Run) => Promise<Outcome> {
  afterAll(killPrograms)
  return async (args, { input, env } = {}) => {
    const program = runProgram(args, usual(settings, env), input === undefined ? {} : { input })
    const { code } = await program.ended
    return { code, said: program.output() }
  }
}
