import { type Program, runProgram } from '../support/program.ts'

// User and group `nobody` and `nogroup` of Debian.
const NOBODY = 65_534

/** Starts node with these arguments as a user who owns no file; as the caller, if they are not root. */
export function asNobody(
  args: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Program {
  const [, script = '', ...rest] = args.slice(args.indexOf('--require') + 1)
  return runProgram(rest, env, {
    checkout: cwd,
    script,
    cwd,
    ...(process.getuid?.() === 0 && { account: { uid: NOBODY, gid: NOBODY } }),
  })
}
