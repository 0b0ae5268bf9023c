import { html, nothing, type TemplateResult } from 'lit-html'
import type { SignedPageContext } from '../board_page.ts'
import { momentText, periodText } from '../views/french.ts'
import { FormFaults } from './form_faults.ts'

/** A standby, as the API answers it. */
export interface Piquet {
  id: number
  sapeur_id: number
  nom_prenom: string
  debut: string
  fin: string
  repreneur_id: number | null
  repreneur: string | null
}

interface Colleague {
  sapeur_id: number
  nom_prenom: string
}

/** The standby of the reader: their own, offered and requested. */
export class PiquetManager {
  #context: SignedPageContext
  #piquets: Piquet[] = []
  #asking: { piquet: Piquet; colleagues: Colleague[] } | null = null
  #faults: FormFaults

  /** @param changed called when it must be drawn again */
  constructor(context: SignedPageContext, changed: () => void) {
    this.#context = context
    this.#faults = new FormFaults('piquet', ['sapeur_id'], changed)
  }

  async load(): Promise<void> {
    this.#piquets = await this.#context.api.get<Piquet[]>('/mes-piquets', this.#context.signal)
  }

  draw(): TemplateResult {
    const mine = this.#context.account.sapeurs[this.#context.sis]
    return html`<section aria-labelledby="piquets"><h2 id="piquets">Mes piquets</h2>
      ${this.#faults.rest()}
      ${this.#piquets.length === 0 ? html`<p class="quiet">Vous n’êtes pas de piquet.</p>` : nothing}
      <ul class="plain">${this.#piquets.map((each) => html`<li>${each.sapeur_id === mine ? this.#own(each) : this.#offered(each)}</li>`)}</ul>
    </section>`
  }

  #own(piquet: Piquet): TemplateResult {
    const when = momentText(piquet.debut)
    return html`<span class="spread"><span>${periodText(piquet.debut, piquet.fin)}
        ${piquet.repreneur === null ? nothing : html`<br><span class="quiet">${piquet.repreneur} est prié de le reprendre</span>`}</span>
      ${
        piquet.repreneur === null
          ? html`<button class="link" aria-label=${`Échanger le piquet du ${when}`} @click=${() => this.#ask(piquet)}>Échanger</button>`
          : html`<button class="link" aria-label=${`Garder le piquet du ${when}`} @click=${() => this.#settle('DELETE', `/piquets/${piquet.id}/echange`)}>Garder</button>`
      }</span>
      ${this.#asking?.piquet.id === piquet.id ? this.#choice(this.#asking) : nothing}`
  }

  #choice({ piquet, colleagues }: { piquet: Piquet; colleagues: Colleague[] }): TemplateResult {
    if (colleagues.length === 0) return html`<p class="quiet">Personne ne peut le reprendre.</p>`
    return html`<form class="line" @submit=${(event: SubmitEvent) => {
      event.preventDefault()
      const form = new FormData(event.target as HTMLFormElement)
      void this.#settle('POST', `/piquets/${piquet.id}/echange`, { sapeur_id: Number(form.get('sapeur')) })
    }}>
      <label>À qui le demander&nbsp;? <select name="sapeur"
        aria-invalid=${this.#faults.has('sapeur_id')} aria-describedby=${this.#faults.idOf('sapeur_id')}>${colleagues.map(
          ({ sapeur_id, nom_prenom }) => html`<option value=${sapeur_id}>${nom_prenom}</option>`,
        )}</select></label><button class="plain">Demander</button>${this.#faults.at('sapeur_id')}</form>`
  }

  #offered(piquet: Piquet): TemplateResult {
    return html`<b>${piquet.nom_prenom}</b> vous prie de reprendre son piquet<br>${periodText(piquet.debut, piquet.fin)}
      <p class="actions"><button class="plain" @click=${() => this.#settle('POST', `/piquets/${piquet.id}/echange/accepter`)}>Reprendre ce piquet</button>
        <button class="plain" @click=${() => this.#settle('DELETE', `/piquets/${piquet.id}/echange`)}>Refuser</button></p>`
  }

  #ask(piquet: Piquet): Promise<boolean> {
    const { api, signal } = this.#context
    return this.#faults.attempt(async () => {
      const colleagues = await api.get<Colleague[]>(`/piquets/${piquet.id}/echange`, signal)
      this.#asking = { piquet, colleagues }
    })
  }

  #settle(method: 'POST' | 'DELETE', path: string, body?: object): Promise<boolean> {
    return this.#faults.attempt(async () => {
      await this.#context.api.send(method, path, body)
      this.#asking = null
      await this.load()
    })
  }
}
