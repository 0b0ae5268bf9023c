import { afterAll } from 'vitest'
import { killPrograms, runProgram } from '../support/program.ts'

/** A program takes a second to start, on a machine that has other things to do several. */
export const patience = { timeout: 60_000 }

/** How a command ended, and all that it said. */
export interface Outcome {
  code: number | null
  said: string
}

export interface Run {
  /** What it reads. */
  input?: string
  env?: Record<string, string>
}

/** The command line as a test file runs it: with hashes that cost little, and the settings that every run has. */
export function useCommands(settings: () => Record<string, string>) {
  afterAll(killPrograms)
  return async (args: string[], { input, env }: Run = {}): Promise<Outcome> => {
    const all = { PASSWORD_COST: '4', ...settings(), ...env }
    const program = runProgram(args, all, input === undefined ? {} : { input })
    const { code } = await program.ended
    return { code, said: program.output() }
  }
}
