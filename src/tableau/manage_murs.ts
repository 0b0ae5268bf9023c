import { html, nothing, type TemplateResult } from 'lit-html'
import type { SignedPageContext } from './board_page.ts'
import { dayText } from './french.ts'
import { sentenceOf } from './refused.ts'

interface Mur {
  id: number
  designation: string
  created_at: string
}

/** The walls of the SIS: added with a link that is shown once, and removed. */
export class MurManager {
  #context: SignedPageContext
  #changed: () => void
  #murs: Mur[] = []
  #link = ''
  #fault = ''

  /** @param changed called when it must be drawn again */
  constructor(context: SignedPageContext, changed: () => void) {
    this.#context = context
    this.#changed = changed
  }

  async load(): Promise<void> {
    this.#murs = await this.#context.api.get<Mur[]>('/murs', this.#context.signal)
    this.#changed()
  }

  draw(): TemplateResult {
    return html`<section><h2>Murs de la caserne</h2>
      <p>Un mur montre les alarmes du service, sans téléphones, sur l’écran d’une caserne.</p>
      <p role="alert" class="fault">${this.#fault}</p>
      ${
        this.#link === ''
          ? nothing
          : html`<p>Ouvrez cette adresse sur l’écran du mur. Elle n’est montrée qu’une fois :<br><code>${this.#link}</code></p>`
      }
      <ul class="plain">${this.#murs.map(
        ({
          id,
          designation,
          created_at,
        }) => html`<li class="spread"><span>${designation} <span class="quiet">${dayText(created_at)}</span></span>
          <button class="link" aria-label=${`Retirer le mur ${designation}`} @click=${() => this.#attempt('DELETE', `/murs/${id}`)}>Retirer</button></li>`,
      )}</ul>
      <form class="line" @submit=${(event: SubmitEvent) => this.#add(event)}>
        <label>Où est le mur ? <input name="designation" required maxlength="255"></label>
        <button class="plain">Ajouter un mur</button>
      </form></section>`
  }

  #add(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const designation = new FormData(event.target as HTMLFormElement).get('designation')
    return this.#attempt('POST', '/murs', { designation })
  }

  async #attempt(method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> {
    this.#fault = ''
    try {
      const made = await this.#context.api.send<{ token: string } | null>(method, path, body)
      this.#link = made === null ? '' : `${location.origin}/tableau/mur#${made.token}`
      await this.load()
    } catch (error) {
      this.#fault = sentenceOf(error)
      this.#changed()
    }
  }
}
