import { html, nothing, type TemplateResult } from 'lit-html'
import type { SignedPageContext } from '../board_page.ts'
import { momentText } from '../views/french.ts'
import { FormFaults } from './form_faults.ts'
import { ShownOnce } from './shown_once.ts'

interface Webhook {
  id: number
  url: string
  evenements: (keyof typeof events)[]
  actif: boolean
  echec_depuis: string | null
  raison: string
}

const events = {
  alarme: 'Alarme',
  reponse: 'Réponse à une alarme',
  intervention: 'Intervention ouverte ou changée',
  effectif: 'Effectif insuffisant',
  message_echoue: 'E-mail illisible',
  message_incomplet: 'Rapport d’alarme incomplet',
}

/** The systems that the SIS notifies of events: added with a secret that is shown once, switched off and on, and removed. */
export class WebhookManager {
  #context: SignedPageContext
  #webhooks: Webhook[] = []
  #secret: ShownOnce
  #faults: FormFaults

  /** @param changed called when it must be drawn again */
  constructor(context: SignedPageContext, changed: () => void) {
    this.#context = context
    this.#secret = new ShownOnce(context, changed)
    this.#faults = new FormFaults('webhook', ['url', 'evenements'], changed)
  }

  async load(): Promise<void> {
    this.#webhooks = await this.#context.api.get<Webhook[]>('/webhooks', this.#context.signal)
  }

  draw(): TemplateResult {
    return html`<section aria-labelledby="webhooks"><h2 id="webhooks">Autres systèmes (webhooks)</h2>
      <p>Caserne envoie des événements à une passerelle SMS, à des pagers ou à la domotique.</p>
      ${this.#faults.rest()}
      ${this.#secret.draw('Ce secret prouve au système que les messages viennent de Caserne. Il n’est montré qu’une fois\u00a0:')}
      <ul class="plain">${this.#webhooks.map((each) => html`<li>${this.#row(each)}</li>`)}</ul>
      <details><summary>Ajouter un webhook</summary>${this.#form()}</details></section>`
  }

  #row(webhook: Webhook): TemplateResult {
    const { id, url, evenements, actif } = webhook
    return html`<div class="row"><span><b class="address">${url}</b><br>
        <span class="quiet">${evenements.map((each) => events[each]).join(', ')}</span>${healthOf(webhook)}</span>
      <span class="choices">
        <button class="link" aria-label=${`${actif ? 'Désactiver' : 'Réactiver'} ${url}`} @click=${() => this.#attempt('PUT', `/webhooks/${id}`, { actif: !actif })}>${actif ? 'Désactiver' : 'Réactiver'}</button>
        <button class="link" aria-label=${`Retirer ${url}`} @click=${() => this.#attempt('DELETE', `/webhooks/${id}`)}>Retirer</button>
      </span></div>`
  }

  #form(): TemplateResult {
    const faults = this.#faults
    return html`<form @submit=${(event: SubmitEvent) => this.#add(event)}>
      <label>Adresse <input name="url" inputmode="url" autocapitalize="off" spellcheck="false" required maxlength="2000" placeholder="https://"
        aria-invalid=${faults.has('url')} aria-describedby=${faults.idOf('url')}></label>${faults.at('url')}
      <fieldset><legend>Événements</legend>${Object.entries(events).map(
        ([
          event,
          label,
        ]) => html`<label class="check"><input type="checkbox" name="evenements" value=${event} ?checked=${event === 'alarme'}
          aria-invalid=${faults.has('evenements')} aria-describedby=${faults.idOf('evenements')}> ${label}</label>`,
      )}${faults.at('evenements')}</fieldset>
      <p class="actions"><button class="plain">Ajouter</button></p></form>`
  }

  async #add(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const typed = new FormData(form)
    const body = { url: typed.get('url'), evenements: typed.getAll('evenements') }
    if (await this.#attempt('POST', '/webhooks', body)) form.reset()
  }

  #attempt(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<boolean> {
    return this.#faults.attempt(async () => {
      const made = await this.#context.api.send<{ secret?: string } | null>(method, path, body)
      this.#secret.show(made?.secret ?? '')
      await this.load()
    })
  }
}

function healthOf({ actif, echec_depuis, raison }: Webhook): TemplateResult | typeof nothing {
  if (actif && echec_depuis === null) return nothing
  const since = echec_depuis === null ? '' : `sans succès depuis le ${momentText(echec_depuis)}.`
  return html`<br><span class="fault">${actif ? 'En panne' : 'Désactivé'}</span> ${since} ${raison}`
}
