import { html, nothing, type TemplateResult } from 'lit-html'
import { browserName } from '../acts/browser_name.ts'
import { askPermission, currentEndpoint, pushMissing, subscribeToPush } from '../acts/push_subscription.ts'
import { Refused } from '../acts/refused.ts'
import type { SignedPageContext } from '../board_page.ts'
import { forgetHere, keepHere, readHere, renewHere } from '../kept/appareil_here.ts'
import { FormFaults } from './form_faults.ts'

interface Appareil {
  id: number
  type: 'webpush' | 'email'
  designation: string
  actif: boolean
  silence: [string, string] | null
}

/** The devices on which the reader is notified of alarms: this browser, other ones, and mail. */
export class AppareilManager {
  #context: SignedPageContext
  #changed: () => void
  #appareils: Appareil[] = []
  /** The device that is this browser. */
  #here: number | null = null
  #faults: FormFaults
  #edited: { id: number; faults: FormFaults } | null = null

  /** @param changed called when it must be drawn again */
  constructor(context: SignedPageContext, changed: () => void) {
    this.#context = context
    this.#changed = changed
    this.#faults = new FormFaults('appareils', [], changed)
  }

  async load(): Promise<void> {
    const { api, signal, sis, account } = this.#context
    await renewHere(api, sis, account.id)
    this.#appareils = await api.get<Appareil[]>('/mes-appareils', signal)
    const here = await readHere(sis, account.id)
    const isListed = here !== null && this.#appareils.some(({ id }) => id === here.id)
    this.#here = isListed && here.endpoint === (await currentEndpoint()) ? here.id : null
  }

  draw(): TemplateResult {
    const { account, sis } = this.#context
    return html`<section aria-labelledby="appareils"><h2 id="appareils">Mes alertes</h2>
      <p>Caserne vous avertit d’une alarme sur ces appareils. Elle ne remplace jamais l’alerte de la centrale.</p>
      ${account.mobiles.includes(sis) ? nothing : html`<p class="quiet">Votre compte ne reçoit pas encore les alertes de ce service : demandez-le à un responsable.</p>`}
      ${this.#faults.rest()}
      <ul class="plain">${this.#appareils.map((each) => html`<li>${this.#row(each)}</li>`)}</ul>
      ${this.#here === null && pushMissing() !== null ? html`<p class="quiet">${pushMissing()}</p>` : nothing}
      <p class="actions">
        ${this.#here === null && pushMissing() === null ? html`<button class="plain" @click=${() => this.#addHere()}>M’avertir sur ce navigateur</button>` : nothing}
        ${this.#appareils.some(({ type }) => type === 'email') ? nothing : html`<button class="plain" @click=${() => this.#addEmail()}>M’avertir par e-mail</button>`}
      </p></section>`
  }

  #row(appareil: Appareil): TemplateResult {
    const { id, actif } = appareil
    const name = this.#nameOf(appareil)
    const edited = this.#edited?.id === id ? this.#edited : null
    return html`<div class="row"><span><b>${name}</b>${id === this.#here ? ' (ce navigateur)' : nothing}<br>
        <span class=${actif ? 'quiet' : 'fault'}>${stateOf(appareil)}</span></span>
      <span class="choices">
        <button class="link" aria-label=${`Régler ${name}`} aria-expanded=${edited !== null} @click=${() => this.#edit(edited === null ? id : null)}>Régler</button>
        <button class="link" aria-label=${`${actif ? 'Désactiver' : 'Réactiver'} ${name}`} @click=${() => this.#switch(appareil)}>${actif ? 'Désactiver' : 'Réactiver'}</button>
        <button class="link" aria-label=${`Retirer ${name}`} @click=${() => this.#remove(id)}>Retirer</button>
      </span></div>
      ${edited === null ? nothing : this.#form(appareil, edited.faults)}`
  }

  #form(appareil: Appareil, faults: FormFaults): TemplateResult {
    const { id, designation, silence } = appareil
    const [from = '', to = ''] = silence ?? []
    return html`<form @submit=${(event: SubmitEvent) => this.#save(event, id, faults)}>
      ${faults.rest()}
      <label>Nom <input name="designation" maxlength="255" value=${designation} placeholder=${this.#nameOf(appareil)} aria-invalid=${faults.has('designation')} aria-describedby=${faults.idOf('designation')}></label>
      ${faults.at('designation')}
      <fieldset><legend>Silence</legend>
        <p class="quiet">Ne pas m’avertir pendant ces heures, à l’heure du service. Vide&nbsp;: toujours m’avertir.</p>
        <div class="line">
          <label>de <input type="time" name="de" value=${from.slice(0, 5)} aria-invalid=${faults.has('silence')} aria-describedby=${faults.idOf('silence')}></label>
          <label>à <input type="time" name="a" value=${to.slice(0, 5)} aria-invalid=${faults.has('silence')} aria-describedby=${faults.idOf('silence')}></label>
        </div>${faults.at('silence')}</fieldset>
      <p class="actions"><button class="plain">Enregistrer</button></p></form>`
  }

  #addHere(): Promise<boolean> {
    return this.#faults.attempt(async () => {
      await askPermission()
      const { api, signal, announce, sis, account } = this.#context
      const { cle } = await api.get<{ cle: string | null }>('/push-key', signal)
      if (cle === null)
        throw new Refused(0, 'Le serveur n’est pas encore prêt à envoyer des messages. Réessayez plus tard.')
      const abonnement = await subscribeToPush(cle)
      const designation = browserName(navigator.userAgent)
      const body = { type: 'webpush', abonnement, designation }
      const { id } = await api.send<Appareil>('POST', '/mes-appareils', body)
      await keepHere({ sis, account: account.id, id, endpoint: abonnement.endpoint ?? '' })
      await this.load()
      announce('Vous serez averti sur ce navigateur.')
    })
  }

  #addEmail(): Promise<boolean> {
    return this.#faults.attempt(async () => {
      await this.#context.api.send('POST', '/mes-appareils', { type: 'email' })
      await this.load()
      this.#context.announce('Vous serez averti par e-mail.')
    })
  }

  #switch({ id, actif }: Appareil): Promise<boolean> {
    return this.#faults.attempt(async () => {
      await this.#context.api.send('PUT', `/mes-appareils/${id}`, { actif: !actif })
      await this.load()
    })
  }

  #remove(id: number): Promise<boolean> {
    return this.#faults.attempt(async () => {
      const { api, sis, account } = this.#context
      await api.send('DELETE', `/mes-appareils/${id}`)
      if (id === this.#here) await forgetHere(sis, account.id)
      await this.load()
    })
  }

  #edit(id: number | null): void {
    const fields = ['designation', 'silence']
    this.#edited = id === null ? null : { id, faults: new FormFaults('appareil', fields, this.#changed) }
    this.#changed()
  }

  async #save(event: SubmitEvent, id: number, faults: FormFaults): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const silence = [form.get('de') || null, form.get('a') || null]
    const body = { designation: form.get('designation'), silence }
    await faults.attempt(async () => {
      await this.#context.api.send('PUT', `/mes-appareils/${id}`, body)
      await this.load()
      this.#edited = null
      this.#context.announce('C’est enregistré.')
    })
  }

  #nameOf({ type, designation }: Appareil): string {
    if (designation !== '') return designation
    return type === 'email' ? this.#context.account.email : 'Navigateur'
  }
}

function stateOf({ type, actif, silence }: Appareil): string {
  if (!actif) return 'Désactivé'
  const way = type === 'email' ? 'Par e-mail' : 'Par notification'
  return silence === null ? way : `${way}, sauf de ${silence.map((time) => time.slice(0, 5)).join(' à ')}`
}
