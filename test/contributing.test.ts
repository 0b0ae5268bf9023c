import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { root } from '../src/config.ts'

const folder = join(root, '.github/ISSUE_TEMPLATE')
const forms = readdirSync(folder).filter((name) => name !== 'config.yml')

// A form that GitHub accepts; it ignores one with a fault.
const Form = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  labels: z.array(z.string()).optional(),
  body: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('markdown'),
        attributes: z.strictObject({ value: z.string().min(1) }),
      }),
      z.strictObject({
        type: z.enum(['input', 'textarea', 'dropdown', 'checkboxes']),
        id: z.string().regex(/^[a-z_]+$/),
        attributes: z.strictObject({
          label: z.string().min(1),
          description: z.string().optional(),
          render: z.literal('text').optional(),
          options: z
            .array(z.union([z.string(), z.strictObject({ label: z.string(), required: z.boolean() })]))
            .optional(),
        }),
        validations: z.strictObject({ required: z.boolean() }).optional(),
      }),
    ]),
  ),
})

describe.each(forms)('the issue form %s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8')

  it('has the parts that GitHub requires, each with its own id', () => {
    const form = Form.parse(load(text))
    const ids = form.body.flatMap((each) => ('id' in each ? [each.id] : []))
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('asks for no real alarms or names', () => {
    expect(text).toMatch(/\*\*Never post a real alarm/)
  })
})

it('.vscode/launch.json starts programs that exist', () => {
  const { configurations } = JSON.parse(readFileSync(join(root, '.vscode/launch.json'), 'utf8'))
  const named = configurations.flatMap((each: Record<string, string>) => [
    each.program,
    each.runtimeExecutable,
  ])
  expect(named.length).toBeGreaterThan(2)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of VS Code
  const missing = named.filter((path: string) => !existsSync(path.replace('${workspaceFolder}', root)))
  expect(missing).toEqual([])
})
