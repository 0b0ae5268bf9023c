import { html, type TemplateResult } from 'lit-html'
import type { SignedPageContext } from '../board_page.ts'
import { dayText } from '../views/french.ts'
import { FormFaults } from './form_faults.ts'
import { ShownOnce } from './shown_once.ts'

interface Mur {
  id: number
  designation: string
  created_at: string
  vu_le: string | null
  expire_le: string | null
}

/** The walls of the SIS: added with a link that is shown once, and removed. */
export class MurManager {
  #context: SignedPageContext
  #murs: Mur[] = []
  #link: ShownOnce
  #faults: FormFaults

  /** @param changed called when it must be drawn again */
  constructor(context: SignedPageContext, changed: () => void) {
    this.#context = context
    this.#link = new ShownOnce(context, changed)
    this.#faults = new FormFaults('mur', ['designation', 'expire_le'], changed)
  }

  async load(): Promise<void> {
    this.#murs = await this.#context.api.get<Mur[]>('/murs', this.#context.signal)
  }

  draw(): TemplateResult {
    return html`<section><h2>Murs de la caserne</h2>
      <p>Un mur montre les alarmes du service, sans téléphones, sur l’écran d’une caserne.</p>
      ${this.#faults.rest()}
      ${this.#link.draw('Ouvrez cette adresse sur l’écran du mur. Elle n’est montrée qu’une fois\u00a0:')}
      <ul class="plain">${this.#murs.map(
        ({
          id,
          designation,
          created_at,
          vu_le,
          expire_le,
        }) => html`<li class="spread"><span>${designation} <span class="quiet">ajouté ${dayText(created_at)}, ${vu_le === null ? 'jamais utilisé' : `utilisé ${dayText(vu_le)}`}${expire_le === null ? '' : `, admis jusqu’à ${dayText(expire_le)}`}</span></span>
          <button class="link" aria-label=${`Retirer le mur ${designation}`} @click=${() => this.#attempt('DELETE', `/murs/${id}`)}>Retirer</button></li>`,
      )}</ul>
      <form class="line" @submit=${(event: SubmitEvent) => this.#add(event)}>
        <label>Où est le mur&nbsp;? <input name="designation" required maxlength="255"
          aria-invalid=${this.#faults.has('designation')} aria-describedby=${this.#faults.idOf('designation')}></label>
        <label>Admis jusqu’au (facultatif) <input name="expire_le" type="date"
          aria-invalid=${this.#faults.has('expire_le')} aria-describedby=${this.#faults.idOf('expire_le')}></label>
        <button class="plain">Ajouter un mur</button>${this.#faults.at('designation')}${this.#faults.at('expire_le')}
      </form></section>`
  }

  async #add(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const { designation, expire_le } = Object.fromEntries(new FormData(form))
    const body = { designation, expire_le: expire_le || null }
    if (await this.#attempt('POST', '/murs', body)) form.reset()
  }

  #attempt(method: 'POST' | 'DELETE', path: string, body?: object): Promise<boolean> {
    return this.#faults.attempt(async () => {
      const made = await this.#context.api.send<{ token: string } | null>(method, path, body)
      this.#link.show(made === null ? '' : `${location.origin}/tableau/mur#${made.token}`)
      await this.load()
    })
  }
}
