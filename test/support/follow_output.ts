import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A process with everything that it has written. */
export interface Followed {
  child: ChildProcess
  /** Everything that the process has written. */
  output(): string
  /** The exit code or signal of the process. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Waits until the output matches and returns the match. @throws when the process ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>
}

/** Follows the output of a process. @param running holds the process until it ends */
export function followOutput(child: ChildProcess, running: Set<ChildProcess>): Followed {
  running.add(child)
  let text = ''
  const heard = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (const each of heard) each()
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return { code, signal }
  })
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(text)
        if (match) resolve(match)
        if (match) heard.delete(look)
      }
      heard.add(look)
      look()
      ended.then(() => reject(new Error(`the program ended without saying ${pattern}:\n${text}`)))
    })
  return { child, output: () => text, ended, says }
}
