import { html, nothing, type TemplateResult } from 'lit-html'
import type { SignedPageContext } from './board_page.ts'
import { dayText } from './french.ts'
import { sentenceOf } from './refused.ts'

interface Calendrier {
  id: number
  designation: string
  created_at: string
}

/** The calendars of the reader: made with an address that is shown once, and removed. */
export class CalendrierManager {
  #context: SignedPageContext
  #changed: () => void
  #calendriers: Calendrier[] = []
  #made: URL | null = null
  #copied = false
  #fault = ''

  /** @param changed called when it must be drawn again */
  constructor(context: SignedPageContext, changed: () => void) {
    this.#context = context
    this.#changed = changed
  }

  async load(): Promise<void> {
    this.#calendriers = await this.#context.api.get<Calendrier[]>('/mes-calendriers', this.#context.signal)
    this.#changed()
  }

  draw(): TemplateResult {
    return html`<section aria-labelledby="calendriers"><h2 id="calendriers">Mes calendriers</h2>
      <p>Une adresse secrète montre vos exercices, piquets et absences dans l’agenda de votre téléphone, et suit leurs
        changements.</p>
      <p role="alert" class="fault">${this.#fault}</p>
      ${this.#made === null ? nothing : this.#address(this.#made)}
      <ul class="plain">${this.#calendriers.map(
        ({ id, designation, created_at }) => html`<li class="spread">
          <span>${nameOf(designation)} <span class="quiet">${dayText(created_at)}</span></span>
          <button class="link" aria-label=${`Supprimer le calendrier ${nameOf(designation)}`} @click=${() => this.#remove(id)}>Supprimer</button></li>`,
      )}</ul>
      <form class="line" @submit=${(event: SubmitEvent) => this.#add(event)}>
        <label>Sur quel appareil ? <input name="designation" maxlength="255"></label>
        <button class="plain">Créer une adresse</button>
      </form></section>`
  }

  #address(made: URL): TemplateResult {
    return html`<p>Ouvrez cette adresse dans l’agenda, ou copiez-la. Elle n’est montrée qu’une fois, et qui la connaît
        voit votre calendrier :<br><code>${made.href}</code></p>
      <p class="actions"><a href=${made.href.replace(/^https?:/, 'webcal:')}>Ouvrir dans l’agenda</a>
        ${
          // Browsers let pages write to the clipboard over https only.
          'clipboard' in navigator
            ? html`<button class="plain" @click=${() => this.#copy(made)}>${this.#copied ? 'Adresse copiée' : 'Copier l’adresse'}</button>`
            : nothing
        }</p>`
  }

  async #copy(made: URL): Promise<void> {
    await this.#attempt(async () => {
      await navigator.clipboard.writeText(made.href)
      this.#copied = true
      this.#context.announce('L’adresse est copiée.')
    })
  }

  async #add(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    await this.#attempt(async () => {
      const body = { designation: new FormData(form).get('designation') }
      const { adresse } = await this.#context.api.send<{ adresse: string }>('POST', '/mes-calendriers', body)
      this.#made = new URL(adresse, location.origin)
      this.#copied = false
      form.reset()
      await this.load()
    })
  }

  async #remove(id: number): Promise<void> {
    await this.#attempt(async () => {
      await this.#context.api.send('DELETE', `/mes-calendriers/${id}`)
      this.#made = null
      await this.load()
    })
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.#fault = ''
    await work().catch((error: unknown) => {
      this.#fault = sentenceOf(error)
    })
    this.#changed()
  }
}

function nameOf(designation: string): string {
  return designation === '' ? 'Sans nom' : designation
}
