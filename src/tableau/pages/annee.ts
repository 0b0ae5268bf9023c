import { html, nothing, type TemplateResult } from 'lit-html'
import { sentenceOf } from '../acts/refused.ts'
import { saveFile } from '../acts/save_file.ts'
import type { SignedPage, SignedPageContext } from '../board_page.ts'
import { drawBar, drawBars, drawColumns, drawKey } from '../views/draw_columns.ts'
import { decimalText, numberText, percentText } from '../views/french.ts'
import { thisYear } from '../views/sis_clock.ts'

interface Year {
  id: number
  annee: number
  designation: string
}

interface Category {
  designation: string
  nb: number
  heures: string
  sauve_personne: number
  sauve_animaux: number
  nb_precedent: number
  heures_precedent: string
}

interface Month {
  mois: string
  nb: number
  heures: string
}

interface Presence {
  nom_prenom: string
  nb: number
  convoque: number
  excuse: number
  absent: number
  heures: string
}

interface Figures {
  categories: Category[]
  months: Month[]
  monthsBefore: Month[]
  presences: Presence[]
}

// A phone has room for the first letters.
const monthNames = [
  'jan',
  'fév',
  'mar',
  'avr',
  'mai',
  'juin',
  'juil',
  'août',
  'sep',
  'oct',
  'nov',
  'déc',
].map((name): [string, string] => [name.slice(0, 1), name.slice(1)])

/** `/tableau/annee`: the figures of a year against the year before, and their exports. */
export const page: SignedPage = {
  title: 'Année',
  access: 'signed-in',
  permissions: ['intervention.lecture'],
  async open(context) {
    const years = await context.api.get<Year[]>('/exercices-comptable', context.signal)
    const board = new YearBoard(
      context,
      years.toSorted((a, b) => b.annee - a.annee),
    )
    await board.choose(board.first)
  },
}

class YearBoard {
  #context: SignedPageContext
  #years: Year[]
  #year: Year | undefined
  #figures: Figures | null = null
  #fault = ''

  constructor(context: SignedPageContext, years: Year[]) {
    this.#context = context
    this.#years = years
  }

  /** This year, else the last one that is open. */
  get first(): Year | undefined {
    return thisYear(this.#years)
  }

  async choose(year: Year | undefined): Promise<void> {
    this.#year = year
    this.#figures = null
    this.#draw()
    if (year === undefined) return
    const { api, signal, can } = this.#context
    const before = this.#years.find(({ annee }) => annee === year.annee - 1)
    const monthly = (each?: Year) =>
      each === undefined ? Promise.resolve([]) : api.get<Month[]>(`/statistiques/${each.id}/mensuel`, signal)
    const [categories, months, monthsBefore, presences] = await Promise.all([
      api.get<Category[]>(`/stat-federal?exercice_comptable_id=${year.id}`, signal),
      monthly(year),
      monthly(before),
      can('exercice.lecture')
        ? api.get<Presence[]>(`/statistiques/${year.id}/presence-exercice`, signal)
        : [],
    ])
    this.#figures = { categories, months, monthsBefore, presences }
    this.#draw()
  }

  #draw(): void {
    const year = this.#year
    const choose = (event: Event) => {
      const id = Number((event.target as HTMLSelectElement).value)
      void this.choose(this.#years.find((each) => each.id === id))
    }
    this.#context.render(html`
      <div class="head"><h1>Année ${year?.designation ?? ''}</h1>
        <label>Exercice <select @change=${choose}>
          ${this.#years.map((each) => html`<option value=${each.id} ?selected=${each === year}>${each.designation}</option>`)}
        </select></label></div>
      <p role="alert" class="fault">${this.#fault}</p>
      ${this.#figures === null ? html`<p class="quiet">Chargement…</p>` : this.#whole(this.#figures)}
    `)
  }

  #whole({ categories, months, monthsBefore, presences }: Figures): TemplateResult {
    return html`
      ${this.#totals(categories)}
      <div class="columns wide">
        <div>${this.#months(months, monthsBefore)}${this.#categories(categories)}</div>
        <div>${presences.length === 0 ? nothing : presenceTable(presences)}${this.#exports()}</div>
      </div>
    `
  }

  #months(months: Month[], monthsBefore: Month[]): TemplateResult {
    const annee = this.#year?.annee ?? 0
    const rows = [
      { label: annee, kind: 'now', list: months },
      { label: annee - 1, kind: 'before', list: monthsBefore },
    ]
    return html`<section><h2>Interventions par mois</h2>
      <div class="scroll figure" tabindex="0" role="region" aria-label="Interventions par mois">
      ${drawColumns(
        monthNames.map((_, n) => ({ now: nbIn(months, n), before: nbIn(monthsBefore, n) })),
        `Interventions par mois en ${annee} et ${annee - 1}`,
      )}
      <table>
        <thead><tr><th scope="col">Année</th>${monthNames.map(
          ([first, rest]) =>
            html`<th scope="col" class="number">${first}<span class="rest">${rest}</span></th>`,
        )}</tr></thead>
        <tbody>${rows.map(
          ({ label, kind, list }) =>
            html`<tr><th scope="row">${drawKey(kind)}${label}</th>${monthNames.map((_, n) => html`<td class="number">${numberText(nbIn(list, n))}</td>`)}</tr>`,
        )}</tbody>
      </table></div></section>`
  }

  #totals(categories: Category[]): TemplateResult {
    const sum = (of: (each: Category) => number) => categories.reduce((total, each) => total + of(each), 0)
    const figures = [
      { label: 'Interventions', now: sum(({ nb }) => nb), before: sum(({ nb_precedent }) => nb_precedent) },
      {
        label: 'Heures',
        now: Math.round(sum(({ heures }) => Number(heures))),
        before: Math.round(sum(({ heures_precedent }) => Number(heures_precedent))),
      },
      { label: 'Personnes sauvées', now: sum(({ sauve_personne }) => sauve_personne), before: null },
      { label: 'Animaux sauvés', now: sum(({ sauve_animaux }) => sauve_animaux), before: null },
    ]
    return html`<dl class="totals">${figures.map(
      ({ label, now, before }) => html`<div><dt>${label}</dt><dd class="large">${numberText(now)}</dd>
        ${before === null ? nothing : html`<dd class="quiet">${numberText(before)} l’année d’avant</dd>`}</div>`,
    )}</dl>`
  }

  #categories(categories: Category[]): TemplateResult {
    const annee = this.#year?.annee ?? 0
    const most = Math.max(1, ...categories.flatMap(({ nb, nb_precedent }) => [nb, nb_precedent]))
    const years = html`<th scope="col" class="number">${annee}</th><th scope="col" class="number">${annee - 1}</th>`
    return html`<section><h2>Catégories fédérales</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Catégories fédérales"><table>
        <thead><tr><td></td><th scope="colgroup" colspan="2" class="number">Interventions</th><th scope="colgroup" colspan="2" class="number">Heures</th></tr>
          <tr><th scope="col">Catégorie</th>${years}${years}</tr></thead>
        <tbody>${categories.map(
          (
            each,
          ) => html`<tr><th scope="row">${each.designation}${drawBars(each.nb / most, each.nb_precedent / most)}</th>
            <td class="number">${numberText(each.nb)}</td><td class="number quiet">${numberText(each.nb_precedent)}</td>
            <td class="number">${hours(each.heures)}</td><td class="number quiet">${hours(each.heures_precedent)}</td></tr>`,
        )}</tbody>
      </table></div></section>`
  }

  #exports(): TemplateResult {
    const id = this.#year?.id
    const save = (path: string) => async () => {
      this.#fault = ''
      await saveFile(this.#context.api, path).catch((error: unknown) => {
        this.#fault = sentenceOf(error)
      })
      this.#draw()
    }
    return html`<section><h2>Exporter</h2><p class="actions">
      <button class="plain" @click=${save(`/statistiques/${id}/export?format=xlsx`)}>Classeur (xlsx)</button>
      <button class="plain" @click=${save(`/statistiques/${id}/export?format=csv&figures=stat-federal`)}>Catégories (csv)</button>
      <button class="plain" @click=${save(`/statistiques/${id}/rapport`)}>Rapport annuel (pdf)</button></p></section>`
  }
}

function nbIn(months: Month[], index: number): number {
  return months.find(({ mois }) => Number(mois.slice(5, 7)) === index + 1)?.nb ?? 0
}

function hours(text: string): string {
  return numberText(Math.round(Number(text)))
}

function presenceTable(presences: Presence[]): TemplateResult {
  return html`<section><h2>Présences aux exercices</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Présences aux exercices"><table>
      <thead><tr><th scope="col">Nom</th><th scope="col">Taux</th><th scope="col" class="number">Présent</th><th scope="col" class="number">Convoqué</th>
        <th scope="col" class="number">Excusé</th><th scope="col" class="number">Absent</th><th scope="col" class="number">Heures</th></tr></thead>
      <tbody>${presences.map((each) => {
        const share = each.convoque === 0 ? 0 : each.nb / each.convoque
        return html`<tr><th scope="row">${each.nom_prenom}</th><td><span class="rate">${drawBar(share)}<span class="number">${percentText(share)}</span></span></td>
          <td class="number">${each.nb}</td><td class="number">${each.convoque}</td><td class="number">${each.excuse}</td>
          <td class="number">${each.absent}</td><td class="number">${decimalText(Number(each.heures))}</td></tr>`
      })}</tbody>
    </table></div></section>`
}
