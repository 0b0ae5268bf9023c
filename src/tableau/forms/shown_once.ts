import { html, nothing, type TemplateResult } from 'lit-html'
import type { SignedPageContext } from '../board_page.ts'

/** A secret that the server tells once: it is shown, can be copied, and is forgotten. */
export class ShownOnce {
  #context: SignedPageContext
  #changed: () => void
  #secret = ''
  #copied = false

  /** @param changed called when it must be drawn again */
  constructor(context: SignedPageContext, changed: () => void) {
    this.#context = context
    this.#changed = changed
  }

  /** Shows another secret, or none. */
  show(secret: string): void {
    this.#secret = secret
    this.#copied = false
  }

  /** Nothing without a secret. @param sentence says what to do with it @param more what else one can do with it */
  draw(
    sentence: string,
    more: (secret: string) => TemplateResult | typeof nothing = () => nothing,
  ): TemplateResult | typeof nothing {
    if (this.#secret === '') return nothing
    return html`<div class="once" role="status"><p>${sentence}</p><p><code>${this.#secret}</code></p>
      <p class="actions">${more(this.#secret)}${
        // Browsers let pages write to the clipboard over https only.
        'clipboard' in navigator
          ? html`<button class="plain" @click=${() => this.#copy()}>${this.#copied ? 'Copié' : 'Copier'}</button>`
          : nothing
      }</p></div>`
  }

  async #copy(): Promise<void> {
    this.#copied = await navigator.clipboard.writeText(this.#secret).then(
      () => true,
      () => false,
    )
    this.#context.announce(
      this.#copied ? 'C’est copié.' : 'Le navigateur n’a pas copié : choisissez le texte vous-même.',
    )
    this.#changed()
  }
}
