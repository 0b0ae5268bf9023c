import { html, nothing, type TemplateResult } from 'lit-html'
import type { SignedPage, SignedPageContext } from '../board_page.ts'
import { AppareilManager } from '../forms/appareils.ts'
import { CalendrierManager } from '../forms/calendriers.ts'
import { CompteManager } from '../forms/compte.ts'
import { ContenuAlerteManager } from '../forms/contenu_alerte.ts'
import { DisponibiliteManager } from '../forms/disponibilites.ts'
import { MurManager } from '../forms/murs.ts'
import { PiquetManager } from '../forms/piquets.ts'
import { WebhookManager } from '../forms/webhooks.ts'
import { answerNames, type Reponse } from '../views/alarme_record.ts'
import { countText, dayText, francsText, minutesText, momentText, periodText } from '../views/french.ts'
import { thisYear, today } from '../views/sis_clock.ts'

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

interface Mine {
  exercices: Exercice[]
  interventions: Intervention[]
  pay: Pay
  answers: (Reponse & { id: number })[]
}

/** A part of the page with forms of its own. */
interface Part {
  load(): Promise<void>
  draw(): TemplateResult
}

/** `/tableau/moi`: the reader's own page. */
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
  /** Parts of the page: for the reader as a sapeur, as an account, and for the SIS. */
  #parts: Record<'sapeur' | 'compte' | 'sis', Part[]>

  constructor(context: SignedPageContext) {
    this.#context = context
    const { account, sis, can } = context
    const changed = () => this.#draw()
    const linked = sis in account.sapeurs
    this.#parts = {
      sapeur: linked ? [new DisponibiliteManager(context, changed), new PiquetManager(context, changed)] : [],
      compte: [
        ...(sis === '' ? [] : [new AppareilManager(context, changed)]),
        ...(linked ? [new CalendrierManager(context, changed)] : []),
        new CompteManager(changed),
      ],
      sis: can('sis.config')
        ? [
            new ContenuAlerteManager(context, changed),
            new WebhookManager(context, changed),
            new MurManager(context, changed),
          ]
        : [],
    }
  }

  async load(): Promise<void> {
    const { account, sis } = this.#context
    const parts = Object.values(this.#parts).flat()
    await Promise.all([sis in account.sapeurs && this.#loadMine(), ...parts.map((part) => part.load())])
    this.#draw()
  }

  async #loadMine(): Promise<void> {
    const { api, signal } = this.#context
    const years = await api.get<{ id: number; annee: number }[]>('/exercices-comptable', signal)
    const year = thisYear(years)
    if (year === undefined) return
    const [exercices, interventions, pay, answers] = await Promise.all([
      api.get<Exercice[]>(`/mes-exercices/${year.id}`, signal),
      api.get<Intervention[]>(`/mes-interventions/${year.id}`, signal),
      api.get<Pay>(`/mes-decomptes/${year.id}`, signal),
      api.get<Mine['answers']>('/mes-reponses?limit=10', signal),
    ])
    this.#mine = { exercices, interventions, pay, answers }
  }

  #draw(): void {
    const { account, sis } = this.#context
    const { sapeur, compte, sis: service } = this.#parts
    const drawn = (parts: Part[]) => parts.map((part) => html`<div>${part.draw()}</div>`)
    this.#context.render(html`
      <h1>${account.pseudo}</h1>
      ${sis in account.sapeurs ? nothing : html`<p class="quiet">Votre compte n’est pas lié à un sapeur de ce service.</p>`}
      <div class="columns"><div>${sapeur.map((part) => part.draw())}</div>${this.#mine === null ? nothing : this.#year(this.#mine)}</div>
      <div class="columns">${drawn(compte)}</div>
      <div class="columns">${drawn(service)}</div>
    `)
  }

  #year({ exercices, interventions, pay, answers }: Mine): TemplateResult {
    const coming = exercices.filter(({ date }) => date >= today())
    return html`
      <div><section><h2>Prochains exercices</h2>${list(
        coming,
        ({ designation, date, heure, lieu }) =>
          html`<b>${designation}</b><br>${dayText(date)}, ${heure.slice(0, 5)}<br><span class="quiet">${lieu}</span>`,
        'Aucun exercice n’est annoncé.',
      )}</section>
      <section><h2>Exercices passés</h2>${list(
        exercices.filter((each) => !coming.includes(each)).toReversed(),
        ({ designation, date, presence }) =>
          html`<span class="spread"><span>${designation}<br><span class="quiet">${dayText(date)}</span></span><span>${stateOf(presence)}</span></span>`,
        'Aucun exercice cette année.',
      )}</section></div>
      <div><section><h2>Interventions de l’année</h2>${list(
        interventions,
        ({ objet, lieu, debut, fin }) =>
          html`<b>${objet}</b><br>${periodText(debut, fin)}<br><span class="quiet">${lieu}</span>`,
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
          html`<span class="spread"><span>${answerNames[reponse]}${delai === null ? nothing : ` dans ${minutesText(delai)}`}</span><span class="quiet">${momentText(at)}</span></span>`,
        'Vous n’avez répondu à aucune alarme.',
      )}</section></div>`
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
