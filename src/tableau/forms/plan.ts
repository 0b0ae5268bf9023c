import { html, type TemplateResult } from 'lit-html'
import type { SignedPageContext } from '../board_page.ts'
import { FormFaults } from './form_faults.ts'
import type { Piquet } from './piquets.ts'

/** Choices of the forms. */
export interface Listes {
  sapeurs: { id: number; nom_prenom: string }[]
  groupes: { id: number; designation: string }[]
}

interface Requis {
  id: number
  designation: string
  minimum: number
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
  #piquet: FormFaults
  #rotation: FormFaults
  #requis: FormFaults

  constructor(context: SignedPageContext, listes: Listes, actions: Actions) {
    this.#context = context
    this.#listes = listes
    this.#actions = actions
    const faultsOf = (form: string, ...fields: string[]) => new FormFaults(form, fields, actions.changed)
    this.#piquet = faultsOf('piquet', 'sapeur_id', 'debut', 'fin')
    this.#rotation = faultsOf('tournus', 'sapeurs', 'debut', 'semaines')
    this.#requis = faultsOf('requis', 'designation', 'minimum', 'condition', 'plage.debut', 'plage.fin')
  }

  /** The button that removes a standby. */
  removal({ id, nom_prenom }: Piquet): TemplateResult {
    return html`<button class="link" aria-label=${`Retirer le piquet de ${nom_prenom}`}
      @click=${() => this.#save(this.#piquet, 'DELETE', `/piquets/${id}`)}>Retirer</button>`
  }

  draw(requis: Requis[]): TemplateResult {
    return html`<div class="columns">${this.#drawPiquet()}${this.#drawRotation()}${this.#drawRequis(requis)}</div>`
  }

  #drawPiquet(): TemplateResult {
    const faults = this.#piquet
    const read = (form: FormData) => ({
      sapeur_id: Number(form.get('sapeur')),
      debut: form.get('debut'),
      fin: form.get('fin'),
    })
    return html`<section aria-labelledby="mettre"><h2 id="mettre">Mettre de piquet</h2>
      ${faults.rest()}
      <form @submit=${(event: SubmitEvent) => this.#send(event, faults, '/piquets', read)}>
        <label>Sapeur <select name="sapeur" required aria-invalid=${faults.has('sapeur_id')} aria-describedby=${faults.idOf('sapeur_id')}>${this.#people()}</select></label>${faults.at('sapeur_id')}
        <label>Début <input type="datetime-local" name="debut" required aria-invalid=${faults.has('debut')} aria-describedby=${faults.idOf('debut')}></label>${faults.at('debut')}
        <label>Fin <input type="datetime-local" name="fin" required aria-invalid=${faults.has('fin')} aria-describedby=${faults.idOf('fin')}></label>${faults.at('fin')}
        <p class="actions"><button class="plain">Mettre de piquet</button></p>
      </form></section>`
  }

  #drawRotation(): TemplateResult {
    const faults = this.#rotation
    const read = (form: FormData) => ({
      sapeurs: form.getAll('sapeurs').map(Number),
      debut: form.get('debut'),
      semaines: Number(form.get('semaines')),
    })
    return html`<section aria-labelledby="tournus"><h2 id="tournus">Tournus hebdomadaire</h2>
      ${faults.rest()}
      <form @submit=${(event: SubmitEvent) => this.#send(event, faults, '/piquets/rotation', read)}>
        <label>Sapeurs, à tour de rôle <select name="sapeurs" multiple required size="6" aria-invalid=${faults.has('sapeurs')} aria-describedby=${faults.idOf('sapeurs')}>${this.#people()}</select></label>${faults.at('sapeurs')}
        <label>Début <input type="datetime-local" name="debut" required aria-invalid=${faults.has('debut')} aria-describedby=${faults.idOf('debut')}></label>${faults.at('debut')}
        <label>Semaines <input type="number" name="semaines" min="1" max="104" value="8" required aria-invalid=${faults.has('semaines')} aria-describedby=${faults.idOf('semaines')}></label>${faults.at('semaines')}
        <p class="actions"><button class="plain">Planifier le tournus</button></p>
      </form></section>`
  }

  #drawRequis(requis: Requis[]): TemplateResult {
    const faults = this.#requis
    return html`<section aria-labelledby="requis"><h2 id="requis">Effectif requis</h2>
      ${faults.rest()}
      <ul class="plain">${requis.map(
        ({
          id,
          designation,
          minimum,
        }) => html`<li class="spread"><span>${designation} <span class="quiet">${minimum} au moins</span></span>
          <button class="link" aria-label=${`Supprimer ${designation}`} @click=${() => this.#save(faults, 'DELETE', `/effectif-requis/${id}`)}>Supprimer</button></li>`,
      )}</ul>
      <form @submit=${(event: SubmitEvent) => this.#send(event, faults, '/effectif-requis', readRequis)}>
        <label>Désignation <input name="designation" required maxlength="255" aria-invalid=${faults.has('designation')} aria-describedby=${faults.idOf('designation')}></label>${faults.at('designation')}
        <label>Minimum <input type="number" name="minimum" min="1" max="1000" value="4" required aria-invalid=${faults.has('minimum')} aria-describedby=${faults.idOf('minimum')}></label>${faults.at('minimum')}
        <label>Groupe <select name="groupe" aria-invalid=${faults.has('condition')} aria-describedby=${faults.idOf('condition')}><option value="">Tous</option>
          ${this.#listes.groupes.map(({ id, designation }) => html`<option value=${id}>${designation}</option>`)}</select></label>${faults.at('condition')}
        <label class="check"><input type="checkbox" name="porteur"> Porteurs seulement</label>
        <fieldset><legend>Heures</legend><div class="line">
          <label>de <input type="time" name="debut" step="3600" value="00:00" required aria-invalid=${faults.has('plage.debut')} aria-describedby=${faults.idOf('plage.debut')}></label>
          <label>à <input type="time" name="fin" step="3600" value="00:00" required aria-invalid=${faults.has('plage.fin')} aria-describedby=${faults.idOf('plage.fin')}></label>
        </div>${faults.at('plage.debut')}${faults.at('plage.fin')}</fieldset>
        <p class="actions"><button class="plain">Ajouter</button></p>
      </form></section>`
  }

  #people(): TemplateResult[] {
    return this.#listes.sapeurs.map(({ id, nom_prenom }) => html`<option value=${id}>${nom_prenom}</option>`)
  }

  async #send(
    event: SubmitEvent,
    faults: FormFaults,
    path: string,
    read: (form: FormData) => object,
  ): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    if (await this.#save(faults, 'POST', path, read(new FormData(form)))) form.reset()
  }

  #save(faults: FormFaults, method: 'POST' | 'DELETE', path: string, body?: object): Promise<boolean> {
    return faults.attempt(async () => {
      await this.#context.api.send(method, path, body)
      await this.#actions.saved()
    })
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
