import { beforeEach } from 'vitest'

/** How many lines are printed at most. */
const MOST = 20

/**
 * Prints what servers logged of a request when the test that sent it fails.
 * @param lines which the servers add to, as JSON.
 */
export function printLogOfFailures(lines: string[]): void {
  beforeEach(({ onTestFailed }) => {
    const before = lines.length
    onTestFailed(({ task }) => {
      const told = linesOf(lines.slice(before), JSON.stringify(task.result?.errors ?? []))
      // biome-ignore lint/suspicious/noConsole: vitest prints it beside the name of the test
      if (told.length > 0) console.error(`The servers logged:\n${told.join('')}`)
    })
  })
}

/** Returns the lines of the requests that a test's failure names; without any, the last ones of the test. */
export function linesOf(lines: string[], failure: string): string[] {
  const named = lines.filter((line) => {
    const [, id] = /"requestId":"([^"]+)"/.exec(line) ?? []
    return id !== undefined && failure.includes(id)
  })
  return (named.length > 0 ? named : lines).slice(-MOST)
}
