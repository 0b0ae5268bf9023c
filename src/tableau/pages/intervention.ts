import { html, nothing, type TemplateResult } from 'lit-html'
import { sentenceOf } from '../acts/refused.ts'
import type { SignedPage, SignedPageContext } from '../board_page.ts'
import { offerRapport } from '../forms/offer_rapport.ts'
import { dayText, momentText, timeText } from '../views/french.ts'

interface Presence {
  id: number
  sapeur_id: number
  debut: string
  fin: string
}

interface Report {
  id: number
  numero: string
  date_debut: string
  heure_debut: string
  date_fin: string
  heure_fin: string
  objet: string
  lieu: string
  description: string
  responsable: string
  statut: number
  validated_at: string | null
  validated_by: string | null
  sapeurs: Presence[]
  vehicules: { id: number; vehicule_id: number }[]
  quittances: { sapeur_id: number }[]
  missions: { id: number; titre: string; resume: string; debut: string; sapeur: string }[]
  jalons: { id: number; titre: string; date_time: string }[]
}

interface Person {
  id: number
  nom_prenom: string
}

interface Vehicle {
  id: number
  designation: string
  immatriculation: string
}

const statuts = ['à saisir', 'saisie', 'validée', 'imputée']
const SAISIE = 1
const VALIDEE = 2

/** `/tableau/interventions/{id}`: the report, its people and vehicles, and its validation. */
export const page: SignedPage = {
  title: 'Intervention',
  access: 'signed-in',
  permissions: ['intervention.lecture', 'intervention.modification', 'intervention.validation'],
  async open(context) {
    await new ReportPage(context).load()
  },
}

class ReportPage {
  #context: SignedPageContext
  #people: Person[] = []
  #vehicles: Vehicle[] = []
  #report: Report | null = null
  #fault = ''

  constructor(context: SignedPageContext) {
    this.#context = context
  }

  get #path(): string {
    return `/interventions/${this.#context.params.id}`
  }

  async load(): Promise<void> {
    const { api, signal } = this.#context
    ;[this.#report, this.#people, this.#vehicles] = await Promise.all([
      api.get<Report>(`${this.#path}?complet=true`, signal),
      api.get<Person[]>('/sapeurs?actif=true', signal).catch(() => []),
      api.get<Vehicle[]>('/vehicules', signal).catch(() => []),
    ])
    this.#draw()
  }

  // Does something to the intervention, and shows what has become of it.
  async #change(method: 'POST' | 'DELETE', part: string, body: unknown, done: string): Promise<void> {
    this.#fault = ''
    const before = this.#report?.statut
    try {
      await this.#context.api.send(method, `${this.#path}/${part}`, body)
      this.#report = await this.#context.api.get<Report>(`${this.#path}?complet=true`, this.#context.signal)
      const unsigned = before === VALIDEE && this.#report.statut < VALIDEE
      this.#context.announce(unsigned ? `${done} L’intervention est à valider de nouveau.` : done)
    } catch (error) {
      return this.#refuse(error)
    }
    this.#draw()
  }

  #refuse(error: unknown): void {
    this.#fault = sentenceOf(error)
    this.#draw()
  }

  #draw(): void {
    const report = this.#report
    if (report === null) return
    const { can } = this.#context
    const editable = can('intervention.modification') && report.statut <= VALIDEE
    this.#context.render(html`
      <p class="quiet"><a href="/tableau">Alarmes</a> / ${report.numero}</p>
      <h1>${report.objet}</h1>
      <p role="alert" class="fault">${this.#fault}</p>
      <dl class="facts">
        <div><dt>Début</dt><dd>${dayText(report.date_debut)}, ${report.heure_debut.slice(0, 5)}</dd></div>
        <div><dt>Fin</dt><dd>${dayText(report.date_fin)}, ${report.heure_fin.slice(0, 5)}</dd></div>
        <div><dt>Lieu</dt><dd>${report.lieu || '–'}</dd></div>
        <div><dt>État</dt><dd>${statuts[report.statut]}</dd></div>
        <div><dt>Responsable</dt><dd>${report.responsable || '–'}</dd></div>
        ${report.validated_at === null ? nothing : html`<div><dt>Validée</dt><dd>${momentText(report.validated_at)}${report.validated_by ? html`, ${report.validated_by}` : nothing}</dd></div>`}
      </dl>
      ${report.description === '' ? nothing : html`<p>${report.description}</p>`}
      ${offerRapport(this.#context.api, this.#path, (error) => this.#refuse(error))}
      <div class="columns wide">${this.#presences(report, editable)}
        <div>${this.#vehicules(report, editable)}${this.#course(report)}</div></div>
      ${
        can('intervention.validation') && report.statut === SAISIE
          ? html`<p class="actions"><button @click=${() => this.#change('POST', 'valider', undefined, 'L’intervention est validée.')}>Valider l’intervention</button></p>`
          : nothing
      }
    `)
  }

  #nameOf(id: number): string {
    return this.#people.find((each) => each.id === id)?.nom_prenom ?? `Sapeur ${id}`
  }

  #presences({ sapeurs, quittances }: Report, editable: boolean): TemplateResult {
    const present = new Set(sapeurs.map(({ sapeur_id }) => sapeur_id))
    const offered = quittances.filter(({ sapeur_id }) => !present.has(sapeur_id))
    return html`<section aria-labelledby="presences">
      <h2 id="presences">Personnes</h2>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="presences"><table>
        <thead><tr><th scope="col">Nom</th><th scope="col" class="number">Arrivée</th><th scope="col" class="number">Départ</th>${editable ? html`<th></th>` : nothing}</tr></thead>
        <tbody>${sapeurs.map(
          (each) => html`<tr><th scope="row">${this.#nameOf(each.sapeur_id)}</th>
            <td class="number">${timeText(each.debut)}</td><td class="number">${timeText(each.fin)}</td>
            ${
              editable
                ? html`<td class="number"><button class="link" aria-label=${`Retirer ${this.#nameOf(each.sapeur_id)}`}
                    @click=${() => this.#change('DELETE', 'sapeurs', { sapeurs: [each.id] }, 'La présence est retirée.')}>Retirer</button></td>`
                : nothing
            }</tr>`,
        )}</tbody>
      </table></div>
      ${sapeurs.length === 0 ? html`<p class="quiet">Aucune présence n’est saisie.</p>` : nothing}
      ${editable ? this.#addPresence(offered.map(({ sapeur_id }) => sapeur_id)) : nothing}
    </section>`
  }

  #addPresence(offered: number[]): TemplateResult {
    const report = this.#report
    if (report === null) return html``
    const debut = `${report.date_debut}T${report.heure_debut.slice(0, 5)}`
    // The intervention of an alarm ends when it begins, until somebody knows better.
    const fin = `${report.date_fin}T${report.heure_fin.slice(0, 5)}`
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      const form = new FormData(event.target as HTMLFormElement)
      const chosen = String(form.get('sapeur'))
      const ids = chosen === 'quittances' ? offered : [Number(chosen)]
      const sapeurs = ids.map((sapeur_id) => ({
        sapeur_id,
        debut: instant(form.get('debut')),
        fin: instant(form.get('fin')),
      }))
      void this.#change('POST', 'sapeurs', { sapeurs }, 'Les présences sont saisies.')
    }
    return html`<form class="line" @submit=${submit}>
      <label>Ajouter <select name="sapeur" required>
        ${offered.length > 0 ? html`<option value="quittances">Ceux qui ont dit venir (${offered.length})</option>` : nothing}
        ${this.#people.map(({ id, nom_prenom }) => html`<option value=${id}>${nom_prenom}</option>`)}
      </select></label>
      <label>Arrivée <input type="datetime-local" name="debut" required value=${debut}></label>
      <label>Départ <input type="datetime-local" name="fin" required value=${fin > debut ? fin : ''}></label>
      <button class="plain">Ajouter</button>
    </form>`
  }

  #vehicules({ vehicules }: Report, editable: boolean): TemplateResult {
    const used = new Set(vehicules.map(({ vehicule_id }) => vehicule_id))
    const nameOf = (id: number) =>
      this.#vehicles.find((each) => each.id === id)?.designation ?? `Véhicule ${id}`
    const free = this.#vehicles.filter(({ id }) => !used.has(id))
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      const id = Number(new FormData(event.target as HTMLFormElement).get('vehicule'))
      void this.#change('POST', 'vehicules', { vehicules: [id] }, 'Le véhicule est saisi.')
    }
    return html`<section aria-labelledby="vehicules">
      <h2 id="vehicules">Véhicules</h2>
      <ul class="plain">${vehicules.map(
        ({ vehicule_id }) => html`<li class="spread"><span>${nameOf(vehicule_id)}</span>
          ${
            editable
              ? html`<button class="link" aria-label=${`Retirer ${nameOf(vehicule_id)}`}
                  @click=${() => this.#change('DELETE', 'vehicules', { vehicules: [vehicule_id] }, 'Le véhicule est retiré.')}>Retirer</button>`
              : nothing
          }</li>`,
      )}</ul>
      ${vehicules.length === 0 ? html`<p class="quiet">Aucun véhicule n’est saisi.</p>` : nothing}
      ${
        editable && free.length > 0
          ? html`<form class="line" @submit=${submit}><label>Ajouter <select name="vehicule">
              ${free.map(({ id, designation, immatriculation }) => html`<option value=${id}>${designation} ${immatriculation}</option>`)}
            </select></label><button class="plain">Ajouter le véhicule</button></form>`
          : nothing
      }
    </section>`
  }

  #course({ missions, jalons }: Report): TemplateResult | typeof nothing {
    const lines = [
      ...missions.map(({ debut, titre, resume }) => ({
        at: debut,
        text: resume === '' ? titre : `${titre}. ${resume}`,
      })),
      ...jalons.map(({ date_time, titre }) => ({ at: date_time, text: titre })),
    ].sort((a, b) => (a.at < b.at ? -1 : 1))
    if (lines.length === 0) return nothing
    return html`<section aria-labelledby="deroulement"><h2 id="deroulement">Déroulement</h2>
      <table><tbody>${lines.map(({ at, text }) => html`<tr><th scope="row">${timeText(at)}</th><td>${text}</td></tr>`)}</tbody></table></section>`
  }
}

// As the API takes wall time of the SIS.
function instant(value: FormDataEntryValue | null): string {
  return String(value).replace('T', ' ')
}
