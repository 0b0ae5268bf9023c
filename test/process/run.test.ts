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

it('a signal that the event loop heard late ends the program no later', async () => {
  const program = runProgram(['6000', '5000'], {}, { script: 'test/process/stalling_program.ts' })
  await program.says(/started/)
  program.child.kill('SIGUSR2')
  await program.says(/stalled/)
  const began = performance.now()
  expect(await program.kill('SIGTERM')).toEqual({ code: 1, signal: null })
  // The stall, and a second for the stop instead of six more.
  expect(performance.now() - began).toBeLessThan(9_000)
})
