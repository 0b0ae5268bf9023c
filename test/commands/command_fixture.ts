import { afterAll } from 'vitest'
import { type Outcome, type Run, useCommandLine } from '../support/command_line.ts'
import { killPrograms, runProgram } from '../support/program.ts'

/** A program takes a second to start, on a machine that has other things to do several. */
export const patience = { timeout: 60_000 }

type Settings = () => Record<string, string>

// Hashes that cost little, and the settings that every run of the file has.
const usual = (settings: Settings, env: Run['env']) => ({ PASSWORD_COST: '4', ...settings(), ...env })

/** The command line as a test file runs it, without a program for each. */
export function useCommands(settings: Settings): (args: string[], how?: Run) => Promise<Outcome> {
  const run = useCommandLine()
  return (args, { env, ...how } = {}) => run(args, { ...how, env: usual(settings, env) })
}

/** The same by programs: for what a command does as one, and once for each, that it ends by itself. */
export function usePrograms(settings: Settings): (args: string[], how?: Run) => Promise<Outcome> {
  afterAll(killPrograms)
  return async (args, { input, env } = {}) => {
    const program = runProgram(args, usual(settings, env), input === undefined ? {} : { input })
    const { code } = await program.ended
    return { code, said: program.output() }
  }
}
