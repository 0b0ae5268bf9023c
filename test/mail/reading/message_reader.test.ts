import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { composeAlarme } from '../../../src/demo/demo_alarme.ts'
import { MessageReader } from '../../../src/mail/reading/message_reader.ts'
import { laughingPdf } from '../../support/hostile_pdf.ts'
import { runProgram } from '../../support/program.ts'
import { file } from '../../support/raw_mail.ts'

const readers: MessageReader[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close()
})

function makeReader(...limits: ConstructorParameters<typeof MessageReader>): MessageReader {
  const reader = new MessageReader(...limits)
  readers.push(reader)
  return reader
}

const soon = { timeout: 25_000, interval: 25 }
const good = await composeAlarme({ date: new Date('2026-03-14T13:29:45Z') })
const endless = file(laughingPdf(12))

/** The living child processes of a process. */
function childrenOf(pid = process.pid): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('reads any number of reports, one after the other or at the same time', async () => {
  const reader = makeReader()
  expect((await reader.read(good)).etat).toBe('alarm')
  const outcomes = await Promise.all([reader.read(good), reader.read(good), reader.read(good)])
  expect(outcomes.map((outcome) => outcome.etat)).toEqual(['alarm', 'alarm', 'alarm'])
})

it('keeps the processes of a storm for the next reports', async () => {
  const before = childrenOf()
  const own = () => childrenOf().filter((pid) => !before.includes(pid))
  const reader = makeReader()
  const storm = () => Promise.all(['a', 'b', 'c', 'd'].map((sis) => reader.read(good, sis)))
  await storm()
  const first = own()
  expect(first).toHaveLength(4)
  await storm()
  expect(own()).toEqual(first)
})

it('starts a process with the first message, and ends it when no message comes for a while', async () => {
  const before = childrenOf()
  const own = () => childrenOf().filter((pid) => !before.includes(pid))
  const reader = makeReader(undefined, { ready: 100, surplus: 100 })
  expect(own()).toEqual([])
  for (let n = 0; n < 2; n++) {
    expect((await reader.read(good)).etat).toBe('alarm')
    await expect.poll(own, soon).toEqual([])
  }
})

it('gives up an endless PDF, and reads other messages beside it and after it', async () => {
  const reader = makeReader({ milliseconds: 3_000, megabytes: 600 })
  const given = reader.read(endless)
  expect((await reader.read(good)).etat).toBe('alarm')
  expect(await given).toEqual({
    etat: 'failed',
    raison: 'La lecture du message a pris trop de temps (plus de 3 s).',
    format: null,
  })
  expect((await reader.read(good)).etat).toBe('alarm')
})

it('reads a message again when its process is killed', async () => {
  const before = childrenOf()
  const reader = makeReader()
  await reader.read(good)
  const [first = 0] = childrenOf().filter((pid) => !before.includes(pid))
  const read = reader.read(good)
  process.kill(first, 'SIGKILL')
  expect((await read).etat).toBe('alarm')
  expect(isRunning(first)).toBe(false)
})

it('marks no message as failed when nothing can be read at all', async () => {
  const reader = makeReader({ milliseconds: Number.NaN, megabytes: 600 })
  await expect(reader.read(good)).rejects.toThrow(/^No message can be read: code 1 [\s\S]*milliseconds/)
})

it('does not outlive the program, even in the middle of a message', async () => {
  const path = join(tmpdir(), `caserne-endless-${process.pid}.eml`)
  writeFileSync(path, endless)
  const program = runProgram(['mail', 'parse', path], {})
  const pid = program.child.pid ?? 0
  await expect.poll(() => childrenOf(pid), soon).toHaveLength(1)
  const [reading = 0] = childrenOf(pid)
  await program.kill('SIGKILL')
  await expect.poll(() => isRunning(reading), soon).toBe(false)
  rmSync(path)
})
