import { writeFileSync } from 'node:fs'
import pino, { type Logger } from 'pino'

// A write costs more than the line itself, so lines of a moment leave together.
const TOGETHER_MS = 20
const TOGETHER_BYTES = 16_384
const WARN = 40

const ends: (() => void)[] = []
process.on('exit', () => {
  for (const end of ends) end()
})

/** Opens the program's log on standard output: readable on a terminal, else one line of JSON per entry. */
export async function openLog(level: string): Promise<Logger> {
  if (!process.stdout.isTTY) return pino({ level }, openLines(1))
  const { default: pretty } = await import('pino-pretty')
  const colorize = process.stdout.hasColors()
  const lines = pretty({
    colorize,
    ignore: 'pid,hostname',
    singleLine: true,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
  })
  return pino({ level }, lines)
}

/**
 * Opens lines of a log that leave together. Warnings and errors do not wait, nor do the lines before them; the last lines
 * leave when the program ends.
 * @param dest a descriptor or a file
 */
export function openLines(dest: number | string): pino.DestinationStream {
  const file = pino.destination(dest)
  let waiting = ''
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting !== '') file.write(waiting)
    waiting = ''
  }
  ends.push(() => {
    try {
      file.flushSync()
      writeFileSync(dest, waiting, { flag: 'a' })
    } catch {
      // Nobody reads the log any more.
    }
  })
  const lines = {
    // Then pino says the level of each line.
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      waiting += line
      if (lines.lastLevel >= WARN || waiting.length > TOGETHER_BYTES) flush()
      else timer ??= setTimeout(flush, TOGETHER_MS).unref()
    },
  }
  return lines
}
