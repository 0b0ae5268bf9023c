import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser, ModifiableInstruction } from 'dockerfile-ast'
import { root } from '../../src/config.ts'

/** An instruction of the Dockerfile: `COPY`, its flags without dashes, and its arguments. */
export interface Instruction {
  keyword: string
  flags: Record<string, string | null>
  args: string[]
}

/** The text of the Dockerfile. */
export const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')

/** The stages of the Dockerfile: the one that installs, and the one that runs. */
export function readStages(): Instruction[][] {
  const stages: Instruction[][] = []
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') stages.push([])
    const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : []
    stages.at(-1)?.push({
      keyword,
      flags: Object.fromEntries(flags.map((each) => [each.getName(), each.getValue()])),
      args: instruction.getArguments().map(String),
    })
  }
  return stages
}

/** The words of an instruction in exec form: `["node", "x"]`. */
export function execForm({ args }: Pick<Instruction, 'args'>): string[] {
  const text = args.join(' ')
  return JSON.parse(text.slice(text.indexOf('[')))
}
