import { html, type TemplateResult } from 'lit-html'
import type { SignedPageContext } from '../board_page.ts'
import { FormFaults } from './form_faults.ts'

const contents = {
  minimal: 'Seulement «\u00a0Alarme\u00a0»',
  complet: 'Le genre, l’adresse et la description',
}

/** How much the alerts of the SIS say. */
export class ContenuAlerteManager {
  #context: SignedPageContext
  #contenu = 'minimal'
  #faults: FormFaults
  #saved = false

  /** @param changed called when it must be drawn again */
  constructor(context: SignedPageContext, changed: () => void) {
    this.#context = context
    this.#faults = new FormFaults('contenu', [], changed)
  }

  async load(): Promise<void> {
    const { api, signal } = this.#context
    const { contenu_alerte } = await api.get<{ contenu_alerte: string }>('/sis-param', signal)
    this.#contenu = contenu_alerte
  }

  draw(): TemplateResult {
    return html`<section aria-labelledby="contenu-alerte"><h2 id="contenu-alerte">Contenu des alertes</h2>
      <p>Les e-mails et les webhooks passent par les serveurs d’autres entreprises&nbsp;: une alerte complète leur confie
        l’adresse de particuliers.</p>
      ${this.#faults.rest()}
      <form @submit=${(event: SubmitEvent) => this.#save(event)}>
        <fieldset><legend>Que dit une alerte&nbsp;?</legend>${Object.entries(contents).map(
          ([
            contenu,
            label,
          ]) => html`<label class="check"><input type="radio" name="contenu_alerte" value=${contenu} required
            .checked=${contenu === this.#contenu}> ${label}</label>`,
        )}</fieldset>
        <p class="actions"><button class="plain">Enregistrer</button><span role="status" class="quiet">${this.#saved ? 'C’est enregistré.' : ''}</span></p>
      </form></section>`
  }

  async #save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const body = Object.fromEntries(new FormData(event.target as HTMLFormElement))
    this.#saved = false
    await this.#faults.attempt(async () => {
      await this.#context.api.send('POST', '/sis-param', body)
      await this.load()
      this.#saved = true
    })
  }
}
