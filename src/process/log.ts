import pino, { type Logger } from 'pino'

/** The program's log on standard output: for a person where that is a terminal, else one line of JSON an entry. */
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
