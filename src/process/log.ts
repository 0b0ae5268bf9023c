import pino, { type Logger } from 'pino'

/** Opens the program's log on standard output: readable on a terminal, else one line of JSON per entry. */
export async function openLog(level: string): Promise<Logger> {
  if (!process.stdout.isTTY) return pino({ level })
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
