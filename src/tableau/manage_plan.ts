import { html, type TemplateResult } from 'lit-html'
import type { SignedPageContext } from './board_page.ts'
import type { Piquet } from './manage_piquets.ts'
import { sentenceOf } from './refused.ts'

/** What the forms offer. */
export interface Listes {
  sapeurs: { id: number; nom_prenom: string }[]
  groupes: { id: number; designation: string }[]
}

interface Actions {
  /** Called when it must be drawn again. */
  changed(): void
  /** Called when something was saved. */
  saved(): Promise<void>
}

/** The standby plan and the requirements of a SIS, as officers change them. */
export class PlanManager {
  #context: SignedPageContext
  #listes: Listes
  #actions: Actions
  #fault = ''

  constructor(context: SignedPageContext, listes: Listes, actions: Actions) {
    this.#context = context
    this.#listes = listes
    this.#actions = actions
  }

  /** The button that removes a standby. */
  removal({ id, nom_prenom }: Piquet): TemplateResult {
    return html`<button class="link" aria-label=${`Retirer le piquet de ${nom_prenom}`}
      @click=${() => this.#attempt('DELETE', `/piquets/${id}`)}>Retirer</button>`
  }

  draw(requis: { id: number; designation: string; minimum: number }[]): TemplateResult {
    const { sapeurs, groupes } = this.#listes
    const people = sapeurs.map(({ id, nom_prenom }) => html`<option value=${id}>${nom_prenom}</option>`)
    return html`<p role="alert" class="fault">${this.#fault}</p><div class="columns">
      <section><h2>Mettre de piquet</h2>
        <form @submit=${(event: SubmitEvent) => this.#send(event, '/piquets', (form) => ({ sapeur_id: Number(form.get('sapeur')), debut: form.get('debut'), fin: form.get('fin') }))}>
          <label>Sapeur <select name="sapeur" required>${people}</select></label>
          <label>Début <input type="datetime-local" name="debut" required></label>
          <label>Fin <input type="datetime-local" name="fin" required></label>
          <p class="actions"><button class="plain">Mettre de piquet</button></p>
        </form></section>
      <section><h2>Tournus hebdomadaire</h2>
        <form @submit=${(event: SubmitEvent) => this.#send(event, '/piquets/rotation', (form) => ({ sapeurs: form.getAll('sapeurs').map(Number), debut: form.get('debut'), semaines: Number(form.get('semaines')) }))}>
          <label>Sapeurs, à tour de rôle <select name="sapeurs" multiple required size="6">${people}</select></label>
          <label>Début <input type="datetime-local" name="debut" required></label>
          <label>Semaines <input type="number" name="semaines" min="1" max="104" value="8" required></label>
          <p class="actions"><button class="plain">Planifier le tournus</button></p>
        </form></section>
      <section><h2>Effectif requis</h2>
        <ul class="plain">${requis.map(
          ({
            id,
            designation,
            minimum,
          }) => html`<li class="spread"><span>${designation} <span class="quiet">${minimum} au moins</span></span>
            <button class="link" aria-label=${`Supprimer ${designation}`} @click=${() => this.#attempt('DELETE', `/effectif-requis/${id}`)}>Supprimer</button></li>`,
        )}</ul>
        <form @submit=${(event: SubmitEvent) => this.#send(event, '/effectif-requis', readRequis)}>
          <label>Désignation <input name="designation" required maxlength="255"></label>
          <label>Minimum <input type="number" name="minimum" min="1" max="1000" value="4" required></label>
          <label>Groupe <select name="groupe"><option value="">Tous</option>
            ${groupes.map(({ id, designation }) => html`<option value=${id}>${designation}</option>`)}</select></label>
          <label class="check"><input type="checkbox" name="porteur"> Porteurs seulement</label>
          <label>De <input type="time" name="debut" step="3600" value="00:00" required></label>
          <label>À <input type="time" name="fin" step="3600" value="00:00" required></label>
          <p class="actions"><button class="plain">Ajouter</button></p>
        </form></section>
    </div>`
  }

  async #send(event: SubmitEvent, path: string, read: (form: FormData) => object): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const body = read(new FormData(form))
    if (await this.#attempt('POST', path, body)) form.reset()
  }

  async #attempt(method: 'POST' | 'DELETE', path: string, body?: object): Promise<boolean> {
    this.#fault = ''
    try {
      await this.#context.api.send(method, path, body)
      await this.#actions.saved()
      return true
    } catch (error) {
      this.#fault = sentenceOf(error)
      this.#actions.changed()
      return false
    }
  }
}

function readRequis(form: FormData): object {
  const groupe = form.get('groupe')
  return {
    designation: form.get('designation'),
    minimum: Number(form.get('minimum')),
    condition: {
      porteur: form.has('porteur') ? true : null,
      groupe_id: groupe === '' ? null : Number(groupe),
    },
    plage: { debut: form.get('debut'), fin: form.get('fin') },
  }
}
