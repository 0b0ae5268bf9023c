import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { openLines } from '../../src/process/log.ts'

const file = join(tmpdir(), `caserne-lines-${process.pid}`)
afterAll(() => rmSync(file, { force: true }))
const written = () => (existsSync(file) && readFileSync(file, 'utf8').match(/"msg":"[^"]*"/g)) || []

it('lines of a moment leave together, in their order, and not after a warning', async () => {
  const log = pino({}, openLines(file))
  for (const text of ['a', 'b']) log.info(text)
  expect(written()).toEqual([])
  await expect.poll(written, { timeout: 20_000 }).toEqual(['"msg":"a"', '"msg":"b"'])
  log.info('c')
  log.warn('d')
  await expect
    .poll(written, { timeout: 20_000 })
    .toEqual(['"msg":"a"', '"msg":"b"', '"msg":"c"', '"msg":"d"'])
})

it.each(['process.exit(3)', 'throw new Error("x")', 'setTimeout(() => {}, 1)'])(
  'no line is lost by %s',
  async (end) => {
    const program = `
    import { openLog } from './src/process/log.ts'
    const log = await openLog('info')
    for (let n = 0; n < 5; n++) log.info('line ' + n)
    ${end}`
    const ran = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    const { stdout } = await ran.catch((error: { stdout: string }) => error)
    expect(stdout.match(/line \d/g)).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4'])
  },
)
