import { html, type TemplateResult } from 'lit-html'
import type { SignedPageContext } from '../board_page.ts'
import { dayText } from '../views/french.ts'
import { FormFaults } from './form_faults.ts'
import { ShownOnce } from './shown_once.ts'

interface Calendrier {
  id: number
  designation: string
  created_at: string
}

/** The calendars of the reader: made with an address that is shown once, and removed. */
export class CalendrierManager {
  #context: SignedPageContext
  #calendriers: Calendrier[] = []
  #address: ShownOnce
  #faults: FormFaults

  /** @param changed called when it must be drawn again */
  constructor(context: SignedPageContext, changed: () => void) {
    this.#context = context
    this.#address = new ShownOnce(context, changed)
    this.#faults = new FormFaults('calendrier', ['designation'], changed)
  }

  async load(): Promise<void> {
    this.#calendriers = await this.#context.api.get<Calendrier[]>('/mes-calendriers', this.#context.signal)
  }

  draw(): TemplateResult {
    return html`<section aria-labelledby="calendriers"><h2 id="calendriers">Mes calendriers</h2>
      <p>Une adresse secrète montre vos exercices, piquets et absences dans l’agenda de votre téléphone, et suit leurs
        changements.</p>
      ${this.#faults.rest()}
      ${this.#address.draw(
        'Ouvrez cette adresse dans l’agenda, ou copiez-la. Elle n’est montrée qu’une fois, et qui la connaît voit votre calendrier\u00a0:',
        (address) =>
          html`<a class="button" href=${address.replace(/^https?:/, 'webcal:')}>Ouvrir dans l’agenda</a>`,
      )}
      <ul class="plain">${this.#calendriers.map(
        ({ id, designation, created_at }) => html`<li class="spread">
          <span>${nameOf(designation)} <span class="quiet">${dayText(created_at)}</span></span>
          <button class="link" aria-label=${`Supprimer le calendrier ${nameOf(designation)}`} @click=${() => this.#attempt('DELETE', `/mes-calendriers/${id}`)}>Supprimer</button></li>`,
      )}</ul>
      <form class="line" @submit=${(event: SubmitEvent) => this.#add(event)}>
        <label>Sur quel appareil&nbsp;? <input name="designation" maxlength="255"
          aria-invalid=${this.#faults.has('designation')} aria-describedby=${this.#faults.idOf('designation')}></label>
        <button class="plain">Créer une adresse</button>${this.#faults.at('designation')}
      </form></section>`
  }

  async #add(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const body = Object.fromEntries(new FormData(form))
    if (await this.#attempt('POST', '/mes-calendriers', body)) form.reset()
  }

  #attempt(method: 'POST' | 'DELETE', path: string, body?: object): Promise<boolean> {
    return this.#faults.attempt(async () => {
      const made = await this.#context.api.send<{ adresse: string } | null>(method, path, body)
      this.#address.show(made === null ? '' : new URL(made.adresse, location.origin).href)
      await this.load()
    })
  }
}

function nameOf(designation: string): string {
  return designation === '' ? 'Sans nom' : designation
}
