import { type Html, html } from '../../text/html.ts'
import type { FieldErrors } from '../refusals/field_errors.ts'

/** The value sent under a name in a query or a form; '' unless it is one text. */
export type Field = (name: string) => string

/** Reads fields of a parsed query or body. */
export function fieldsOf(parsed: unknown): Field {
  const fields = new Map(Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : {}))
  return (name) => {
    const value: unknown = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
}

/** An input of a form. */
export interface Input {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: 'name' | 'email' | 'new-password'
  hint?: string
  minLength?: number
  maxLength?: number
}

/** The two inputs for a new password. */
export function passwordInputs(minLength: number): Input[] {
  const password = { type: 'password', autocomplete: 'new-password', minLength } as const
  return [
    { name: 'password', label: 'Mot de passe', hint: `Au moins ${minLength} caractères.`, ...password },
    { name: 'password_confirmation', label: 'Le même mot de passe, encore une fois', ...password },
  ]
}

/** A form that posts to its own path. It works without scripts. */
interface Form {
  /** Last part of the path. It is relative, so that a proxy may serve the pages under another path. */
  action: string
  token: string
  inputs: Input[]
  button: string
}

/** The form as HTML, with the values typed (never a password) and their faults. */
export function formOf({ action, token, inputs, button }: Form, typed: Field, faults: FieldErrors): Html {
  const elsewhere = Object.keys(faults).filter((name) => !inputs.some((input) => input.name === name))
  const first = inputs.find((input) => faults[input.name] !== undefined)
  return html`${elsewhere.map((name) => html`<div role="alert">${sentences(faults[name])}</div>\n`)}<form method="post" action="${action}">
${token === '' ? null : html`<input type="hidden" name="token" value="${token}">\n`}${inputs.map((input) => line(input, typed, faults[input.name], input === first))}<button>${button}</button>
</form>`
}

function line(input: Input, typed: Field, faults: string[] | undefined, focus: boolean): Html {
  const { name, label, type, autocomplete, hint, minLength, maxLength } = input
  const described = [hint === undefined ? '' : `${name}-hint`, faults === undefined ? '' : `${name}-fault`]
  return html`<label for="${name}">${label}</label>
${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>\n`}${faults === undefined ? null : html`<div id="${name}-fault">${sentences(faults)}</div>\n`}<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${[
    attribute('minlength', minLength),
    attribute('maxlength', maxLength),
    attribute('value', type === 'password' ? undefined : typed(name)),
    attribute('aria-describedby', described.filter(Boolean).join(' ') || undefined),
    faults === undefined ? null : html` aria-invalid="true"`,
    focus ? html` autofocus` : null,
  ]}>
`
}

function attribute(name: string, value: string | number | undefined): Html | null {
  return value === undefined ? null : html` ${name}="${String(value)}"`
}

function sentences(faults: string[] = []): Html {
  return html`${faults.map((fault) => html`<p class="fault">${fault}</p>`)}`
}
