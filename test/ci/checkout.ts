import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { copyCheckout } from './copy_checkout.ts'

/** A copy of the checkout, to change as a page says. */
interface Checkout {
  /** Puts lines before the first line of a file that begins with a text. */
  insert(path: string, before: string, lines: string): void
  write(path: string, text: string): void
  /** Runs a script of the copy with Node, and returns how it ended and what it said. */
  run(script: string, ...args: string[]): { status: number | null; said: string }
}

/** Copies the checkout for the tests of a file, and removes the copy after them. */
export function useCheckout(): Checkout {
  const copy = join(mkdtempSync(join(tmpdir(), 'caserne-steps-')), 'caserne')
  beforeAll(() => copyCheckout(copy))
  afterAll(() => rmSync(join(copy, '..'), { recursive: true, force: true }))
  return {
    insert: (path, before, lines) => {
      const text = readFileSync(join(copy, path), 'utf8')
      expect(text).toContain(`\n${before}`)
      writeFileSync(
        join(copy, path),
        text.replace(`\n${before}`, () => `\n${lines}${before}`),
      )
    },
    write: (path, text) => writeFileSync(join(copy, path), text),
    run: (script, ...args) => {
      const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
        cwd: copy,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        env: { PATH, HOME, NODE_COMPILE_CACHE, NO_COLOR: '1' },
      })
      return { status, said: stdout + stderr }
    },
  }
}
