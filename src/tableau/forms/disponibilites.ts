import { html, type TemplateResult } from 'lit-html'
import type { SignedPageContext } from '../board_page.ts'
import { dayText, momentText, periodText, timeText } from '../views/french.ts'
import { today } from '../views/sis_clock.ts'
import { FormFaults } from './form_faults.ts'

interface Indisponibilite {
  id: number
  debut: string
  fin: string
  motif: string
  recurrence: string | null
  dernier_jour: string
}

const repetitions: Record<string, string> = {
  '': 'Une fois',
  'FREQ=DAILY': 'Chaque jour',
  'FREQ=WEEKLY': 'Chaque semaine',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR': 'Du lundi au vendredi',
}

/** When the reader cannot come: told for some hours from now on, or for a period that may repeat. */
export class DisponibiliteManager {
  #context: SignedPageContext
  #periods: Indisponibilite[] = []
  #faults: FormFaults

  /** @param changed called when it must be drawn again */
  constructor(context: SignedPageContext, changed: () => void) {
    this.#context = context
    this.#faults = new FormFaults('absence', ['debut', 'fin', 'motif', 'recurrence'], changed)
  }

  async load(): Promise<void> {
    const all = await this.#context.api.get<Indisponibilite[]>('/mes-disponibilites', this.#context.signal)
    this.#periods = all.filter(({ dernier_jour }) => dernier_jour >= today())
  }

  draw(): TemplateResult {
    const faults = this.#faults
    return html`<section aria-labelledby="disponibilites"><h2 id="disponibilites">Mes absences</h2>
      <p>Sans absence annoncée, vous êtes disponible. Le motif n’est montré qu’à vos officiers.</p>
      ${faults.rest()}
      <p class="actions">Indisponible ${[2, 8, 24].map(
        (heures) => html`<button class="plain" aria-label=${`Indisponible ${heures} h`}
          @click=${() => this.#attempt('POST', '/mes-disponibilites', { heures })}>${heures} h</button>`,
      )}</p>
      <ul class="plain">${this.#periods.map(
        (
          each,
        ) => html`<li class="spread"><span>${whenOf(each)} <span class="quiet">${each.motif}</span></span>
          <button class="link" aria-label=${`Supprimer l’absence du ${momentText(each.debut)}`}
            @click=${() => this.#attempt('DELETE', `/mes-disponibilites/${each.id}`)}>Supprimer</button></li>`,
      )}</ul>
      <details><summary>Annoncer une absence</summary>
      <form @submit=${(event: SubmitEvent) => this.#add(event)}>
        <label>Début <input type="datetime-local" name="debut" required aria-invalid=${faults.has('debut')} aria-describedby=${faults.idOf('debut')}></label>${faults.at('debut')}
        <label>Fin <input type="datetime-local" name="fin" required aria-invalid=${faults.has('fin')} aria-describedby=${faults.idOf('fin')}></label>${faults.at('fin')}
        <label>Motif <select name="motif" aria-invalid=${faults.has('motif')} aria-describedby=${faults.idOf('motif')}><option value="absence">Absence</option><option value="travail">Travail</option>
          <option value="vacances">Vacances</option><option value="indisponible">Autre</option></select></label>${faults.at('motif')}
        <label>Répétition <select name="recurrence" aria-invalid=${faults.has('recurrence')} aria-describedby=${faults.idOf('recurrence')}>${Object.entries(
          repetitions,
        ).map(
          ([rule, label]) => html`<option value=${rule}>${label}</option>`,
        )}</select></label>${faults.at('recurrence')}
        <p class="actions"><button class="plain">Annoncer</button></p>
      </form></details></section>`
  }

  async #add(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const { recurrence, ...period } = Object.fromEntries(new FormData(form))
    const body = { ...period, recurrence: recurrence === '' ? null : recurrence }
    if (await this.#attempt('POST', '/mes-disponibilites', body)) form.reset()
  }

  #attempt(method: 'POST' | 'DELETE', path: string, body?: object): Promise<boolean> {
    return this.#faults.attempt(async () => {
      await this.#context.api.send(method, path, body)
      await this.load()
    })
  }
}

function whenOf({ debut, fin, recurrence, dernier_jour }: Indisponibilite): TemplateResult {
  if (recurrence === null) return html`${periodText(debut, fin)}`
  return html`${repetitions[recurrence] ?? recurrence}, ${timeText(debut)}–${timeText(fin)}
    <span class="quiet">jusqu’au ${dayText(dernier_jour)}</span>`
}
