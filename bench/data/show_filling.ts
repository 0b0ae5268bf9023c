import { Presets, SingleBar } from 'cli-progress'

// Without a terminal.
const LINE_SECONDS = 10

/** Shows how far the data are made, and when they will be: a bar on a terminal, else a line now and then. */
export async function showFilling<T>(
  size: string,
  work: (tick: (name: string, part: number) => void) => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const format = `  ${size} {bar} {percentage} %  {rest}  {name}`
  const bar = new SingleBar(
    { format, barsize: 24, noTTYOutput: false, stream: process.stderr },
    Presets.shades_classic,
  )
  bar.start(1, 0, { name: '', rest: '' })
  let done = 0
  let written = 0
  const tick = (name: string, part: number) => {
    done += part
    const seconds = (performance.now() - began) / 1000
    const rest = `${seconds.toFixed(0)} s, ${((seconds * (1 - done)) / done).toFixed(0)} s left`
    bar.update(done, { name, rest })
    if (process.stderr.isTTY || seconds < written + LINE_SECONDS) return
    process.stderr.write(`${size} ${(100 * done).toFixed(0)} % ${rest} ${name}\n`)
    written = seconds
  }
  return await work(tick).finally(() => bar.stop())
}
