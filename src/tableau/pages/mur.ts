import { html, nothing, type TemplateResult } from 'lit-html'
import { isOnline, reportAnswer } from '../acts/connection.ts'
import { followStream } from '../acts/follow_stream.ts'
import { Refused } from '../acts/refused.ts'
import type { OpenPage, PageContext } from '../board_page.ts'
import { loadCarte } from '../kept/load_carte.ts'
import { type Alarme, answerNames, byUrgency, gapOf, type Reponse, titleOf } from '../views/alarme_record.ts'
import { type Carte, drawCarte, pointOf } from '../views/draw_carte.ts'
import { countText, hoursText, longDayText, minutesText, timeText } from '../views/french.ts'
import { showCounts } from '../views/show_effectif.ts'
import { heedDate, nowText, serverNow, setZone } from '../views/sis_clock.ts'

interface Wall {
  sis: string
  fuseau: string
  alarmes: Alarme[]
  interventions: number
}

const KEY = 'caserne.mur'
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
// Longer texts are smaller, so that an address keeps its number. In signs.
const LONG = { title: 24, address: 34 }
const METRES = 9_000
const ANSWERS = 40

/**
 * `/tableau/mur`: the alarms, for the wall of a station. The address brings the token of the wall once
 * (`/tableau/mur#<token>`), the browser keeps it.
 */
export const page: OpenPage = {
  title: 'Mur',
  access: 'everyone',
  open(context) {
    const given = location.hash.slice(1)
    if (given !== '') {
      localStorage.setItem(KEY, given)
      history.replaceState(null, '', location.pathname)
    }
    new WallBoard(context).start()
  },
}

class WallBoard {
  #context: PageContext
  #wall: Wall | null = null
  #carte: Carte | null = null
  #refused = false

  constructor(context: PageContext) {
    this.#context = context
  }

  start(): void {
    const { signal } = this.#context
    loadCarte(signal, (carte) => {
      this.#carte = carte
      this.#draw()
    })
    const timer = setInterval(() => this.#draw(), SECOND_MS)
    signal.addEventListener('abort', () => clearInterval(timer))
    void keepAwake()
    document.addEventListener('visibilitychange', () => void keepAwake(), { signal })
    void followStream(
      (path, init) => this.#fetch(path, init),
      '/mur/flux',
      ({ data }) => this.#heard(data as Wall),
      signal,
    )
    this.#draw()
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('token', localStorage.getItem(KEY) ?? '')
    const response = await fetch(`/api/v2${path}`, { ...init, headers })
    heedDate(response)
    reportAnswer(response)
    this.#refused = response.status === 401
    if (!response.ok) {
      this.#draw()
      throw new Refused(response.status, 'Le mur n’est pas admis.')
    }
    return response
  }

  #heard(wall: Wall): void {
    const known = new Set(this.#wall?.alarmes.map(({ id }) => id))
    const added = this.#wall && wall.alarmes.find(({ id }) => !known.has(id))
    this.#wall = wall
    setZone(wall.fuseau)
    if (added) this.#context.announce(`Nouvelle alarme : ${titleOf(added)}, ${added.adresse}`)
    this.#draw()
  }

  #draw(): void {
    const [alarme, ...others] = this.#wall?.alarmes.toSorted(byUrgency) ?? []
    this.#context.render(html`<main id="contenu" tabindex="-1" class="wall">
      ${this.#refused || localStorage.getItem(KEY) === null ? this.#form() : alarme ? this.#alarm(alarme, others) : this.#quiet()}
    </main>`)
  }

  #quiet(): TemplateResult {
    const now = nowText()
    const open = this.#wall?.interventions ?? 0
    return html`<h1>${this.#wall?.sis ?? 'Caserne'}</h1>
      <p class="clock">${timeText(now)}</p>
      <p>${longDayText(now)}</p>
      <p class="quiet">${this.#wall === null ? (isOnline() ? 'Connexion…' : '') : open === 0 ? 'Aucune alarme en cours.' : `Aucune alarme en cours. ${countText(open, 'intervention')} à terminer.`}</p>`
  }

  #alarm(alarme: Alarme, others: Alarme[]): TemplateResult {
    const point = pointOf(alarme)
    const coming = alarme.reponses
      .filter(({ reponse }) => reponse === 'vient' || reponse === 'plus_tard')
      .toSorted((a, b) => arrival(a) - arrival(b))
      .slice(0, ANSWERS)
    const view = point && { point, metres: METRES, ratio: 3 / 2, lines: 18 }
    return html`<section class="current ${alarme.couleur}">
      <header><p class="kind"><b>${alarme.couleur || 'Alarme'}</b> ${alarme.code}</p><p class="timer" role="timer">${elapsed(alarme.date)}</p></header>
      <div class=${isLong(alarme) ? 'what long' : 'what'}><h1>${titleOf(alarme)}</h1>
        <p class="address">${alarme.adresse}</p>
        ${alarme.complement === '' ? nothing : html`<p class="quiet">${alarme.complement}</p>`}
        ${gapOf(alarme) === '' ? nothing : html`<p class="fault">${gapOf(alarme)}</p>`}
        ${showCounts(alarme)}</div>
      <div class="where">${view && this.#carte ? drawCarte(this.#carte, view, alarme.adresse) : nothing}
        <ul>${coming.map(
          ({ nom_prenom, reponse, delai }) =>
            html`<li class=${reponse}><b>${nom_prenom}</b> <span class="quiet">${delai === null ? (reponse === 'vient' ? '' : answerNames[reponse]) : minutesText(delai)}</span></li>`,
        )}</ul></div>
      ${
        others.length === 0
          ? nothing
          : html`<footer>${others.slice(0, 4).map((each) => html`<p class=${`other ${each.couleur}`}>${elapsed(each.date)} <b>${titleOf(each)}</b> ${each.adresse}</p>`)}</footer>`
      }
    </section>`
  }

  #form(): TemplateResult {
    const keep = (event: SubmitEvent) => {
      event.preventDefault()
      localStorage.setItem(KEY, String(new FormData(event.target as HTMLFormElement).get('jeton')).trim())
      location.reload()
    }
    return html`<form @submit=${keep}>
      <h1>Mur</h1>
      <p>${this.#refused ? 'Ce mur n’est pas ou plus admis.' : 'Ce mur n’a pas encore de jeton.'} Un responsable du service en fait un sur sa page « Moi ».</p>
      <label for="jeton">Jeton du mur</label>
      <input id="jeton" name="jeton" required autocomplete="off" spellcheck="false">
      <p class="actions"><button>Afficher les alarmes</button></p>
    </form>`
  }
}

// When someone who answered is there. Who gave no time comes at once.
function arrival({ at, delai }: Reponse): number {
  return Date.parse(at) + (delai ?? 0) * MINUTE_MS
}

// Whether its words need smaller letters.
function isLong(alarme: Alarme): boolean {
  return titleOf(alarme).length > LONG.title || alarme.adresse.length > LONG.address
}

// Minutes and seconds, then hours: `7:05`, `1 h 12`.
function elapsed(date: string): string {
  const seconds = Math.max(0, Math.floor((serverNow() - Date.parse(date)) / SECOND_MS))
  const minutes = Math.floor(seconds / 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : hoursText(minutes)
}

// The screen does not go dark where the browser allows it.
async function keepAwake(): Promise<void> {
  if (document.visibilityState === 'visible')
    await navigator.wakeLock?.request('screen').catch(() => undefined)
}
