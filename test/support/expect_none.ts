import { expect } from 'vitest'

/** Fails if something breaks a rule. The failure has the rule's whole title, each offender on a line, and the remedy. */
export function expectNone(offenders: readonly unknown[], remedy: string, title = titleOfTest()): void {
  if (offenders.length === 0) return
  const failure = new Error(
    [title, ...offenders.map((each) => `  ${show(each)}`), `Remedy: ${remedy}`].join('\n'),
  )
  failure.name = 'Broken rule'
  Error.captureStackTrace(failure, expectNone)
  throw failure
}

// The title of the running test after those of its groups.
function titleOfTest(): string {
  return (expect.getState().currentTestName ?? '').replaceAll(' > ', ' ')
}

function show(offender: unknown): string {
  return typeof offender === 'string' ? offender : JSON.stringify(offender)
}
