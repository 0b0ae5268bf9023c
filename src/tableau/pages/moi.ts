import { html, nothing, type TemplateResult } from 'lit-html'
import { answerNames, type Reponse } from '../alarme_record.ts'
import type { SignedPage, SignedPageContext } from '../board_page.ts'
import { callAuth } from '../call_api.ts'
import { countText, dayText, francsText, momentText, timeText } from '../french.ts'
import { CalendrierManager } from '../manage_calendriers.ts'
import { DisponibiliteManager } from '../manage_disponibilites.ts'
import { MurManager } from '../manage_murs.ts'
import { PiquetManager } from '../manage_piquets.ts'
import { sentenceOf } from '../refused.ts'
import { signOut } from '../signed_in.ts'

interface Exercice {
  id: number
  designation: string
  date: string
  heure: string
  lieu: string
  presence: { present: boolean; excuse: boolean; absent: boolean; convoque: boolean }
}

interface Intervention {
  id: number
  objet: string
  lieu: string
  debut: string
  fin: string
}

interface Pay {
  paiements: { id: number; decompte: string; date: string; total: string }[]
}

interface Session {
  id: number
  appareil: string
  last_used_at: string
}

interface Mine {
  exercices: Exercice[]
  interventions: Intervention[]
  pay: Pay
  answers: (Reponse & { id: number })[]
}

/** `/tableau/moi`: what concerns the reader himself. */
export const page: SignedPage = {
  title: 'Moi',
  access: 'signed-in',
  permissions: [],
  async open(context) {
    await new MyPage(context).load()
  },
}

class MyPage {
  #context: SignedPageContext
  #mine: Mine | null = null
  #sessions: Session[] = []
  #murs: MurManager | null = null
  #calendriers: CalendrierManager | null = null
  #disponibilites: DisponibiliteManager | null = null
  #piquets: PiquetManager | null = null
  #told = ''
  #fault = ''

  constructor(context: SignedPageContext) {
    this.#context = context
  }

  async load(): Promise<void> {
    const { api, account, sis, signal } = this.#context
    const sessions = callAuth<{ data: Session[] }>('GET', '/sessions')
    if (sis in account.sapeurs) {
      const years = await api.get<{ id: number; annee: number }[]>('/exercices-comptable', signal)
      const year = years.find(({ annee }) => annee === new Date().getFullYear()) ?? years[0]
      if (year !== undefined) {
        const [exercices, interventions, pay, answers] = await Promise.all([
          api.get<Exercice[]>(`/mes-exercices/${year.id}`, signal),
          api.get<Intervention[]>(`/mes-interventions/${year.id}`, signal),
          api.get<Pay>(`/mes-decomptes/${year.id}`, signal),
          api.get<Mine['answers']>('/mes-reponses?limit=10', signal),
        ])
        this.#mine = { exercices, interventions, pay, answers }
      }
    }
    this.#sessions = (await sessions).data
    if (sis in account.sapeurs) {
      this.#calendriers = new CalendrierManager(this.#context, () => this.#draw())
      this.#disponibilites = new DisponibiliteManager(this.#context, () => this.#draw())
      this.#piquets = new PiquetManager(this.#context, () => this.#draw())
      await Promise.all([this.#calendriers.load(), this.#disponibilites.load(), this.#piquets.load()])
    }
    if (this.#context.can('sis.config')) {
      this.#murs = new MurManager(this.#context, () => this.#draw())
      await this.#murs.load()
    }
    this.#draw()
  }

  #draw(): void {
    this.#context.render(html`
      <h1>${this.#context.account.pseudo}</h1>
      <p role="alert" class="fault">${this.#fault}</p>
      <p role="status">${this.#told}</p>
      ${this.#mine === null ? html`<p class="quiet">Votre compte n’est pas lié à un sapeur de ce service.</p>` : this.#whole(this.#mine)}
      ${this.#account()}
    `)
  }

  #whole({ exercices, interventions, pay, answers }: Mine): TemplateResult {
    const coming = exercices.filter(({ date }) => date >= new Date().toISOString().slice(0, 10))
    return html`<div class="columns">
      ${this.#disponibilites === null ? nothing : this.#disponibilites.draw()}
      ${this.#piquets === null ? nothing : this.#piquets.draw()}
      <section><h2>Prochains exercices</h2>${list(
        coming,
        ({ designation, date, heure, lieu }) =>
          html`<b>${designation}</b><br>${dayText(date)}, ${heure.slice(0, 5)} · ${lieu}`,
        'Aucun exercice n’est annoncé.',
      )}</section>
      <section><h2>Exercices passés</h2>${list(
        exercices.filter((each) => !coming.includes(each)).toReversed(),
        ({ designation, date, presence }) =>
          html`${dayText(date)} · ${designation} <span class="quiet">${stateOf(presence)}</span>`,
        'Aucun exercice cette année.',
      )}</section>
      <section><h2>Interventions de l’année</h2>${list(
        interventions,
        ({ objet, lieu, debut, fin }) =>
          html`<b>${objet}</b><br>${dayText(debut)}, ${timeText(debut)}–${timeText(fin)} · ${lieu}`,
        'Aucune intervention cette année.',
      )}</section>
      <section><h2>Solde</h2>${list(
        pay.paiements,
        ({ decompte, date, total }) =>
          html`<span class="spread"><span>${decompte}<br><span class="quiet">${dayText(date)}</span></span><b>${francsText(Number(total))}</b></span>`,
        'Aucun paiement cette année.',
      )}</section>
      <section><h2>Mes réponses</h2>${list(
        answers,
        ({ reponse, at, delai }) =>
          html`${answerNames[reponse]}${delai === null ? nothing : ` dans ${delai} min`} <span class="quiet">${momentText(at)}</span>`,
        'Vous n’avez répondu à aucune alarme.',
      )}</section>
    </div>`
  }

  #account(): TemplateResult {
    return html`<div class="columns">
      ${this.#calendriers === null ? nothing : this.#calendriers.draw()}
      <section><h2>Appareils connectés</h2>${list(
        this.#sessions,
        ({
          id,
          appareil,
          last_used_at,
        }) => html`<span class="spread"><span>${appareil.slice(0, 80) || 'Inconnu'}<br><span class="quiet">${momentText(last_used_at)}</span></span>
          <button class="link" @click=${() => this.#end(id)}>Déconnecter</button></span>`,
        'Aucun appareil.',
      )}</section>
      <section><h2>Mot de passe</h2>
        <form @submit=${(event: SubmitEvent) => this.#password(event)}>
          <label for="actuel">Mot de passe actuel</label>
          <input id="actuel" name="password" type="password" autocomplete="current-password" required>
          <label for="nouveau">Nouveau mot de passe</label>
          <input id="nouveau" name="new_password" type="password" autocomplete="new-password" required minlength="8">
          <p class="actions"><button class="plain">Changer le mot de passe</button></p>
        </form>
        <p class="quiet">Changer le mot de passe déconnecte tous vos appareils.</p></section>
      ${this.#murs === null ? nothing : this.#murs.draw()}
    </div>`
  }

  async #end(id: number): Promise<void> {
    await this.#attempt(async () => {
      await callAuth('DELETE', `/sessions/${id}`)
      this.#sessions = (await callAuth<{ data: Session[] }>('GET', '/sessions')).data
      this.#told = 'L’appareil est déconnecté.'
    })
  }

  async #password(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    await this.#attempt(async () => {
      await callAuth('POST', '/change-password', Object.fromEntries(form))
      // All sessions have ended with the old password.
      await signOut()
      location.assign('/')
    })
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.#fault = ''
    this.#told = ''
    await work().catch((error: unknown) => {
      this.#fault = sentenceOf(error)
    })
    this.#draw()
  }
}

const SHOWN = 6

function list<T>(rows: T[], row: (each: T) => TemplateResult, none: string): TemplateResult {
  if (rows.length === 0) return html`<p class="quiet">${none}</p>`
  const items = (some: T[]) => html`<ul class="plain">${some.map((each) => html`<li>${row(each)}</li>`)}</ul>`
  const rest = rows.slice(SHOWN)
  return html`${items(rows.slice(0, SHOWN))}
    ${rest.length === 0 ? nothing : html`<details><summary>${countText(rest.length, 'autre')}</summary>${items(rest)}</details>`}`
}

function stateOf({ present, excuse, absent }: Exercice['presence']): string {
  if (present) return 'présent'
  if (excuse) return 'excusé'
  return absent ? 'absent' : ''
}
