import { html, nothing, type TemplateResult } from 'lit-html'
import type { SignedPage, SignedPageContext } from '../board_page.ts'
import { drawHours, type Heure } from '../draw_hours.ts'
import { countText, longDayText, momentText, timeText } from '../french.ts'
import type { Piquet } from '../manage_piquets.ts'
import { type Listes, PlanManager } from '../manage_plan.ts'

interface Absence {
  id: number
  nom_prenom: string
  debut: string
  fin: string
  motif: keyof typeof motifs | null
}

interface Disponible {
  id: number
  designation: string
  minimum: number
  heures: Heure[]
  manques: { debut: string; fin: string; disponibles: number }[]
}

interface Week {
  disponibles: Disponible[]
  absences: Absence[]
  piquets: Piquet[]
}

const motifs = { absence: 'absence', travail: 'travail', vacances: 'vacances', indisponible: '' }

/** `/tableau/equipe`: who is available now and this week, the standby plan, and where they fall short. */
export const page: SignedPage = {
  title: 'Équipe',
  access: 'signed-in',
  permissions: ['sapeur.lecture', 'sapeur.modification'],
  async open(context) {
    await new TeamBoard(context).load()
  },
}

class TeamBoard {
  #context: SignedPageContext
  #week: Week | null = null
  #plan: PlanManager | null = null

  constructor(context: SignedPageContext) {
    this.#context = context
  }

  async load(): Promise<void> {
    const { api, signal, can } = this.#context
    const [disponibles, absences, piquets] = await Promise.all([
      api.get<Disponible[]>('/effectif-disponible', signal),
      api.get<Absence[]>('/disponibilites', signal),
      api.get<Piquet[]>('/piquets', signal),
    ])
    this.#week = { disponibles, absences, piquets }
    if (this.#plan === null && can('sapeur.modification')) {
      const [sapeurs, groupes] = await Promise.all([
        api.get<Listes['sapeurs']>('/sapeurs?actif=true', signal),
        api.get<Listes['groupes']>('/groupes', signal),
      ])
      const actions = { changed: () => this.#draw(), saved: () => this.load() }
      this.#plan = new PlanManager(this.#context, { sapeurs, groupes }, actions)
    }
    this.#draw()
  }

  #draw(): void {
    this.#context.render(html`<h1>Équipe</h1>
      ${this.#week === null ? html`<p class="quiet">Chargement…</p>` : this.#whole(this.#week)}`)
  }

  #whole({ disponibles, absences, piquets }: Week): TemplateResult {
    const now = new Date().toISOString()
    const goesOn = ({ debut, fin }: { debut: string; fin: string }) =>
      Date.parse(debut) <= Date.parse(now) && Date.parse(now) < Date.parse(fin)
    const away = new Set(absences.filter(goesOn).map(({ nom_prenom }) => nom_prenom))
    return html`
      <dl class="totals">
        ${disponibles.map(({ designation, minimum, heures }) => {
          const hour = heures.find((each) => Date.now() - Date.parse(each.debut) < 3_600_000)
          return html`<div><dt>${designation}, maintenant</dt><dd>${hour?.disponibles ?? 0}</dd>
            <dd class=${hour?.manque ? 'fault' : 'quiet'}>${nowText(minimum, hour)}</dd></div>`
        })}
        <div><dt>absents maintenant</dt><dd>${away.size}</dd></div>
        <div><dt>de piquet maintenant</dt><dd>${piquets.filter(goesOn).length}</dd></div>
      </dl>
      ${shortfalls(disponibles)}
      <div class="columns">
        <section><h2>De piquet cette semaine</h2>${this.#piquets(piquets)}</section>
        <section><h2>Absents cette semaine</h2>${absent(absences)}</section>
      </div>
      ${disponibles.map((each) => week(each))}
      ${this.#plan === null ? nothing : this.#plan.draw(disponibles)}
    `
  }

  #piquets(piquets: Piquet[]): TemplateResult {
    if (piquets.length === 0) return html`<p class="quiet">Personne n’est de piquet.</p>`
    return html`<ul class="plain">${piquets.map(
      (
        each,
      ) => html`<li class="spread"><span><b>${each.nom_prenom}</b><br>${momentText(each.debut)} – ${momentText(each.fin)}
        ${each.repreneur === null ? nothing : html`<br><span class="quiet">${each.repreneur} est prié de le reprendre</span>`}</span>
        ${this.#plan === null ? nothing : this.#plan.removal(each)}</li>`,
    )}</ul>`
  }
}

function shortfalls(disponibles: Disponible[]): TemplateResult {
  const short = disponibles.flatMap(({ designation, minimum, manques }) =>
    manques
      .filter(({ fin }) => Date.parse(fin) > Date.now())
      .map((each) => ({ ...each, designation, minimum })),
  )
  return html`<h2>Manques</h2>${
    short.length === 0
      ? html`<p class="quiet">${disponibles.length === 0 ? 'Aucun effectif requis n’est défini.' : 'L’effectif suffit toute la semaine.'}</p>`
      : html`<ul class="plain">${short
          .toSorted((a, b) => a.debut.localeCompare(b.debut))
          .map(
            ({
              designation,
              minimum,
              debut,
              fin,
              disponibles,
            }) => html`<li class="spread"><span><b class="fault">${designation}</b><br>
              ${span(debut, fin)}</span><b>${disponibles} sur ${minimum}</b></li>`,
          )}</ul>`
  }`
}

function nowText(minimum: number, hour?: Heure): string {
  if (hour?.manque) return `il en manque ${hour.manque}`
  return hour?.requis === false ? 'pas requis à cette heure' : `${minimum} au moins`
}

function week({ designation, minimum, heures }: Disponible): TemplateResult {
  const days = Map.groupBy(heures, ({ debut }) => debut.slice(0, 10))
  return html`<h2>${designation}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${`${designation}, heure par heure`}>
      ${drawHours(heures, minimum, `${designation} : disponibles heure par heure, ${minimum} au moins`)}</div>
    <div class="scroll" tabindex="0" role="region" aria-label=${`${designation}, jour par jour`}><table>
      <thead><tr><th scope="col">Jour</th><th scope="col" class="number">Au moins</th><th scope="col" class="number">Au plus</th>
        <th scope="col" class="number">De piquet</th><th scope="col" class="number">Heures en manque</th></tr></thead>
      <tbody>${[...days].map(([day, hours]) => {
        const counts = hours.map((each) => each.disponibles)
        const short = hours.filter(({ manque }) => manque > 0).length
        return html`<tr><th scope="row">${longDayText(day)}</th><td class="number">${Math.min(...counts)}</td>
          <td class="number">${Math.max(...counts)}</td><td class="number">${Math.max(...hours.map(({ piquets }) => piquets))}</td>
          <td class=${short > 0 ? 'number fault' : 'number'}>${short}</td></tr>`
      })}</tbody></table></div>`
}

function absent(absences: Absence[]): TemplateResult {
  if (absences.length === 0) return html`<p class="quiet">Personne ne s’est annoncé absent.</p>`
  const people = [...Map.groupBy(absences, ({ nom_prenom }) => nom_prenom)]
  return html`<ul class="plain">${people.map(
    ([
      name,
      periods,
    ]) => html`<li><details><summary><b>${name}</b> <span class="quiet">${countText(periods.length, 'fois', 'fois')}</span></summary>
      ${periods.map(
        ({ debut, fin, motif }) =>
          html`<p>${span(debut, fin)} <span class="quiet">${motif === null ? '' : motifs[motif]}</span></p>`,
      )}</details></li>`,
  )}</ul>`
}

// `samedi 14 mars, 08:00–12:00`, or with both days.
function span(debut: string, fin: string): string {
  const sameDay = debut.slice(0, 10) === fin.slice(0, 10)
  if (sameDay) return `${longDayText(debut)}, ${timeText(debut)}–${timeText(fin)}`
  return `${longDayText(debut)} ${timeText(debut)} – ${longDayText(fin)} ${timeText(fin)}`
}
