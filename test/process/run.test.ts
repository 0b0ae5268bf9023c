import { afterEach, expect, it } from 'vitest'
import { killPrograms, runProgram } from '../support/program.ts'

afterEach(killPrograms)

it.each(['stop', 'start'])('a program whose %s hangs still ends soon after SIGTERM', async (what) => {
  const program = runProgram(['1500', what], {}, { script: 'test/process/hanging_program.ts' })
  await program.says(/started/)
  const began = performance.now()
  expect(await program.kill('SIGTERM')).toEqual({ code: 1, signal: null })
  expect(performance.now() - began).toBeGreaterThan(1_400)
  expect(program.output()).toMatch(/L’arrêt prend plus de 1.5 s/)
})
