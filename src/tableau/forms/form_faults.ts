import { html, nothing, type TemplateResult } from 'lit-html'
import { Refused, sentenceOf } from '../acts/refused.ts'
import { typeset } from '../views/french.ts'

/** Refusals of a form by the server: sentences about a field stand at it, the others above the form. */
export class FormFaults {
  #form: string
  #fields: string[]
  #changed: () => void
  #sentences: Record<string, string> = {}
  #rest = ''

  /**
   * @param form the beginning of the ids of its elements
   * @param fields the fields of the API that have a place for their sentences
   * @param changed called when the form must be drawn again
   */
  constructor(form: string, fields: string[], changed: () => void) {
    this.#form = form
    this.#fields = fields
    this.#changed = changed
  }

  /**
   * Does what the form asks for and draws it again. The first faulty field is focused, or the section where the focus
   * was, if the button that had it is gone.
   * @returns whether it was done
   */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    const section = document.activeElement?.closest('section')
    const error = await work().then(
      () => null,
      (reason: unknown) => reason ?? new Error(),
    )
    this.#read(error)
    this.#changed()
    const [first] = Object.keys(this.#sentences)
    if (first !== undefined)
      document.querySelector<HTMLElement>(`[aria-describedby="${this.idOf(first)}"]`)?.focus()
    else if (section && document.activeElement === document.body) focusSection(section)
    return error === null
  }

  /** The sentences that belong to no field. */
  rest(): TemplateResult {
    return html`<p role="alert" class="fault">${this.#rest}</p>`
  }

  /** The sentence of a field, which stands right below it. */
  at(field: string): TemplateResult {
    return html`<span id=${this.idOf(field)} class="fault">${this.#sentences[field] ?? nothing}</span>`
  }

  /** For `aria-invalid` of the field. */
  has(field: string): boolean {
    return field in this.#sentences
  }

  /** For `aria-describedby` of the field. */
  idOf(field: string): string {
    return `${this.#form}-${field.replaceAll('.', '-')}-faute`
  }

  // A sentence about a part of a field, such as `silence.0`, stands at the field.
  #read(error: unknown): void {
    this.#sentences = {}
    const rest: string[] = []
    const fields = error instanceof Refused ? error.fields : {}
    for (const [path, sentences] of Object.entries(fields)) {
      const field = this.#fields.find((each) => path === each || path.startsWith(`${each}.`))
      if (field === undefined) rest.push(...sentences)
      else
        this.#sentences[field] = typeset(
          [...new Set([this.#sentences[field] ?? [], sentences].flat())].join(' '),
        )
    }
    const named = Object.keys(fields).length > 0
    this.#rest = error === null || named ? typeset(rest.join(' ')) : sentenceOf(error)
  }
}

function focusSection(section: HTMLElement): void {
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}
