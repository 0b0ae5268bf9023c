import { html, nothing, type TemplateResult } from 'lit-html'
import { onConnection } from '../acts/connection.ts'
import { followStream } from '../acts/follow_stream.ts'
import { sentenceOf } from '../acts/refused.ts'
import type { SignedPage, SignedPageContext } from '../board_page.ts'
import { LiveAlarmes } from '../kept/live_alarmes.ts'
import { loadCarte } from '../kept/load_carte.ts'
import { type Alarme, gapOf, titleOf } from '../views/alarme_record.ts'
import { type Carte, drawCarte, noCarte, pointOf } from '../views/draw_carte.ts'
import { dayText, sinceText } from '../views/french.ts'
import { showAnswers, showCounts } from '../views/show_effectif.ts'

interface Intervention {
  id: number
  numero: string
  date_debut: string
  heure_debut: string
  objet: string
  lieu: string
  statut: number
}

const MINUTE_MS = 60_000
const statuts = ['à saisir', 'saisie', 'validée', 'imputée']

/** `/tableau`: the live alarms of the SIS, their place, who comes, and the interventions to be finished. */
export const page: SignedPage = {
  title: 'Alarmes',
  access: 'signed-in',
  permissions: ['intervention.lecture'],
  async open(context) {
    await new AlarmBoard(context).start()
  },
}

class AlarmBoard {
  #context: SignedPageContext
  #live = new LiveAlarmes()
  #interventions: Intervention[] = []
  #carte: Carte | null = null
  #chosen = ''
  #metres = 12_000
  #fault = ''

  constructor(context: SignedPageContext) {
    this.#context = context
  }

  async start(): Promise<void> {
    const { api, signal } = this.#context
    this.draw()
    loadCarte(signal, (carte) => {
      this.#carte = carte
      this.draw()
    })
    const timer = setInterval(() => this.draw(), MINUTE_MS / 2)
    signal.addEventListener('abort', () => clearInterval(timer))
    onConnection((online) => online && this.#loadAgain(), signal)
    void followStream(api.fetch, '/alarmes/flux', (event) => this.#heard(event), signal)
    await this.#loadInterventions()
  }

  #heard(event: Parameters<LiveAlarmes['take']>[0]): void {
    const added = this.#live.take(event)
    if (added) {
      this.#chosen = added.id
      this.#context.announce(`Nouvelle alarme : ${titleOf(added)}, ${added.adresse}`)
      // Its intervention is made a moment later.
      setTimeout(() => this.#loadAgain(), 2_000)
    }
    this.draw()
  }

  // Without a server, the list is loaded when it is back.
  #loadAgain(): void {
    void this.#loadInterventions().catch(() => undefined)
  }

  async #loadInterventions(): Promise<void> {
    const { api, signal } = this.#context
    const lists = await Promise.all(
      [0, 1].map((statut) => api.get<Intervention[]>(`/interventions?statut=${statut}&limit=20`, signal)),
    )
    this.#interventions = lists
      .flat()
      .sort((a, b) => (a.date_debut + a.heure_debut < b.date_debut + b.heure_debut ? 1 : -1))
    this.draw()
  }

  draw(): void {
    const alarmes = this.#live.list
    const chosen = alarmes.find(({ id }) => id === this.#chosen) ?? alarmes[0]
    this.#context.render(html`
      <h1>Alarmes</h1>
      <p role="alert" class="fault">${this.#fault}</p>
      ${alarmes.length === 0 ? html`<p class="quiet">${this.#live.isComplete ? 'Aucune alarme en cours.' : 'Chargement…'}</p>` : nothing}
      <div class="alarms">
        ${alarmes.map((each) => html`${this.#card(each, each === chosen)}${each === chosen ? this.#details(each) : nothing}`)}
      </div>
      ${this.#open()}
    `)
  }

  #card(alarme: Alarme, isChosen: boolean): TemplateResult {
    const choose = () => {
      this.#chosen = alarme.id
      this.draw()
    }
    return html`<article class="alarm ${alarme.couleur}" aria-current=${isChosen ? 'true' : nothing}>
      <p class="kind"><b>${alarme.couleur || 'Alarme'}</b> <span>${alarme.code}</span>
        <time datetime=${alarme.date}>${sinceText(alarme.date)}</time></p>
      <h2><button class="choose" @click=${choose}>${titleOf(alarme)}</button></h2>
      <p>${alarme.adresse}${alarme.complement === '' ? nothing : html`<br><span class="quiet">${alarme.complement}</span>`}</p>
      ${gapOf(alarme) === '' ? nothing : html`<p class="fault">${gapOf(alarme)}</p>`}
      ${showCounts(alarme)}
      ${this.#reply(alarme)}
    </article>`
  }

  #reply(alarme: Alarme): TemplateResult {
    const { account, sis, can } = this.#context
    const own = account.sapeurs[sis]
    const mine = alarme.reponses.find(({ sapeur_id }) => sapeur_id === own)?.reponse
    const button = (reponse: string, label: string) =>
      html`<button class=${mine === reponse ? '' : 'plain'} aria-pressed=${mine === reponse}
        @click=${() => this.#send('POST', `/alarmes/${alarme.id}/reponse`, { reponse })}>${label}</button>`
    return html`<div class="replies">
      ${
        own === undefined
          ? nothing
          : html`<div role="group" aria-label="Ma réponse">${button('vient', 'Je viens')}
              ${button('plus_tard', 'Plus tard')} ${button('ne_vient_pas', 'Je ne viens pas')}</div>`
      }
      <div>
        ${alarme.intervention_id === null ? nothing : html`<a href="/tableau/interventions/${alarme.intervention_id}">Rapport</a>`}
        ${
          can('intervention.modification')
            ? html`<button class="link" @click=${() => this.#send('PATCH', `/alarmes/${alarme.id}`, { validated: true })}>Marquer comme vue</button>`
            : nothing
        }
      </div>
    </div>`
  }

  #details(alarme: Alarme): TemplateResult {
    const point = pointOf(alarme)
    const zoom = (factor: number) => () => {
      this.#metres = Math.min(Math.max(this.#metres * factor, 1_000), 64_000)
      this.draw()
    }
    // Letters are as large on a phone as elsewhere.
    const lines = matchMedia('(max-width: 40rem)').matches ? 18 : 28
    const view = point && { point, metres: this.#metres, ratio: 3 / 2, lines }
    return html`<section class="details" aria-label="Lieu et réponses">
      <div class="place ${alarme.couleur}">
        ${view && this.#carte ? drawCarte(this.#carte, view, `${titleOf(alarme)}, ${alarme.adresse}`) : point ? nothing : noCarte()}
        ${point ? html`<div class="zoom"><button class="plain" aria-label="Rapprocher" @click=${zoom(0.5)}>+</button><button class="plain" aria-label="Éloigner" @click=${zoom(2)}>−</button></div>` : nothing}
      </div>
      <div><h2>Qui vient</h2>${showAnswers(alarme)}</div>
    </section>`
  }

  #open(): TemplateResult {
    if (this.#interventions.length === 0) return html``
    return html`<section aria-labelledby="ouvertes">
      <h2 id="ouvertes">Interventions à terminer</h2>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="ouvertes"><table>
        <thead><tr><th scope="col"><span class="pair"><span>N°</span><span>Date</span></span></th><th scope="col"><span class="pair"><span>Objet</span><span>Lieu</span></span></th><th scope="col">État</th></tr></thead>
        <tbody>${this.#interventions.map(
          (each) => html`<tr>
            <td><span class="pair"><a class="short" href="/tableau/interventions/${each.id}">${each.numero}</a><span>${dayText(each.date_debut)}, ${each.heure_debut.slice(0, 5)}</span></span></td>
            <td><span class="pair"><span>${each.objet}</span><span class="quiet">${each.lieu}</span></span></td>
            <td class="short">${statuts[each.statut]}</td>
          </tr>`,
        )}</tbody>
      </table></div>
    </section>`
  }

  async #send(method: 'POST' | 'PATCH', path: string, body: object): Promise<void> {
    this.#fault = ''
    try {
      await this.#context.api.send(method, path, body)
      this.#context.announce(
        method === 'POST' ? 'Votre réponse est enregistrée.' : 'L’alarme est marquée comme vue.',
      )
    } catch (error) {
      this.#fault = sentenceOf(error)
    }
    this.draw()
  }
}
